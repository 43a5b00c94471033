import { sql } from 'kysely';
import type { Database, Transaction } from './database.ts';

/** What the application adds to and reads, and never changes: the audit log, and the receipts of approvals. */
export const guardedTables = ['audit_entries', 'approval_receipts'] as const;

/**
 * Whether a role could change what is guarded all the same, by rights that come from elsewhere: of a superuser, of an
 * owner, of a group that it belongs to. False while there are no such tables.
 */
export async function isMighty(db: Database | Transaction, role: string): Promise<boolean> {
  const { rows } = await sql<{ mighty: boolean | null }>`
    select bool_or(
      has_table_privilege(${role}, guarded.oid, 'update, delete, truncate, trigger')
      or pg_has_role(${role}, guarded.relowner, 'member')
      or pg_has_role(${role}, (select nspowner from pg_namespace where oid = guarded.relnamespace), 'member')
      or pg_has_role(${role}, (select datdba from pg_database where datname = current_database()), 'member')
    ) as mighty
    from unnest(${sql.val([...guardedTables])}::text[]) as name
    join pg_class as guarded on guarded.oid = to_regclass(name)
  `.execute(db);
  return rows[0]?.mighty === true;
}
