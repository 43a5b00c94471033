import { sql, type Kysely } from 'kysely';

/**
 * Versions of what is public begin with the moment at which a database was made, in microseconds: whoever kept what was
 * made from another database, which had counted from one as well, must not take it for the same.
 */
const begin = `
select setval('published_version', greatest(
  nextval('published_version'),
  (extract(epoch from clock_timestamp()) * 1000000)::bigint
))
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(begin).execute(db);
}
