import { sql, type RawBuilder } from 'kysely';
import type { Database } from '@galley/database';
import {
  isActiveProposal,
  isActiveTask,
  isBlockedTask,
  isTerminalTask,
} from './status-conditions-read-model.ts';
import { selectActivity } from './agent-activity-read-model.ts';
import type { AgentRecord } from './agent-records-read-model.ts';
import { isApprovalOf, type ApprovalRecord } from './approval-repository.ts';
import type { Claim } from './claim-repository.ts';
import { waitsFor } from './dependencies/dependency-conditions-read-model.ts';
import type { ProposalRecord } from './proposal-records-read-model.ts';
import type { RunEvent } from './run-event.ts';
import type { RunRecord } from './run-records-read-model.ts';
import type { Task } from './task-repository.ts';
import { inScope, type WorkScope } from './work-scope-read-model.ts';

export interface BoardRequest {
  readonly workspaceId: string;
  readonly scope: WorkScope;
  readonly runId: string;
  readonly now: Date;
}

export interface BoardRun extends Pick<
  RunRecord,
  'id' | 'goal' | 'reason' | 'reasonDetail' | 'startedAt'
> {
  readonly state: string;
  readonly agents: number;
  readonly claims: number;
}

export interface BoardWork {
  readonly open: number;
  readonly inProgress: number;
  readonly blocked: number;
  readonly done: number;
  readonly proposals: number;
  readonly approvals: number;
}

export type BoardAgent = Pick<AgentRecord, 'id' | 'role' | 'adapter' | 'status' | 'enabled'>;

export type BoardClaim = Omit<Claim, 'fence' | 'releasedAt'>;

/** `waitsFor` is empty unless it is open. */
export type BoardTask = Pick<
  Task,
  'id' | 'runId' | 'title' | 'status' | 'assignedAgentId' | 'waitsFor' | 'updatedAt'
>;

export interface BoardProposal extends Pick<
  ProposalRecord,
  'id' | 'runId' | 'title' | 'status' | 'risk' | 'proposedBy' | 'updatedAt'
> {
  readonly patchSha256: string | null;
}

/** `patchSha256` is the newest patch, even after a decision about another. */
export type BoardApproval = Omit<ApprovalRecord, 'decidedAt'>;

export interface BoardList<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}

const maxRuns = 50;
const maxRows = 200;

const approvals = sql`
  select id, run_id as "runId", proposal_id as "proposalId", task_id as "taskId", status,
    requested_by as "requestedBy", requested_at as "requestedAt", decided_by as "decidedBy", reason, note,
    (select sha256 from proposal_patches where proposal_id = approval_requests.proposal_id
      order by proposal_patches.seq desc limit 1) as "patchSha256"
  from approval_requests`;

export class RunBoardReadModel {
  readonly #db: Database;
  readonly #request: BoardRequest;

  constructor(db: Database, request: BoardRequest) {
    this.#db = db;
    this.#request = request;
  }

  /** Newest first. */
  async listRuns(): Promise<BoardList<BoardRun>> {
    const { workspaceId, now } = this.#request;
    return this.#listed<BoardRun>(
      sql`
        select id, goal, status as state, reason, reason_detail as "reasonDetail", started_at as "startedAt",
          (select count(*) from agent_sessions
            where run_id = runs.id and status in ('active', 'running')) as agents,
          (select count(*) from resource_claims
            where run_id = runs.id and released_at is null and expires_at > ${now}) as claims
        from runs where workspace_id = ${workspaceId} order by started_at desc, seq desc limit ${maxRuns}`,
      sql`runs where workspace_id = ${workspaceId}`,
    );
  }

  async countWork(): Promise<BoardWork> {
    const { scope, workspaceId } = this.#request;
    const of = inScope(scope);
    const { rows } = await sql<BoardWork>`
      select count(*) filter (where status = 'open') as open,
        count(*) filter (where ${isActiveTask} and status <> 'open') as "inProgress",
        count(*) filter (where ${isBlockedTask}) as blocked,
        count(*) filter (where ${isTerminalTask}) as done,
        (select count(*) from proposals where ${of} and ${isActiveProposal}) as proposals,
        (select count(*) from approval_requests
          where approval_requests.status = 'requested' and ${isApprovalOf(workspaceId)}) as approvals
      from tasks where ${of}
    `.execute(this.#db);
    return rows[0]!;
  }

  listAgents(): Promise<BoardList<BoardAgent>> {
    return this.#listed<BoardAgent>(
      sql`
        with activity as (${selectActivity({ workspaceId: this.#request.workspaceId })})
        select id, role, adapter, coalesce(activity.status, 'idle') as status, enabled
        from agents left join activity on activity.agent_id = agents.id order by id limit ${maxRows}`,
      sql`agents`,
    );
  }

  /** Claims in force in runs of the workspace; those that expire first come first. */
  listClaims(): Promise<BoardList<BoardClaim>> {
    const { workspaceId, now } = this.#request;
    const of = sql`resource_claims where released_at is null and expires_at > ${now}
      and (select workspace_id from runs where id = resource_claims.run_id) = ${workspaceId}`;
    return this.#listed<BoardClaim>(
      sql`
        select id, run_id as "runId", agent_id as "agentId", resource, claimed_at as "claimedAt",
          expires_at as "expiresAt"
        from ${of} order by expires_at, id limit ${maxRows}`,
      of,
    );
  }

  /** Active tasks in database order, then the others, newest first. */
  listTasks(): Promise<BoardList<BoardTask>> {
    const of = inScope(this.#request.scope);
    const columns = sql`id, run_id as "runId", title, status, assigned_agent_id as "assignedAgentId",
      updated_at as "updatedAt", case when status = 'open' then ${waitsFor} else '[]' end as "waitsFor"`;
    return this.#listed<BoardTask>(
      activeFirst(sql`select ${columns} from tasks where ${of}`, isActiveTask),
      sql`tasks where ${of}`,
    );
  }

  /** Active proposals, then the others, newest first. */
  listProposals(): Promise<BoardList<BoardProposal>> {
    const of = inScope(this.#request.scope);
    const columns = sql`id, run_id as "runId", title, status, risk, proposed_by as "proposedBy",
      updated_at as "updatedAt", (select sha256 from proposal_patches where proposal_id = proposals.id
        order by proposal_patches.seq desc limit 1) as "patchSha256"`;
    return this.#listed<BoardProposal>(
      activeFirst(sql`select ${columns} from proposals where ${of}`, isActiveProposal),
      sql`proposals where ${of}`,
    );
  }

  /** Undecided approvals, then the others, newest first. */
  listApprovals(): Promise<BoardList<BoardApproval>> {
    const of = isApprovalOf(this.#request.workspaceId);
    const select = sql`${approvals} where ${of}`;
    return this.#listed<BoardApproval>(
      sql`
        (${select} and status = 'requested' order by requested_at, id limit ${maxRows})
        union all
        (${select} and status <> 'requested' order by requested_at desc, id desc limit ${maxRows})
        limit ${maxRows}`,
      sql`approval_requests where ${of}`,
    );
  }

  async listApprovalsOf(proposalId: string): Promise<readonly BoardApproval[]> {
    const { rows } = await sql<BoardApproval>`
      ${approvals} where proposal_id = ${proposalId}
      order by (status = 'requested') desc, requested_at desc, id limit ${maxRows}
    `.execute(this.#db);
    return rows;
  }

  listEvents(): Promise<BoardList<RunEvent>> {
    const { runId } = this.#request;
    const of = sql`run_events where run_id = ${runId}`;
    return this.#listed<RunEvent>(
      sql`select id, run_id as "runId", type, payload, at from ${of} order by id desc limit ${maxRows}`,
      of,
    );
  }

  async #listed<Row>(
    select: RawBuilder<unknown>,
    from: RawBuilder<unknown>,
  ): Promise<BoardList<Row>> {
    const { rows } = await (select as RawBuilder<Row>).execute(this.#db);
    if (rows.length < maxRuns) return { rows, total: rows.length };
    const counted = await sql<{ total: number }>`select count(*) as total from ${from}`.execute(
      this.#db,
    );
    return { rows, total: counted.rows[0]!.total };
  }
}

/** Each half follows the order of an index, so that PostgreSQL reads no more rows than it returns. */
function activeFirst(select: RawBuilder<unknown>, isActive: RawBuilder<unknown>) {
  return sql`
    (${select} and ${isActive} order by seq limit ${maxRows})
    union all
    (${select} and not (${isActive}) order by seq desc limit ${maxRows})
    limit ${maxRows}`;
}
