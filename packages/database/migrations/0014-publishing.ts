import { sql, type Kysely } from 'kysely';

/**
 * `version` is another at each change of a row, so that whoever made something of it can tell whether that is outdated.
 * `aliases` are addresses that a document claims besides its own.
 */
const columns = `
create sequence published_version;
alter table published_documents add column version bigint not null default nextval('published_version');
alter table published_documents add column aliases text[] not null default '{}';
create index published_by_alias on published_documents using gin (aliases) where aliases <> '{}';
create index published_by_path_of_lang on published_documents (lang, path);
`;

/** Each term of each public document by its date: what is newest under a term, and how much there is of it. */
const terms = `
create table public_terms (
  document_id bigint not null references published_documents (document_id) on delete cascade,
  lang text not null,
  term text not null,
  date timestamptz not null,
  path text not null,
  primary key (document_id, term)
);
create index public_terms_newest on public_terms (lang, term, date desc, path) include (document_id);
insert into public_terms (document_id, lang, term, date, path)
  select distinct document_id, lang, term, date, path from published_documents, unnest(terms) as term;
`;

/** Addresses at which a document was public once: they lead to where it is public now. */
const addresses = `
create table former_addresses (
  url text not null,
  document_id bigint not null references documents (id) on delete cascade,
  left_at timestamptz not null,
  primary key (url, document_id)
);
create index former_addresses_of_document on former_addresses (document_id);
`;

/**
 * Whoever keeps what was made from public documents is told of each change when it is committed, in the order of the
 * commits. A notification holds less than 8,000 bytes: where the facts of a row do not fit, that something changed is
 * all it says.
 */
const triggers = `
create function published_facts(open published_documents) returns jsonb language sql immutable as $$
  select jsonb_build_object('path', open.path, 'id', open.public_id, 'key', open.translation_key, 'type', open.type,
    'lang', open.lang, 'url', open.url, 'title', open.title, 'date', extract(epoch from open.date),
    'updated', extract(epoch from open.updated_at), 'taxonomies', open.taxonomies, 'aliases', open.aliases)
$$;

create function published_renew() returns trigger language plpgsql as $$
begin
  new.version := nextval('published_version');
  return new;
end $$;
create trigger published_renewed before update on published_documents
  for each row execute function published_renew();

create function published_tell() returns trigger language plpgsql as $$
declare
  told text;
begin
  if tg_op <> 'INSERT' and (tg_op = 'DELETE' or old.url <> new.url) then
    insert into former_addresses (url, document_id, left_at) values (old.url, old.document_id, now())
      on conflict (url, document_id) do update set left_at = excluded.left_at;
  end if;
  if tg_op = 'INSERT' or tg_op = 'UPDATE' and (old.lang, old.terms, old.date, old.path) is distinct from (new.lang, new.terms, new.date, new.path) then
    delete from public_terms where document_id = new.document_id;
    insert into public_terms (document_id, lang, term, date, path)
      select distinct new.document_id, new.lang, term, new.date, new.path from unnest(new.terms) as term;
  end if;
  told := jsonb_build_object(
    'before', case when tg_op = 'INSERT' then null else published_facts(old) end,
    'after', case when tg_op = 'DELETE' then null else published_facts(new) end)::text;
  perform pg_notify('galley_public', case when octet_length(told) < 7900 then told else '{}' end);
  return null;
end $$;
create trigger published_told after insert or update or delete on published_documents
  for each row execute function published_tell();
`;

/** Builds of the static output: one is waiting at most, since one is enough for all who want it. */
const builds = `
create table builds (
  id text primary key,
  status text not null check (status in ('queued', 'building', 'done', 'failed')),
  reason text not null,
  requested_by text,
  is_full boolean not null default false,
  requested_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  result jsonb,
  error text,
  log jsonb not null default '[]'
);
create unique index builds_one_queued on builds (status) where status = 'queued';
create index builds_newest on builds (requested_at desc, id desc);
create index builds_newest_of_status on builds (status, finished_at desc);
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [columns, terms, addresses, triggers, builds]) await sql.raw(part).execute(db);
}
