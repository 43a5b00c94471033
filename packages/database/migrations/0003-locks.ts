import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table document_locks (
      document_id bigint primary key references documents (id) on delete cascade,
      holder text not null,
      token text not null,
      acquired_at timestamptz not null,
      expires_at timestamptz not null
    )
  `.execute(db);
  await sql`create index document_locks_by_end on document_locks (expires_at)`.execute(db);
}
