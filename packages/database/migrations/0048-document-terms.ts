import { sql, type Kysely } from 'kysely';

/** For lists of documents with a term. */
const terms = `
create index documents_by_term on documents using gin (taxonomies jsonb_path_ops) where deleted_at is null;
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(terms).execute(db);
}
