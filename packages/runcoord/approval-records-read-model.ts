import { sql, type RawBuilder } from 'kysely';
import type { Database, Transaction } from '@galley/database';
import { behind, inListOrder } from './list-order-read-model.ts';
import type { RecordQuery } from './record-page.ts';

export interface ApprovalRecord {
  readonly id: string;
  readonly runId: string | null;
  readonly proposalId: string | null;
  readonly taskId: string | null;
  readonly status: string;
  readonly requestedBy: string;
  readonly requestedAt: Date;
  readonly decidedBy: string | null;
  readonly decidedAt: Date | null;
  readonly patchSha256: string | null;
  readonly reason: string | null;
  readonly note: string | null;
}

const columns = [
  'id',
  'run_id as runId',
  'proposal_id as proposalId',
  'task_id as taskId',
  'status',
  'requested_by as requestedBy',
  'requested_at as requestedAt',
  'decided_by as decidedBy',
  'decided_at as decidedAt',
  'patch_sha256 as patchSha256',
  'reason',
  'note',
] as const;

/** By proposal, else task, else run. One subquery per row: with a join, the planner reads all proposals. */
export function isApprovalOf(workspaceId: string): RawBuilder<boolean> {
  return sql`coalesce(
    (select workspace_id from proposals where id = approval_requests.proposal_id),
    (select workspace_id from tasks where id = approval_requests.task_id),
    (select workspace_id from runs where id = approval_requests.run_id)
  ) = ${workspaceId}`;
}

export class ApprovalRecordsReadModel {
  readonly #db: Database;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  list({ workspaceId, status, runId, after, limit }: RecordQuery): Promise<ApprovalRecord[]> {
    return this.#db
      .selectFrom('approval_requests')
      .select(columns)
      .$if(status !== undefined, (query) => query.where('status', '=', status!))
      .$if(runId !== undefined, (query) => query.where('run_id', '=', runId!))
      .where(behind('approval_requests', after))
      .where(isApprovalOf(workspaceId))
      .orderBy(inListOrder('approval_requests'))
      .limit(limit)
      .execute();
  }

  /** `undefined` also for a request of another workspace. */
  find(workspaceId: string, id: string): Promise<ApprovalRecord | undefined> {
    return this.#db
      .selectFrom('approval_requests')
      .select(columns)
      .where('id', '=', id)
      .where(isApprovalOf(workspaceId))
      .executeTakeFirst();
  }

  /** `undefined` also for a request of another run. */
  findOfRun(runId: string, id: string): Promise<ApprovalRecord | undefined> {
    return this.#db
      .selectFrom('approval_requests')
      .select(columns)
      .where('id', '=', id)
      .where('run_id', '=', runId)
      .executeTakeFirst();
  }
}
