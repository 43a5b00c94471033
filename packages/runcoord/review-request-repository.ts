import { sql } from 'kysely';
import type { Database, Transaction } from '@galley/database';
import { RunEventRepository } from './run-event-repository.ts';
import { isInTeam } from './recipes/run-recipe-repository.ts';
import { inScope, type WorkScope } from './work-scope-read-model.ts';

/** Roles that review every proposal, in this order. */
export const reviewRoles = ['reviewer', 'architect', 'tester'] as const;
export const highRiskRole = 'security';

export interface ReviewRequests {
  readonly runId: string;
  readonly scope: WorkScope;
  readonly proposalId?: string;
  readonly now: Date;
}

export class ReviewRequestRepository {
  readonly #db: Database;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  /** Returns the number of proposals. Those locked by another transaction wait for the next tick. */
  async request({ runId, scope, proposalId, now }: ReviewRequests): Promise<number> {
    await new RunEventRepository(this.#db).lock();
    const everybody = sql.val([...reviewRoles]);
    const besides = sql.val([...reviewRoles, highRiskRole]);
    const isMeant = proposalId === undefined ? sql`true` : sql`id = ${proposalId}`;
    const { numAffectedRows } = await sql`
      with waiting as (
        select id from proposals where status = 'pending' and ${inScope(scope)} and ${isMeant}
        order by seq for update skip locked
      ), moved as (
        update proposals set status = 'in_review', updated_at = ${now}
        from waiting where proposals.id = waiting.id
        returning proposals.id, proposals.seq, proposals.proposed_by,
          case when proposals.risk = 'high' then ${besides}::text[] else ${everybody}::text[] end as roles
      )
      insert into run_events (run_id, type, payload, at)
      select ${runId}, 'proposal.review_requested', jsonb_build_object(
        'proposal_id', id, 'reviewers', coalesce(reviewers, '[]'), 'roles', to_jsonb(roles)), ${now}
      from moved left join lateral (
        select jsonb_agg(agents.id order by array_position(roles, role), length(agents.id), agents.id) as reviewers
        from agents where enabled and role = any (roles) and agents.id <> proposed_by
          and ${isInTeam(runId, sql.ref('agents.id'))}
      ) as chosen on true
      order by seq
    `.execute(this.#db);
    return Number(numAffectedRows ?? 0);
  }
}
