import { sql } from 'kysely';
import type { Database } from './database.ts';
import { guardedTables } from './guarded-tables.ts';

export interface ServerInspection {
  readonly encoding: string;
  readonly collation: string;
  /** Collation version that the indexes were built with; null without one. */
  readonly collationVersion: string | null;
  readonly collationNow: string | null;
  readonly timeZone: string;
  /** Bytes. */
  readonly size: number;
  /** Whether the server is on this machine, or at a loopback address. */
  readonly isLocal: boolean;
  readonly isEncrypted: boolean;
  readonly isReplica: boolean;
  /** Without this one, of all databases and programs. */
  readonly connectionsInUse: number;
  /** Names of disabled settings without which saved data may be lost. */
  readonly unsafe: readonly string[];
  readonly now: Date;
}

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
