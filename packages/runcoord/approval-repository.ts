import { sql, type RawBuilder } from 'kysely';
import { toColumns, type Database, type Transaction } from '@galley/database';
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

export interface ApprovalSubject {
  /** Run whose stream gets the decision: that of the request, else of its proposal, else of its task. */
  readonly runId: string | null;
  readonly proposedBy: string | null;
  readonly patch: { readonly sha256: string; readonly attachedBy: string } | undefined;
}

export type ApprovalDecision = Pick<ApprovalRecord, 'id' | 'status' | 'patchSha256' | 'note'> & {
  readonly decidedBy: string;
  readonly decidedAt: Date;
};

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

export class ApprovalRepository {
  readonly #db: Database;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  list({ workspaceId, status, runId, after, limit }: RecordQuery): Promise<ApprovalRecord[]> {
    return this.#requests()
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
    return this.#requests()
      .where('id', '=', id)
      .where(isApprovalOf(workspaceId))
      .executeTakeFirst();
  }

  /** `undefined` also for a request of another run. */
  findOfRun(runId: string, id: string): Promise<ApprovalRecord | undefined> {
    return this.#requests().where('id', '=', id).where('run_id', '=', runId).executeTakeFirst();
  }

  async findPending(proposalId: string): Promise<string | undefined> {
    const row = await this.#requests()
      .where('proposal_id', '=', proposalId)
      .where('status', '=', 'requested')
      .limit(1)
      .executeTakeFirst();
    return row?.id;
  }

  async insert(request: ApprovalRecord): Promise<void> {
    await this.#db.insertInto('approval_requests').values(toColumns(request)).execute();
  }

  async withdrawOf(proposalId: string): Promise<void> {
    await this.#db
      .updateTable('approval_requests')
      .set({ status: 'withdrawn' })
      .where('proposal_id', '=', proposalId)
      .where('status', '=', 'requested')
      .execute();
  }

  /** Changes of the proposal and new patches wait until the end of the transaction. */
  async lockProposal(id: string): Promise<void> {
    await this.#db.selectFrom('proposals').select('id').where('id', '=', id).forUpdate().execute();
  }

  async lock(id: string): Promise<string> {
    const { status } = await this.#requests()
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

  async decide({ id, ...decision }: ApprovalDecision): Promise<void> {
    await this.#db
      .updateTable('approval_requests')
      .set(toColumns(decision))
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

  #requests() {
    return this.#db.selectFrom('approval_requests').select(columns);
  }
}
