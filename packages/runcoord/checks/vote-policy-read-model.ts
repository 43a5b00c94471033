import { sql, type RawBuilder } from 'kysely';
import type { Database } from '@galley/database';
import { isInTeam, type VotePolicy } from '../recipes/run-recipe-repository.ts';
import { highRiskRole, reviewRoles } from '../review-request-repository.ts';
import type { PatchKey } from './proposal-check-repository.ts';
import type { VoteSituation } from './vote-policy.ts';

export interface JudgedProposal extends PatchKey, VoteSituation {
  /** That of the recipe; null: that of the configuration. */
  readonly votes: VotePolicy | null;
  readonly details: readonly { readonly name: string; readonly detail: string }[];
  /** Whether the policy may return this patch: it was not returned yet, and the proposal not too often. */
  readonly mayReturn: boolean;
}

/** Later failures are for a person to see. */
export const maxReturns = 3;

const everybody = sql.val([...reviewRoles]);
const besides = sql.val([...reviewRoles, highRiskRole]);

export class VotePolicyReadModel {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Checked proposals in review with failing checks or rejections, unless they were returned too often. */
  list(workspaceId: string, limit: number): Promise<JudgedProposal[]> {
    return this.#list(
      workspaceId,
      sql`${mayReturn} and (exists (select from proposal_checks as one where ${isOfNewest} and outcome = 'fail')
        or exists (select from votes where ${isAboutNewest} and decision = 'reject'))`,
      limit,
    );
  }

  /** Checked proposals in review whose recipe asks for pull requests. */
  listForPullRequests(workspaceId: string, limit: number): Promise<JudgedProposal[]> {
    return this.#list(workspaceId, sql`run_recipes.result = 'pull_request'`, limit);
  }

  async #list(
    workspaceId: string,
    condition: RawBuilder<unknown>,
    limit: number,
  ): Promise<JudgedProposal[]> {
    const { rows } = await sql<JudgedProposal>`
      select proposals.id as "proposalId", newest.sha256 as "patchSha256", run_recipes.votes,
        ${mayReturn} as "mayReturn",
        (select count(*) from votes where ${isAboutNewest} and decision = 'approve') as approvals,
        coalesce((select jsonb_agg(jsonb_build_object('agentId', agent_id, 'comment', comment) order by agent_id)
          from votes where ${isAboutNewest} and decision = 'reject'), '[]') as rejecting,
        coalesce((select jsonb_agg(name order by name) from proposal_checks as one
          where ${isOfNewest} and outcome = 'fail'), '[]') as failing,
        coalesce((select jsonb_agg(jsonb_build_object('name', name, 'detail', detail) order by name)
          from proposal_checks as one where ${isOfNewest} and outcome = 'fail'), '[]') as details,
        (select count(*) from agents where enabled and id <> proposed_by and id <> newest.attached_by
          and role = any (case when risk = 'high' then ${besides}::text[] else ${everybody}::text[] end)
          and ${isInTeam(sql.ref('proposals.run_id'), sql.ref('agents.id'))}
          and not exists (select from votes where ${isAboutNewest} and agent_id = agents.id)) as outstanding
      from proposals
        join lateral (select sha256, attached_by from proposal_patches where proposal_id = proposals.id
          order by seq desc limit 1) as newest on true
        join proposal_check_runs as checked on checked.proposal_id = proposals.id
          and checked.patch_sha256 = newest.sha256
        left join run_recipes on run_recipes.run_id = proposals.run_id
      where proposals.workspace_id = ${workspaceId} and proposals.status = 'in_review'
        and checked.finished_at is not null and ${condition}
      order by proposals.seq limit ${limit}
    `.execute(this.#db);
    return rows;
  }
}

const isAboutNewest = sql`votes.proposal_id = proposals.id and votes.patch_sha256 = newest.sha256`;
const isOfNewest = sql`one.proposal_id = proposals.id and one.patch_sha256 = newest.sha256`;
const mayReturn = sql`(checked.returned_at is null
  and (select count(*) from proposal_check_runs as earlier
    where earlier.proposal_id = proposals.id and returned_at is not null) < ${maxReturns})`;
