import { Client } from 'pg';
import { breakConnection, closeMs, endConnection } from '../break-connection.ts';

export interface EmbeddedConnection {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
}

/** Lock of the whole cluster, taken in the database `postgres`, where Galley does nothing else. */
const attachmentLock = 7_428_139;
const roleLock = 7_428_140;

export interface Connections {
  readonly owner: EmbeddedConnection;
  readonly application: EmbeddedConnection;
}

const keeperSettings = [
  // Timeouts meant for Galley's queries must not end the attachment.
  ...['statement_timeout=0', 'lock_timeout=0', 'idle_session_timeout=0'],
  'default_transaction_read_only=off',
  // This connection sends a password, which must not get into the server's log.
  ...['log_statement=none', 'log_min_duration_statement=-1', 'log_min_error_statement=panic'],
]
  .map((setting) => `-c ${setting}`)
  .join(' ');

/** Attachment to the server: a shared advisory lock, which PostgreSQL releases however the process dies. */
export class Keeper {
  readonly #client: Client;
  readonly ended: Promise<void>;

  private constructor(client: Client) {
    this.#client = client;
    this.ended = new Promise((resolve) => client.once('end', () => resolve()));
    // `ended` reports it; without a listener, the event would end the process.
    client.on('error', () => undefined);
  }

  /** Waits while the last process stops the server; that shutdown then rejects this call. Rejects with pg's errors. */
  static async connect({ owner, application }: Connections): Promise<Keeper> {
    const client = new Client({
      ...owner,
      database: 'postgres',
      ssl: false,
      application_name: 'galley-keeper',
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
      options: keeperSettings,
    });
    const keeper = new Keeper(client);
    try {
      await client.connect();
      await client.query('select pg_advisory_lock_shared($1)', [attachmentLock]);
      await ensureDatabase(client, owner.database);
      await ensureRole(client, application);
      return keeper;
    } catch (error) {
      await keeper.close();
      throw error;
    }
  }

  /**
   * Returns `true` when no other process is attached; none can attach while this connection lasts. Of several processes
   * that leave at once, the last to release its lock gets `true`.
   */
  async releaseAsLast(): Promise<boolean> {
    // A hanging server must not delay the end of this process; its lock ends with the connection.
    const late = setTimeout(() => breakConnection(this.#client), closeMs);
    try {
      await this.#client.query('select pg_advisory_unlock_shared($1)', [attachmentLock]);
      const { rows } = await this.#client.query<{ locked: boolean }>(
        'select pg_try_advisory_lock($1) as locked',
        [attachmentLock],
      );
      return rows[0]?.locked === true;
    } finally {
      clearTimeout(late);
    }
  }

  async close(): Promise<void> {
    await endConnection(this.#client).catch(() => undefined);
  }
}

async function ensureDatabase(client: Client, database: string): Promise<void> {
  const found = await client.query('select 1 from pg_database where datname = $1', [database]);
  if (found.rowCount) return;
  try {
    await client.query(`create database ${client.escapeIdentifier(database)}`);
  } catch (error) {
    // duplicate_database, unique_violation: another process was first.
    if (!['42P04', '23505'].includes((error as { code?: string }).code ?? '')) throw error;
  }
}

/** Serialises processes that attach at once: PostgreSQL refuses concurrent changes of a role. */
async function ensureRole(client: Client, { user, password }: EmbeddedConnection): Promise<void> {
  await client.query('begin');
  await client.query('select pg_advisory_xact_lock($1)', [roleLock]);
  const found = await client.query('select 1 from pg_roles where rolname = $1', [user]);
  await client.query(
    `${found.rowCount ? 'alter' : 'create'} role ${client.escapeIdentifier(user)} ` +
      'login nosuperuser nocreatedb nocreaterole noreplication nobypassrls ' +
      `password ${client.escapeLiteral(password)}`,
  );
  await client.query('commit');
}
