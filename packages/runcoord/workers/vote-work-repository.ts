import type { Database, Transaction } from '@galley/database';

export interface Vote {
  readonly proposalId: string;
  readonly agentId: string;
  readonly decision: 'approve' | 'reject' | 'abstain';
  readonly comment: string;
  readonly patchSha256: string | null;
  readonly castAt: Date;
}

export class VoteWorkRepository {
  readonly #db: Database;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  async put(vote: Vote): Promise<void> {
    const said = {
      decision: vote.decision,
      comment: vote.comment,
      patch_sha256: vote.patchSha256,
      cast_at: vote.castAt,
    };
    await this.#db
      .insertInto('votes')
      .values({ proposal_id: vote.proposalId, agent_id: vote.agentId, ...said })
      .onConflict((conflict) => conflict.columns(['proposal_id', 'agent_id']).doUpdateSet(said))
      .execute();
  }

  list(proposalId: string): Promise<Vote[]> {
    return this.#db
      .selectFrom('votes')
      .select([
        'proposal_id as proposalId',
        'agent_id as agentId',
        'decision',
        'comment',
        'patch_sha256 as patchSha256',
        'cast_at as castAt',
      ])
      .where('proposal_id', '=', proposalId)
      .orderBy('agent_id')
      .execute();
  }
}
