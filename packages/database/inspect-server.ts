import { sql } from 'kysely';
import type { Database } from './database.ts';
import { guardedTables } from './guarded-tables.ts';

/** What the server of a database is like, and how this connection reaches it. */
export interface ServerInspection {
  /** Of the database, such as `UTF8`. */
  readonly encoding: string;
  readonly collation: string;
  /** The version of the collation that the indexes were made with; null where it has none. */
  readonly collationVersion: string | null;
  /** The one that the operating system has now. */
  readonly collationNow: string | null;
  readonly timeZone: string;
  /** Of the database, in bytes. */
  readonly size: number;
  /** Whether the server is on this machine, or at least at a loopback address. */
  readonly isLocal: boolean;
  readonly isEncrypted: boolean;
  /** Whether it only repeats what another server is told. */
  readonly isReplica: boolean;
  /** Connections of others than this one, of all databases and programs. */
  readonly connectionsInUse: number;
  /** Names of the settings that are off though what was saved may be lost without them. */
  readonly unsafe: readonly string[];
  /** By the clock of the server. */
  readonly now: Date;
}

/** Looks at the server and changes nothing. */
export async function inspectServer(db: Database): Promise<ServerInspection> {
  const { rows } = await sql<ServerInspection>`
    select pg_encoding_to_char(encoding) as encoding, datcollate as collation,
      datcollversion as "collationVersion",
      pg_database_collation_actual_version(pg_database.oid) as "collationNow",
      current_setting('TimeZone') as "timeZone", pg_database_size(pg_database.oid) as size,
      coalesce(inet_server_addr() <<= '127.0.0.0/8' or inet_server_addr() = '::1', true) as "isLocal",
      coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as "isEncrypted",
      pg_is_in_recovery() as "isReplica",
      (select count(*) from pg_stat_activity
        where backend_type = 'client backend' and pid <> pg_backend_pid()) as "connectionsInUse",
      array(select name from pg_settings
        where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off'
        order by name) as unsafe,
      clock_timestamp() as now
    from pg_database where datname = current_database()
  `.execute(db);
  return rows[0]!;
}

const ownHistory = ['kysely_migration', 'kysely_migration_lock'];

/** Tables of the application that the role of this connection may not work with as it has to, by name. */
export async function tablesOutOfReach(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name
    from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
      and not case
        when relname = any(${sql.val([...ownHistory])}) then has_table_privilege(oid, 'select')
        when relname = any(${sql.val([...guardedTables])})
          then has_table_privilege(oid, 'select') and has_table_privilege(oid, 'insert')
        else has_table_privilege(oid, 'select') and has_table_privilege(oid, 'insert')
          and has_table_privilege(oid, 'update') and has_table_privilege(oid, 'delete')
      end
    order by relname
  `.execute(db);
  return rows.map(({ name }) => name);
}
