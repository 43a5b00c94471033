import { toColumns, type Database, type Transaction } from '@galley/database';

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

  async put({ proposalId, agentId, ...vote }: Vote): Promise<void> {
    const said = toColumns(vote);
    await this.#db
      .insertInto('votes')
      .values({ proposal_id: proposalId, agent_id: agentId, ...said })
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
