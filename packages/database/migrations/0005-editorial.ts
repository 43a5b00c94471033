import { sql, type Kysely } from 'kysely';

const editorial = `
alter table documents
  add column assignee text,
  add column reviewer text,
  add column approved_by text,
  add column approved_at timestamptz,
  add column approved_revision text,
  add constraint documents_whole_approval check (
    (approved_by is null) = (approved_at is null) and (approved_by is null) = (approved_revision is null));
create index documents_by_assignee on documents (assignee) where deleted_at is null;
create index documents_by_reviewer on documents (reviewer) where deleted_at is null;

create table editorial_events (
  id text primary key,
  document_id bigint not null references documents (id) on delete cascade,
  at timestamptz not null,
  action text not null check (action in ('assign', 'request_review', 'approve', 'request_changes')),
  actor text not null,
  revision text not null,
  note text,
  details jsonb not null
);
create index editorial_events_newest on editorial_events (document_id, at desc, id desc);
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(editorial).execute(db);
}
