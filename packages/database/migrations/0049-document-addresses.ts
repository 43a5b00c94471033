import { sql, type Kysely } from 'kysely';

/** For documents at the addresses of terms. */
const addresses = `
create index documents_by_url on documents (url) where deleted_at is null;
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(addresses).execute(db);
}
