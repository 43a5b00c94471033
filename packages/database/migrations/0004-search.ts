import { sql, type Kysely } from 'kysely';

/**
 * What a search looks through is a table of its own: most changes of `documents` leave the text alone, and would
 * otherwise put every word of it into the index again. `head` is title, terms and summary; `everything` has the body
 * too. `config` names the text search configuration whose stems the words were reduced to.
 */
const search = `
create table document_search (
  document_id bigint primary key references documents (id) on delete cascade,
  config text not null,
  head tsvector not null,
  everything tsvector not null
);
create index document_search_words on document_search using gin (everything);
`;

/**
 * One index for each order of a list. A document without the date comes last in either direction, hence two for a
 * date; the other orders are read backwards. Only the beginning of a title counts: an entry of an index has a limit.
 */
const orders = `
drop index documents_newest;
create index documents_newest
  on documents (coalesce(updated_at, created_at, date, '-infinity'::timestamptz), path) where deleted_at is null;
create index documents_oldest
  on documents (coalesce(updated_at, created_at, date, 'infinity'::timestamptz), path) where deleted_at is null;
create index documents_latest_date on documents (coalesce(date, '-infinity'::timestamptz), path)
  where deleted_at is null;
create index documents_earliest_date on documents (coalesce(date, 'infinity'::timestamptz), path)
  where deleted_at is null;
create index documents_by_title on documents (lower("left"(title, 100)), path) where deleted_at is null;
`;

/** The first answers how many there are of any combination without a look at the documents. */
const filters = `
create index documents_counted on documents (status, type, lang, author) where deleted_at is null;
create index documents_by_type on documents (type, lang) where deleted_at is null;
create index documents_by_lang on documents (lang) where deleted_at is null;
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [search, orders, filters]) await sql.raw(part).execute(db);
}
