import { sql } from 'kysely';
import type { Database, Transaction } from '@galley/database';
import { statesInProgress } from '../transitions.ts';
import type { Firing } from './recipe-schedule-repository.ts';

export interface LastRun {
  readonly recipe: string;
  readonly runId: string;
  readonly status: string;
  readonly startedAt: Date;
  readonly tokens: number;
  /** Null if no session reported a cost. */
  readonly usd: number | null;
}

export interface LastFiring {
  readonly recipe: string;
  readonly firedAt: Date;
  readonly outcome: Firing['outcome'];
  readonly detail: string | null;
}

/** A revision of a document. */
export interface DocumentVersion {
  readonly documentId: number;
  readonly revision: string;
}

/** Runs that recipes started in one workspace. */
export class RecipeRunsReadModel {
  readonly #db: Database;
  readonly #workspaceId: string;

  constructor(db: Database | Transaction, workspaceId: string) {
    this.#db = db;
    this.#workspaceId = workspaceId;
  }

  /** Newest run of each recipe, with what it has cost so far. */
  async listLast(recipes: readonly string[]): Promise<LastRun[]> {
    const { rows } = await sql<LastRun>`
      select wanted.recipe, runs.id as "runId", runs.status, runs.started_at as "startedAt", cost.*
      from unnest(${sql.val([...recipes])}::text[]) as wanted (recipe)
        cross join lateral (select run_id from run_recipes
          where workspace_id = ${this.#workspaceId} and run_recipes.recipe = wanted.recipe
          order by seq desc limit 1) as last
        join runs on runs.id = last.run_id
        cross join lateral (select coalesce(sum(input_tokens + output_tokens), 0)::float8 as tokens,
          sum(usd)::float8 as usd from agent_sessions where run_id = runs.id) as cost
    `.execute(this.#db);
    return rows;
  }

  /** Newest firing of each recipe that started by itself, or should have. */
  async listLastFirings(recipes: readonly string[]): Promise<LastFiring[]> {
    const { rows } = await sql<LastFiring>`
      select wanted.recipe, last.* from unnest(${sql.val([...recipes])}::text[]) as wanted (recipe)
        cross join lateral (select fired_at as "firedAt", outcome, detail from recipe_firings
          where workspace_id = ${this.#workspaceId} and recipe_firings.recipe = wanted.recipe
          order by id desc limit 1) as last
    `.execute(this.#db);
    return rows;
  }

  async isInProgress(recipe: string): Promise<boolean> {
    const { rows } = await sql<{ found: boolean }>`
      select exists (
        select from run_recipes join runs on runs.id = run_id
        where run_recipes.workspace_id = ${this.#workspaceId} and recipe = ${recipe}
          and runs.status in (${sql.join(statesInProgress.map((state) => sql.lit(state)))})
      ) as found
    `.execute(this.#db);
    return rows[0]!.found;
  }

  /** Whether agents in a run of the recipe proposed this revision. */
  async isOwnRevision(recipe: string, { documentId, revision }: DocumentVersion): Promise<boolean> {
    const found = await this.#db
      .selectFrom('proposal_documents')
      .innerJoin('proposals', 'proposals.id', 'proposal_id')
      .innerJoin('run_recipes', 'run_recipes.run_id', 'proposals.run_id')
      .select('proposal_id')
      .where('run_recipes.workspace_id', '=', this.#workspaceId)
      .where('recipe', '=', recipe)
      .where('document_id', '=', documentId)
      .where('revision', '=', revision)
      .limit(1)
      .executeTakeFirst();
    return found !== undefined;
  }
}
