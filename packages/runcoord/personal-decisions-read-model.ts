import type { Database } from '@galley/database';
import { inBatches } from '@galley/kernel';

const size = 500;

/** For the export of a person's own data (ADD-ACC-9). */
export class PersonalDecisionsReadModel {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Decisions on proposals, and on requests for approval without one. */
  async *decisions(username: string) {
    const proposals = this.#db
      .selectFrom('proposals')
      .select(['id', 'title', 'status', 'decided_at as at', 'decision_note as note'])
      .where('decided_by', '=', username)
      .orderBy('id')
      .limit(size);
    const requests = this.#db
      .selectFrom('approval_requests')
      .select(['id', 'status', 'decided_at as at', 'note'])
      .where('decided_by', '=', username)
      .where('proposal_id', 'is', null)
      .orderBy('id')
      .limit(size);
    const start = '';
    yield* inBatches((after: string) => proposals.where('id', '>', after).execute(), {
      start,
      size,
    });
    yield* inBatches((after: string) => requests.where('id', '>', after).execute(), {
      start,
      size,
    });
  }

  /** Comments on lines of patches, without the lines. */
  comments(username: string) {
    const rows = this.#db
      .selectFrom('proposal_comments')
      .select(['id', 'proposal_id as proposal', 'path', 'line', 'body', 'created_at as at'])
      .where('author', '=', username)
      .orderBy('id')
      .limit(size);
    return inBatches((after: string) => rows.where('id', '>', after).execute(), {
      start: '',
      size,
    });
  }
}
