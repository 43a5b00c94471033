import { sql, type Kysely } from 'kysely';

/**
 * Words of the public texts; those of `document_search` may be of drafts. The columns of `published_documents` save
 * reading its wide rows for each match.
 */
const table = `
create table public_search (
  document_id bigint primary key references published_documents (document_id) on delete cascade,
  version integer not null,
  config text not null,
  head tsvector not null,
  everything tsvector not null,
  lang text not null,
  type text not null,
  date timestamptz not null,
  is_listed boolean not null
);
alter table public_search alter column everything set storage external;
create index public_search_words on public_search using gin (everything);

create function is_listed_in_search(open published_documents) returns boolean language sql immutable as $$
  select not open.params @> '{"noindex": true}' and open.url !~ '^(/[^/]+)?/404/$'
$$;
`;

/** Equal revisions have equal words. Other public texts are indexed by `SearchFiller`. */
const follow = `
create function public_search_follow() returns trigger language plpgsql as $$
begin
  insert into public_search (document_id, version, config, head, everything, lang, type, date, is_listed)
    select open.document_id, new.version, new.config, new.head, new.everything,
      open.lang, open.type, open.date, is_listed_in_search(open)
    from published_documents as open join documents on documents.id = open.document_id
    where open.document_id = new.document_id and open.revision = documents.revision
  on conflict (document_id) do update
    set version = excluded.version, config = excluded.config, head = excluded.head,
      everything = excluded.everything, lang = excluded.lang, type = excluded.type,
      date = excluded.date, is_listed = excluded.is_listed;
  return null;
end $$;
create trigger public_search_followed after insert or update on document_search
  for each row when (new.version > 0) execute function public_search_follow();
`;

/** Words that are no longer public must not find anything. */
const forget = `
create function public_search_forget() returns trigger language plpgsql as $$
begin
  delete from public_search where document_id = new.document_id;
  return null;
end $$;
create trigger public_search_forgotten after update on published_documents
  for each row when (
    (old.revision, old.lang, old.title, old.summary, old.taxonomies)
      is distinct from (new.revision, new.lang, new.title, new.summary, new.taxonomies)
  ) execute function public_search_forget();

create function public_search_refresh() returns trigger language plpgsql as $$
begin
  update public_search
    set type = new.type, date = new.date, is_listed = is_listed_in_search(new)
    where document_id = new.document_id;
  return null;
end $$;
create trigger public_search_refreshed after update on published_documents
  for each row when (
    (old.type, old.date, old.params, old.url) is distinct from (new.type, new.date, new.params, new.url)
  ) execute function public_search_refresh();
`;

const existing = `
insert into public_search (document_id, version, config, head, everything, lang, type, date, is_listed)
  select open.document_id, found.version, found.config, found.head, found.everything,
    open.lang, open.type, open.date, is_listed_in_search(open)
  from published_documents as open join documents on documents.id = open.document_id
  join document_search as found on found.document_id = open.document_id
  where open.revision = documents.revision and found.version > 0;
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [table, follow, forget, existing]) await sql.raw(part).execute(db);
}
