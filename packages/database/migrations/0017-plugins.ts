import { sql, type Kysely } from 'kysely';

/**
 * Which plugins are on, and what somebody consented to: `consent` names the permissions, so that a plugin that asks for
 * others is asked about again. A plugin without a row is off. Each change is told on the channel of the settings.
 */
const plugins = `
create table plugins (
  name text primary key,
  enabled boolean not null,
  consent text,
  changed_by text not null,
  changed_at timestamptz not null,
  last_error text,
  failed_at timestamptz,
  version bigint not null default 1
);
create function plugins_tell() returns trigger language plpgsql as $$
begin
  perform pg_notify('galley_public', 'settings');
  return null;
end $$;
create trigger plugins_told after insert or update or delete on plugins
  for each statement execute function plugins_tell();
`;

/** What plugins keep for themselves; `value` is JSON. */
const storage = `
create table plugin_storage (
  plugin text not null,
  key text not null,
  value text not null,
  bytes integer not null,
  updated_at timestamptz not null,
  primary key (plugin, key)
);
`;

/** When each job of a plugin was begun last, so that one of all processes does it, and what became of it. */
const jobs = `
create table plugin_jobs (
  plugin text not null,
  job text not null,
  started_at timestamptz not null,
  finished_at timestamptz,
  error text,
  primary key (plugin, job)
);
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statements of [plugins, storage, jobs]) await sql.raw(statements).execute(db);
}
