import { sql, type Kysely } from 'kysely';

/** A pending delivery is due at `due_at`, which is later while an attempt is under way. */
const webhooks = `
create table webhooks (
  id text primary key,
  name text not null,
  url text not null,
  events text[] not null,
  enabled boolean not null,
  sealed_secret text not null,
  previous_sealed_secret text,
  previous_until timestamptz,
  failing_since timestamptz,
  created_at timestamptz not null,
  created_by text not null
);
create table webhook_deliveries (
  id text primary key,
  webhook_id text not null references webhooks (id) on delete cascade,
  event text not null,
  body text not null,
  status text not null check (status in ('pending', 'delivered', 'failed')),
  attempts integer not null default 0,
  due_at timestamptz check ((due_at is null) = (status <> 'pending')),
  created_at timestamptz not null,
  last_attempt_at timestamptz,
  response_status integer,
  error text
);
create index webhook_deliveries_due on webhook_deliveries (due_at) where status = 'pending';
create index webhook_deliveries_of_webhook on webhook_deliveries (webhook_id, id);
create index webhook_deliveries_by_age on webhook_deliveries (created_at);
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(webhooks).execute(db);
}
