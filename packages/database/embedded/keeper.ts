import { Client } from 'pg';
import { breakConnection, closeMs, endConnection } from '../break-connection.ts';

/** How to reach the server. */
export interface EmbeddedConnection {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
}

/** One lock for all of a cluster: it is taken in the database `postgres`, where nothing else of Galley's happens. */
const attachmentLock = 7_428_139;
/** Held while the application's role is made or given its password. */
const roleLock = 7_428_140;

/** To the same database, as the superuser and as the application. */
export interface Connections {
  readonly owner: EmbeddedConnection;
  readonly application: EmbeddedConnection;
}

const keeperSettings = [
  // Settings meant for Galley's queries must not end the attachment.
  ...['statement_timeout=0', 'lock_timeout=0', 'idle_session_timeout=0'],
  'default_transaction_read_only=off',
  // What this connection does has a password in it, which is not to stand in the server's log.
  ...['log_statement=none', 'log_min_duration_statement=-1', 'log_min_error_statement=panic'],
]
  .map((setting) => `-c ${setting}`)
  .join(' ');

/**
 * A process's attachment to the server: a connection that holds a shared advisory lock for as long as the process
 * needs the server. PostgreSQL lets go of the lock when the process dies, however it dies.
 */
export class Keeper {
  readonly #client: Client;
  /** Resolves when the connection is over, whoever ended it. */
  readonly ended: Promise<void>;

  private constructor(client: Client) {
    this.#client = client;
    this.ended = new Promise((resolve) => client.once('end', () => resolve()));
    // Told by `ended`; without a listener the event would end the process.
    client.on('error', () => undefined);
  }

  /**
   * Connects and takes the lock, waiting while the last process out is stopping the server; that shutdown then
   * rejects this call. Makes the database and the application's role where they are missing. Rejects with pg's errors.
   */
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
   * Gives the attachment up. `true`: no other process is attached, and none can become so while this connection
   * lasts. Of several that leave at once, the last to give up its shared lock is the one that gets `true`.
   */
  async releaseAsLast(): Promise<boolean> {
    // A server that hangs must not hold up the end of this process; its lock ends with the connection.
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
    // The server may have ended the connection already, which is what is wanted.
    await endConnection(this.#client).catch(() => undefined);
  }
}

async function ensureDatabase(client: Client, database: string): Promise<void> {
  const found = await client.query('select 1 from pg_database where datname = $1', [database]);
  if (found.rowCount) return;
  try {
    await client.query(`create database ${client.escapeIdentifier(database)}`);
  } catch (error) {
    // duplicate_database or unique_violation: another process was first.
    if (!['42P04', '23505'].includes((error as { code?: string }).code ?? '')) throw error;
  }
}

/** Of several processes that attach at once, one after the other: PostgreSQL refuses two changes of a role at a time. */
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
