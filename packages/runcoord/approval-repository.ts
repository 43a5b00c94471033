import type { Transaction } from '@galley/database';

export interface ApprovalSubject {
  /** Run whose stream gets the decision: that of the request, else of its proposal, else of its task. */
  readonly runId: string | null;
  readonly proposedBy: string | null;
  readonly patch: { readonly sha256: string; readonly attachedBy: string } | undefined;
}

export interface ApprovalDecision {
  readonly id: string;
  readonly status: 'approved' | 'rejected';
  readonly by: string;
  readonly at: Date;
  readonly patchSha256: string | null;
  readonly note: string | null;
}

export class ApprovalRepository {
  readonly #db: Transaction;

  constructor(transaction: Transaction) {
    this.#db = transaction;
  }

  /** Changes of the proposal and new patches wait until the end of the transaction. */
  async lockProposal(id: string): Promise<void> {
    await this.#db.selectFrom('proposals').select('id').where('id', '=', id).forUpdate().execute();
  }

  async lock(id: string): Promise<string> {
    const { status } = await this.#db
      .selectFrom('approval_requests')
      .select('status')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    return status;
  }

  async findSubject(id: string): Promise<ApprovalSubject> {
    const { proposal_id, ownRun, proposalRun, taskRun, proposedBy } = await this.#db
      .selectFrom('approval_requests')
      .leftJoin('proposals', 'proposals.id', 'approval_requests.proposal_id')
      .leftJoin('tasks', 'tasks.id', 'approval_requests.task_id')
      .select([
        'approval_requests.proposal_id',
        'approval_requests.run_id as ownRun',
        'proposals.run_id as proposalRun',
        'tasks.run_id as taskRun',
        'proposals.proposed_by as proposedBy',
      ])
      .where('approval_requests.id', '=', id)
      .executeTakeFirstOrThrow();
    const patch = proposal_id === null ? undefined : await this.#findNewestPatch(proposal_id);
    return { runId: ownRun ?? proposalRun ?? taskRun, proposedBy, patch };
  }

  async decide({ id, status, by, at, patchSha256, note }: ApprovalDecision): Promise<void> {
    await this.#db
      .updateTable('approval_requests')
      .set({ status, decided_by: by, decided_at: at, patch_sha256: patchSha256, note })
      .where('id', '=', id)
      .execute();
  }

  #findNewestPatch(proposalId: string) {
    return this.#db
      .selectFrom('proposal_patches')
      .select(['sha256', 'attached_by as attachedBy'])
      .where('proposal_id', '=', proposalId)
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst();
  }
}
