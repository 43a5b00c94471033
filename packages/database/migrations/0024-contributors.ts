import { sql, type Kysely } from 'kysely';

/**
 * Facts from which the contributors to a revision follow. `on_behalf_of` is null in entries of earlier releases, which
 * may go on writing while this one runs; readers treat those conservatively. A first approval names the entry that it
 * made: once another entry follows that does not carry it on, it is void, whichever release wrote that entry.
 */
const columns = [
  'alter table document_history add column owner text, add column on_behalf_of text[]',
  `alter table documents
    add column first_approved_by text,
    add column first_approved_at timestamptz,
    add column first_approved_revision text,
    add column first_approval_head text`,
  `alter table approval_receipts
    add column contributors text[],
    add column approvers text[],
    add column independence text check (independence in ('contributors', 'last_editor')),
    add constraint approval_receipts_parties
      check (num_nulls(contributors, approvers, independence) in (0, 3))`,
  'alter table runs add column started_by text',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of columns) await sql.raw(statement).execute(db);
}
