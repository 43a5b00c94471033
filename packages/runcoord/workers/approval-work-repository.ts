import type { Database, Transaction } from '@galley/database';
import { ApprovalRecordsReadModel, type ApprovalRecord } from '../approval-records-read-model.ts';

export class ApprovalWorkRepository {
  readonly #db: Database;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  async insert(request: ApprovalRecord): Promise<void> {
    await this.#db
      .insertInto('approval_requests')
      .values({
        id: request.id,
        run_id: request.runId,
        proposal_id: request.proposalId,
        task_id: request.taskId,
        status: request.status,
        reason: request.reason,
        requested_by: request.requestedBy,
        requested_at: request.requestedAt,
      })
      .execute();
  }

  /** `undefined` also for a request of another run. */
  find(runId: string, id: string): Promise<ApprovalRecord | undefined> {
    return new ApprovalRecordsReadModel(this.#db).findOfRun(runId, id);
  }

  async findPending(proposalId: string): Promise<string | undefined> {
    const row = await this.#db
      .selectFrom('approval_requests')
      .select('id')
      .where('proposal_id', '=', proposalId)
      .where('status', '=', 'requested')
      .limit(1)
      .executeTakeFirst();
    return row?.id;
  }

  async withdrawOf(proposalId: string): Promise<void> {
    await this.#db
      .updateTable('approval_requests')
      .set({ status: 'withdrawn' })
      .where('proposal_id', '=', proposalId)
      .where('status', '=', 'requested')
      .execute();
  }
}
