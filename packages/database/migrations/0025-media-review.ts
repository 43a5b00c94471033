import { sql, type Kysely } from 'kysely';

/** Reviewers of documents decide on media files as well (ADD-MED-2); an administrator may do everything. */
const reviewers = `
update roles set capabilities = array_append(capabilities, 'media.review')
where builtin and name in ('editor', 'reviewer') and not 'media.review' = any(capabilities)
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(reviewers).execute(db);
}
