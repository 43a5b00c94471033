import { sql, type Kysely } from 'kysely';

/** Hashes of earlier entries contain the path before the rename, which is recorded nowhere else. */
const renames = `
alter table document_history add column renamed_from text;
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(renames).execute(db);
}
