import { sql, type Kysely } from 'kysely';

/** Which drafts of documents a proposal has become, and what they were before. */
const documents = `
create table proposal_documents (
  proposal_id text not null references proposals (id),
  path text not null,
  patch_sha256 text not null,
  agent_id text not null,
  before_text text,
  document_id bigint,
  revision text,
  approved_by text,
  decision_id text,
  submitted_at timestamptz not null,
  primary key (proposal_id, path)
);
create index proposal_documents_of_document on proposal_documents (document_id);
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(documents).execute(db);
}
