import { toColumns, type Database, type Transaction } from '@galley/database';

/** A person's comment on a line of a patch. */
export interface ProposalComment {
  readonly id: string;
  readonly patchSha256: string;
  readonly path: string;
  /** Side of the diff whose line numbers count. */
  readonly side: 'old' | 'new';
  readonly line: number;
  /** The line as the patch has it. */
  readonly quote: string;
  readonly body: string;
  readonly author: string;
  readonly createdAt: Date;
}

export class ProposalCommentRepository {
  readonly #db: Database;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  async insert(proposalId: string, comments: readonly ProposalComment[]): Promise<void> {
    if (comments.length === 0) return;
    const rows = comments.map((comment) => toColumns({ ...comment, proposalId }));
    await this.#db.insertInto('proposal_comments').values(rows).execute();
  }

  /** Oldest first. */
  list(proposalId: string): Promise<ProposalComment[]> {
    return this.#db
      .selectFrom('proposal_comments')
      .select(['id', 'patch_sha256 as patchSha256', 'path', 'side', 'line', 'quote', 'body'])
      .select(['author', 'created_at as createdAt'])
      .where('proposal_id', '=', proposalId)
      .orderBy('seq')
      .execute();
  }
}
