import { sql, type Kysely } from 'kysely';

/** Nothing is removed with what it is about: receipts keep the history, the event and the document that they name. */
const receipts = `
create table approval_receipts (
  id text primary key,
  document_id bigint not null references documents (id),
  seq integer not null,
  event_id text not null unique references editorial_events (id),
  approver text not null,
  at timestamptz not null,
  revision text not null,
  note text,
  hash text not null,
  previous text,
  base_hash text,
  diff_method text not null check (diff_method in ('lines-1', 'hashes-1')),
  diff_sha256 text not null,
  diff_added integer,
  diff_removed integer,
  receipt_hash text not null unique,
  unique (document_id, seq),
  foreign key (document_id, hash) references document_history (document_id, hash),
  check ((seq = 1) = (previous is null) and (seq = 1) = (base_hash is null))
);
`;

/** As for the audit log: nobody changes or removes one, whatever role asks. */
const guard = `
create function keep_approval_receipts() returns trigger language plpgsql as $$
begin
  raise exception 'approval_receipts is append-only: % is refused', tg_op using errcode = 'insufficient_privilege';
end
$$;
create trigger keep_approval_receipts before update or delete on approval_receipts
  for each row execute function keep_approval_receipts();
create trigger keep_all_approval_receipts before truncate on approval_receipts
  for each statement execute function keep_approval_receipts();
alter table approval_receipts enable always trigger keep_approval_receipts;
alter table approval_receipts enable always trigger keep_all_approval_receipts;
`;

/** Approvals that were given before have no receipt, and whoever verifies the history has to know which. */
const earlier = `
insert into project_facts (name, value)
  select 'approvals_before_receipts', jsonb_agg(id order by at, id)
  from editorial_events where action = 'approve' having count(*) > 0;
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [receipts, guard, earlier]) await sql.raw(part).execute(db);
}
