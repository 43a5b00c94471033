import { sql } from 'kysely';
import type { Database } from '@galley/database';
import type { Budget } from './budgets/budget.ts';

export interface NewestRun {
  readonly id: string;
  readonly goal: string;
  readonly state: string;
  readonly reason: string | null;
  readonly reasonDetail: string | null;
  readonly startedAt: Date;
  readonly transitionedAt: Date;
  readonly budget: Budget;
}

/** Reads each part in its own statement (RC-API-13). */
export class StatusReadModel {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  findNewest(workspaceId: string): Promise<NewestRun | undefined> {
    return this.#db
      .selectFrom('runs')
      .select([
        'id',
        'goal',
        'status as state',
        'reason',
        'reason_detail as reasonDetail',
        'started_at as startedAt',
        'transitioned_at as transitionedAt',
        sql<Budget>`coalesce(budget, '{}')`.as('budget'),
      ])
      .where('workspace_id', '=', workspaceId)
      .orderBy('started_at', 'desc')
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst();
  }

  async activeAgents(runId: string): Promise<number> {
    const { count } = await this.#db
      .selectFrom('agent_sessions')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('run_id', '=', runId)
      .where('status', 'in', ['active', 'running'])
      .executeTakeFirstOrThrow();
    return count;
  }

  async activeDeliberations(): Promise<number> {
    const { count } = await this.#db
      .selectFrom('deliberations')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('status', 'in', ['active', 'running'])
      .executeTakeFirstOrThrow();
    return count;
  }

  async proposals(workspaceId: string, statuses: readonly string[]): Promise<number> {
    const { count } = await this.#db
      .selectFrom('proposals')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('workspace_id', '=', workspaceId)
      .where('status', 'in', [...statuses])
      .executeTakeFirstOrThrow();
    return count;
  }

  async requestedApprovals(workspaceId: string): Promise<number> {
    const { count } = await this.#db
      .selectFrom('approval_requests')
      .innerJoin('proposals', 'proposals.id', 'approval_requests.proposal_id')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('proposals.workspace_id', '=', workspaceId)
      .where('approval_requests.status', '=', 'requested')
      .executeTakeFirstOrThrow();
    return count;
  }
}
