import type pg from 'pg';
import type { DatabaseAddress } from './database-address.ts';
import { withOwnConnection } from './own-connection.ts';

/**
 * Whether a connection to this address is one session of PostgreSQL for as long as it is open. Behind a pooler that
 * hands sessions out by transaction or statement it is not: two connections get the same session, or one gets several,
 * whether the pooler prefers the session used last (PgBouncer) or takes turns (`server_round_robin`).
 */
export function keepsSession(address: string | DatabaseAddress): Promise<boolean> {
  return withOwnConnection(address, (one) =>
    withOwnConnection(address, async (other) => {
      const first = await sessionOf(one);
      const second = await sessionOf(other);
      if (first === second) return false;
      // Taking turns, two sessions would look like one each, as long as each client asks every second time.
      const isOwn = async (): Promise<boolean> =>
        (await sessionOf(one)) === first &&
        (await sessionOf(one)) === first &&
        (await sessionOf(other)) === second;
      if (!(await isOwn())) return false;
      // While the other one is in a transaction, its session cannot be shared.
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
