import { sql, type Kysely } from 'kysely';

/** A check run is claimed with its row, and repeated until `finished_at` is set. */
const checks = `
create table proposal_check_runs (
  proposal_id text not null references proposals (id),
  patch_sha256 text not null,
  attempts integer not null,
  claimed_at timestamptz not null,
  finished_at timestamptz,
  returned_at timestamptz,
  primary key (proposal_id, patch_sha256)
);

create table proposal_checks (
  proposal_id text not null,
  patch_sha256 text not null,
  name text not null,
  outcome text not null,
  detail text not null,
  at timestamptz not null,
  primary key (proposal_id, patch_sha256, name),
  foreign key (proposal_id, patch_sha256) references proposal_check_runs
);

alter table run_recipes add column checks text[];
alter table run_recipes add column votes jsonb;
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(checks).execute(db);
}
