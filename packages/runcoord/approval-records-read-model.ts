import { sql, type RawBuilder } from 'kysely';
import type { Database, Transaction } from '@galley/database';
import { behind, inListOrder } from './list-order-read-model.ts';
import type { RecordQuery } from './record-page.ts';

export interface ApprovalRecord {
  readonly id: string;
  readonly runId: string | null;
  readonly proposalId: string | null;
  readonly taskId: string | null;
  /** `requested` until it is decided; then `approved` or `rejected`. */
  readonly status: string;
  readonly requestedBy: string;
  readonly requestedAt: Date;
  readonly decidedBy: string | null;
  readonly decidedAt: Date | null;
  /** Of the patch that was decided on. */
  readonly patchSha256: string | null;
  /** What is to be approved, and why, in the words of who asked. */
  readonly reason: string | null;
  /** Of who decided. */
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

/**
 * A request is of the workspace of its proposal; else of that of its task; else of that of its run. Asked of each row,
 * since a join is one that the planner takes to be worth reading all proposals for.
 */
export function isApprovalOf(workspaceId: string): RawBuilder<boolean> {
  return sql`coalesce(
    (select workspace_id from proposals where id = approval_requests.proposal_id),
    (select workspace_id from tasks where id = approval_requests.task_id),
    (select workspace_id from runs where id = approval_requests.run_id)
  ) = ${workspaceId}`;
}

/** What people were asked to approve. */
export class ApprovalRecordsReadModel {
  readonly #db: Database;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  /** Newest first. */
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

  /** Undefined also for one of another workspace. */
  find(workspaceId: string, id: string): Promise<ApprovalRecord | undefined> {
    return this.#db
      .selectFrom('approval_requests')
      .select(columns)
      .where('id', '=', id)
      .where(isApprovalOf(workspaceId))
      .executeTakeFirst();
  }

  /** Undefined also for one of another run. */
  findOfRun(runId: string, id: string): Promise<ApprovalRecord | undefined> {
    return this.#db
      .selectFrom('approval_requests')
      .select(columns)
      .where('id', '=', id)
      .where('run_id', '=', runId)
      .executeTakeFirst();
  }
}
