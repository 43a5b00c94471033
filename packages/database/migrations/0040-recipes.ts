import { sql, type Kysely } from 'kysely';

const recipes = `
create table run_recipes (
  run_id text primary key references runs (id),
  seq bigint generated always as identity,
  workspace_id text not null references workspaces (id),
  recipe text not null,
  parameters jsonb not null,
  cause text not null,
  team text[],
  paths text[]
);
create index run_recipes_newest on run_recipes (workspace_id, recipe, seq desc);

create table recipe_schedules (
  workspace_id text not null references workspaces (id),
  recipe text not null,
  schedule text not null,
  next_at timestamptz not null,
  primary key (workspace_id, recipe)
);

create table recipe_requests (
  workspace_id text not null references workspaces (id),
  recipe text not null,
  key text not null,
  cause text not null,
  parameters jsonb not null,
  due_at timestamptz not null,
  primary key (workspace_id, recipe, key)
);

create table recipe_firings (
  id bigint generated always as identity primary key,
  workspace_id text not null references workspaces (id),
  recipe text not null,
  cause text not null,
  due_at timestamptz not null,
  fired_at timestamptz not null,
  outcome text not null,
  run_id text references runs (id),
  detail text
);
create unique index recipe_firings_once on recipe_firings (workspace_id, recipe, due_at) where cause = 'schedule';
create index recipe_firings_newest on recipe_firings (workspace_id, recipe, id desc);
create index recipe_firings_by_age on recipe_firings (fired_at);
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(recipes).execute(db);
}
