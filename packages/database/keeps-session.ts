import type pg from 'pg';
import type { DatabaseAddress } from './database-address.ts';
import { withOwnConnection } from './own-connection.ts';

/**
 * Whether a connection is one PostgreSQL session for its lifetime: not behind a pooler per transaction or statement,
 * whether it prefers the last session (PgBouncer) or takes turns (`server_round_robin`).
 */
export function keepsSession(address: string | DatabaseAddress): Promise<boolean> {
  return withOwnConnection(address, (one) =>
    withOwnConnection(address, async (other) => {
      const first = await sessionOf(one);
      const second = await sessionOf(other);
      if (first === second) return false;
      // With turns, two sessions would look like one each as long as each client sends every second query.
      const isOwn = async (): Promise<boolean> =>
        (await sessionOf(one)) === first &&
        (await sessionOf(one)) === first &&
        (await sessionOf(other)) === second;
      if (!(await isOwn())) return false;
      // The other client's transaction keeps its session from being shared.
      await other.query('begin');
      const isKept = (await sessionOf(one)) === first && (await sessionOf(other)) === second;
      await other.query('commit');
      return isKept && (await isOwn());
    }),
  );
}

async function sessionOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ id: number }>('select pg_backend_pid() as id');
  return rows[0]!.id;
}
