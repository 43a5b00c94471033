import { sql, type Kysely } from 'kysely';

const people = `
create table roles (
  name text primary key,
  capabilities text[] not null,
  builtin boolean not null
);

insert into roles (name, builtin, capabilities) values
  ('admin', true, array['*']),
  ('editor', true, array[
    'documents.read', 'documents.create', 'documents.write', 'documents.review', 'documents.history',
    'documents.lifecycle', 'documents.diff', 'documents.assign', 'documents.publish',
    'media.read', 'media.write', 'media.lifecycle', 'runs.read', 'runs.control', 'runs.approve']),
  ('author', true, array[
    'documents.read.own', 'documents.create', 'documents.write.own', 'documents.history.own',
    'documents.lifecycle.own', 'documents.diff.own', 'media.read', 'media.write']),
  ('reviewer', true, array[
    'documents.read', 'documents.review', 'documents.history', 'documents.diff',
    'media.read', 'runs.read', 'runs.approve']);

create table users (
  username text primary key,
  name text not null,
  email text not null,
  role text not null references roles (name) on update cascade,
  enabled boolean not null default true,
  created_at timestamptz not null,
  last_login_at timestamptz
);

create table credentials (
  id text primary key,
  username text not null references users (username) on update cascade on delete cascade,
  kind text not null,
  data jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index credentials_one_password on credentials (username) where kind = 'password';

create table sessions (
  id text primary key,
  token_hash text not null unique,
  username text not null references users (username) on update cascade on delete cascade,
  csrf_token text not null,
  mfa_complete boolean not null,
  remote_addr text not null,
  user_agent text not null,
  issued_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  absolute_expires_at timestamptz not null
);
create index sessions_by_user on sessions (username);
create index sessions_by_end on sessions (expires_at);

create table one_time_tokens (
  token_hash text primary key,
  purpose text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
`;

const documents = `
create table documents (
  id bigint generated always as identity primary key,
  path text not null,
  public_id text not null,
  type text not null,
  lang text not null,
  slug text not null,
  title text not null,
  url text not null,
  layout text,
  summary text,
  author text,
  last_editor text,
  date timestamptz,
  taxonomies jsonb not null,
  fields jsonb not null,
  params jsonb not null,
  status text not null check (status in ('draft', 'in_review', 'scheduled', 'published', 'archived')),
  scheduled_publish_at timestamptz,
  scheduled_unpublish_at timestamptz,
  revision text not null,
  head_hash text not null,
  public_hash text,
  published_revision text,
  published_at timestamptz,
  created_at timestamptz,
  updated_at timestamptz,
  problem jsonb,
  file_hash text,
  file_size bigint,
  file_mtime_ms double precision,
  materialised boolean not null,
  deleted_at timestamptz
);
create unique index documents_living_path on documents (path) where deleted_at is null;
create index documents_unmaterialised on documents (id) where not materialised;
create index documents_newest on documents (coalesce(updated_at, created_at, date) desc nulls last, path)
  where deleted_at is null;
create index documents_by_author on documents (author) where deleted_at is null;

create table document_history (
  document_id bigint not null references documents (id),
  seq integer not null,
  hash text not null,
  parent_hash text,
  author text not null,
  message text not null,
  kind text not null,
  status text not null,
  revision text not null,
  at timestamptz not null,
  bytes bytea not null,
  primary key (document_id, seq),
  unique (document_id, hash)
);

create table published_documents (
  document_id bigint primary key references documents (id),
  path text not null unique,
  public_id text not null,
  translation_key text not null,
  type text not null,
  lang text not null,
  slug text not null,
  title text not null,
  url text not null,
  layout text,
  summary text,
  author text,
  last_editor text,
  date timestamptz not null,
  has_own_date boolean not null,
  taxonomies jsonb not null,
  terms text[] not null,
  fields jsonb not null,
  params jsonb not null,
  body text not null,
  hash text not null,
  revision text not null,
  created_at timestamptz,
  updated_at timestamptz,
  published_at timestamptz not null
);
create index published_by_url on published_documents (url, path);
create index published_by_id on published_documents (public_id);
create index published_newest on published_documents (date desc, path);
create index published_of_type on published_documents (type, lang, date desc, path);
create index published_of_lang on published_documents (lang, date desc, path);
create index published_translations on published_documents (translation_key);
create index published_terms on published_documents using gin (terms);

create table project_facts (
  name text primary key,
  value jsonb not null
);
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(people).execute(db);
  await sql.raw(documents).execute(db);
}
