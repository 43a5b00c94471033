import { sql, type Kysely } from 'kysely';

/**
 * Who put a backup in the place of the tree, on documents whose files it changed or took away and whose rows have yet
 * to follow. It stands in the document's own row, so that whoever looks at the document sees it without asking.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table documents add column restored_by text`.execute(db);
}
