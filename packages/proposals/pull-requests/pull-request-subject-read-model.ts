import type { Database, Transaction } from '@galley/database';
import { ProposalCheckRepository, type CheckResult } from '@galley/runcoord';
import { DecidedProposalRepository, type DecidedProposal } from '../decided-proposal-repository.ts';

/** Everything that a pull request tells about a proposal. */
export interface PullRequestSubject extends DecidedProposal {
  readonly goal: string;
  readonly task: string | null;
  /** Results for the newest patch; empty without a patch. */
  readonly checks: readonly CheckResult[];
  readonly attachedAt: Date | null;
  readonly votes: { readonly approve: number; readonly reject: number };
}

export class PullRequestSubjectReadModel {
  readonly #db: Database | Transaction;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  async find(workspaceId: string, id: string): Promise<PullRequestSubject | undefined> {
    const proposal = await new DecidedProposalRepository(this.#db).find(workspaceId, id);
    if (!proposal) return undefined;
    const row = await this.#db
      .selectFrom('proposals')
      .leftJoin('runs', 'runs.id', 'proposals.run_id')
      .leftJoin('tasks', 'tasks.id', 'proposals.task_id')
      .select(['runs.goal', 'tasks.title as task'])
      .where('proposals.id', '=', id)
      .executeTakeFirstOrThrow();
    const sha256 = proposal.patch?.sha256;
    const checks = await new ProposalCheckRepository(this.#db).list(id, sha256);
    return {
      ...proposal,
      goal: row.goal ?? '',
      task: row.task,
      checks,
      ...(await this.#aboutPatch(id, sha256)),
    };
  }

  async #aboutPatch(id: string, sha256: string | undefined) {
    if (sha256 === undefined) return { attachedAt: null, votes: { approve: 0, reject: 0 } };
    const patch = await this.#db
      .selectFrom('proposal_patches')
      .select('attached_at as attachedAt')
      .where('proposal_id', '=', id)
      .where('sha256', '=', sha256)
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst();
    const votes = await this.#db
      .selectFrom('votes')
      .select('decision')
      .where('proposal_id', '=', id)
      .where('patch_sha256', '=', sha256)
      .execute();
    const count = (decision: string) => votes.filter((one) => one.decision === decision).length;
    return {
      attachedAt: patch?.attachedAt ?? null,
      votes: { approve: count('approve'), reject: count('reject') },
    };
  }
}
