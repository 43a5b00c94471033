import { sql } from 'kysely';
import type { Database, Transaction } from './database.ts';

/** Append-only for the application. */
export const guardedTables = [
  'audit_entries',
  'approval_receipts',
  'document_history',
  'editorial_events',
] as const;

/** Whether a role could change the guarded tables through other rights. False before the tables exist. */
export async function isMighty(db: Database | Transaction, role: string): Promise<boolean> {
  const { rows } = await sql<{ mighty: boolean | null }>`
    select bool_or(
      has_table_privilege(${role}, guarded.oid, 'delete, truncate, trigger')
      or has_any_column_privilege(${role}, guarded.oid, 'update')
      or pg_has_role(${role}, guarded.relowner, 'member')
      or pg_has_role(${role}, (select nspowner from pg_namespace where oid = guarded.relnamespace), 'member')
      or pg_has_role(${role}, (select datdba from pg_database where datname = current_database()), 'member')
      or pg_has_role(${role}, 'pg_write_server_files', 'member')
      or pg_has_role(${role}, 'pg_execute_server_program', 'member')
      or has_parameter_privilege(${role}, 'session_replication_role', 'set')
      or (
        -- Until PostgreSQL 16, such a role makes itself a member of any ordinary role, so also of the owner.
        current_setting('server_version_num')::integer < 160000
        and (select rolcreaterole from pg_roles where rolname = ${role})
      )
    ) as mighty
    from unnest(${sql.val([...guardedTables])}::text[]) as name
    join pg_class as guarded on guarded.oid = to_regclass(name)
  `.execute(db);
  return rows[0]?.mighty === true;
}
