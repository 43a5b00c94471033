import { sql } from 'kysely';
import type { Database, Transaction } from '@galley/database';
import {
  activeProposalStatuses,
  blockedTaskStatus,
  terminalTaskStatuses,
} from '../classification.ts';
import { literals } from '../status-conditions-read-model.ts';
import { isInTeam } from '../recipes/run-recipe-repository.ts';
import { highRiskRole, reviewRoles } from '../review-request-repository.ts';
import type { Need } from './wake-rules.ts';

export interface RunNeeds {
  readonly needs: readonly Need[];
  readonly isBlank: boolean;
}

/** Reason of the turn in which the chair plans a run. */
export const planReason = 'plan';

/** Active statuses that agents are told about. Others count as active, too. */
export const namedTaskStatuses = ['open', 'in_progress', 'pending', 'review'];

const isUnfinished = sql`tasks.status not in (${literals([blockedTaskStatus, ...terminalTaskStatuses])})`;

const newestPatch = sql`left join lateral (
  select sha256, attached_by from proposal_patches where proposal_id = proposals.id
  order by seq desc limit 1) as patch on true`;

/** Finds only work of the run itself. */
export class NeedsReadModel {
  readonly #db: Database;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  /** Ordered by priority: revisions, then reviews, then tasks. */
  async find(runId: string): Promise<RunNeeds> {
    const { rows } = await sql<Need>`
      with needs as (${this.#all(runId)})
      select "agentId", reason, subject from needs join agents on agents.id = "agentId" and agents.enabled
      order by rank, seq, "agentId"
    `.execute(this.#db);
    return { needs: rows, isBlank: rows.length === 0 && (await this.#isBlank(runId)) };
  }

  /** Whether the turn was requested for a need that no longer exists. Plans and words of people are always needed. */
  async hasLapsed(runId: string, requestEventId: number): Promise<boolean> {
    const { rows } = await sql<{ found: boolean }>`
      with needs as (${this.#all(runId)})
      select exists (
        select from run_events as requested
        where requested.id = ${requestEventId} and jsonb_typeof(payload -> 'subject') = 'string'
          and payload ->> 'reason' <> ${planReason} and not payload ? 'message_id'
          and not exists (select from needs join agents on agents.id = "agentId" and agents.enabled
            where "agentId" = payload ->> 'agent_id' and reason = payload ->> 'reason')
      ) as found
    `.execute(this.#db);
    return rows[0]!.found;
  }

  #all(runId: string) {
    return sql`${this.#revisions(runId)} union all ${this.#reviews(runId)} union all ${this.#tasks(runId)}`;
  }

  /** Each request of a person is new work; the proposer's own patches are not. */
  #revisions(runId: string) {
    return sql`
      select 1 as rank, seq, proposed_by as "agentId", 'revise ' || id as reason,
        coalesce(decided_at::text, '') as subject
      from proposals where run_id = ${runId} and status = 'revision_requested'`;
  }

  /** Reviewers that the tick has asked and that have not voted on the newest patch. Without a patch, none. */
  #reviews(runId: string) {
    const everybody = sql.val([...reviewRoles]);
    const besides = sql.val([...reviewRoles, highRiskRole]);
    return sql`
      select 2 as rank, seq, reviewers.id as "agentId", 'review ' || proposals.id as reason,
        patch.sha256 as subject
      from proposals ${newestPatch}
        join agents as reviewers on reviewers.id <> proposed_by and reviewers.id is distinct from patch.attached_by
          and role = any (case when risk = 'high' then ${besides}::text[] else ${everybody}::text[] end)
      where run_id = ${runId} and proposals.status = 'in_review' and patch.sha256 is not null
        and ${isInTeam(runId, sql.ref('reviewers.id'))}
        and not exists (select from votes where proposal_id = proposals.id and agent_id = reviewers.id
          and patch_sha256 = patch.sha256)`;
  }

  /**
   * A task waits for others while its proposal is in progress; a proposal without a patch does not count. The subject
   * contains nothing that the agent itself can change without end: no time, no invented status, no proposal of its own
   * that is undecided or withdrawn.
   */
  #tasks(runId: string) {
    return sql`
      select 3 as rank, seq, assigned_agent_id as "agentId", 'task ' || id as reason,
        concat_ws(' ', case when status in (${literals(namedTaskStatuses)}) then status end, fence,
          (select string_agg(concat_ws(' ', id, status), ' ' order by seq) from proposals
            where task_id = tasks.id and status <> 'withdrawn' and status not in (${literals(activeProposalStatuses)}))
        ) as subject
      from tasks where run_id = ${runId} and assigned_agent_id is not null and ${isUnfinished}
        and not exists (select from proposals where task_id = tasks.id and proposed_by = assigned_agent_id
          and status in (${literals(activeProposalStatuses)})
          and exists (select from proposal_patches where proposal_id = proposals.id))`;
  }

  async #isBlank(runId: string): Promise<boolean> {
    const { rows } = await sql<{ isBlank: boolean }>`
      select not exists (select from tasks where run_id = ${runId})
        and not exists (select from proposals where run_id = ${runId}) as "isBlank"
    `.execute(this.#db);
    return rows[0]!.isBlank;
  }
}
