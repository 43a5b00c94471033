import type { Transaction } from '@galley/database';

/** What bears on who may decide on a request, and what it is that they decide on. */
export interface ApprovalSubject {
  /** Where its events go: its own run, else that of its proposal, else that of its task. */
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

/** Decides on requests for approval; in a transaction. */
export class ApprovalRepository {
  readonly #db: Transaction;

  constructor(transaction: Transaction) {
    this.#db = transaction;
  }

  /**
   * Until the end of the transaction nobody changes the proposal, or attaches a patch to it: what does refers to the
   * row, and waits.
   */
  async lockProposal(id: string): Promise<void> {
    await this.#db.selectFrom('proposals').select('id').where('id', '=', id).forUpdate().execute();
  }

  /** Its status, which nobody else changes before the end of the transaction. */
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
