import { sql } from 'kysely';
import type { Database } from '@galley/database';

export class MediaMentionsRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async addMentions(): Promise<void> {
    await sql`
      insert into document_history
        (document_id, seq, hash, author, message, kind, status, revision, at, bytes)
      select document_id, 2, 'm' || document_id, author, message, kind, status, revision, at,
        bytes || convert_to('![](/media/logo.svg) ' || (
          select string_agg('![](/media/2026/' || (document_id * 7 + n * 1613) % 5000 || '.jpg)', ' words ')
          from generate_series(1, 3) as n), 'UTF8')
      from document_history where seq = 1
    `.execute(this.#db);
    await sql`update documents set head_hash = 'm' || id`.execute(this.#db);
    await sql`analyze documents, document_history, media_mentions`.execute(this.#db);
  }

  async countPlainly(path: string): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*) from documents
      join document_history on document_id = id and hash in (head_hash, public_hash)
      where deleted_at is null and position(convert_to(${path}, 'UTF8') in bytes) > 0
    `.execute(this.#db);
    return rows[0]!.count;
  }
}
