import { sql, type RawBuilder } from 'kysely';
import type { Database, Transaction } from '@galley/database';

export const recipeCauses = ['person', 'schedule', 'published', 'changed', 'webhook'] as const;
export type RecipeCause = (typeof recipeCauses)[number];

/** How a run came from a recipe, and the limits of its agents. */
export interface RunRecipe {
  readonly recipe: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly cause: RecipeCause;
  /** Ids of the agents that may get work; undefined: all. */
  readonly team: readonly string[] | undefined;
  /** Patterns of paths in the repository; undefined: all. */
  readonly paths: readonly string[] | undefined;
  /** Names of the checks of its proposals; undefined: all. */
  readonly checks?: readonly string[] | undefined;
  /** Undefined: the policy of the configuration. */
  readonly votes?: VotePolicy | undefined;
  /** Where people decide on its proposals. Default: `review`. */
  readonly result?: 'review' | 'pull_request' | undefined;
}

/** Undefined limits do not apply; without any, proposals are not returned. */
export interface VotePolicy {
  readonly approve?: number | undefined;
  readonly reject?: number | undefined;
}

export class RunRecipeRepository {
  readonly #db: Database;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  async insert(
    { runId, workspaceId }: { readonly runId: string; readonly workspaceId: string },
    { recipe, parameters, cause, team, paths, checks, votes, result = 'review' }: RunRecipe,
  ): Promise<void> {
    await this.#db
      .insertInto('run_recipes')
      .values({
        run_id: runId,
        workspace_id: workspaceId,
        recipe,
        parameters: JSON.stringify(parameters),
        cause,
        team: team ? [...team] : null,
        paths: paths ? [...paths] : null,
        checks: checks ? [...checks] : null,
        votes: votes ? JSON.stringify(votes) : null,
        result,
      })
      .execute();
  }

  /** Undefined: the run has no team, so that any agent may get work. */
  async findTeam(runId: string): Promise<readonly string[] | undefined> {
    return (await this.#find(runId))?.team ?? undefined;
  }

  /** Patterns; undefined: proposals of the run may touch every file. */
  async findPaths(runId: string): Promise<readonly string[] | undefined> {
    return (await this.#find(runId))?.paths ?? undefined;
  }

  #find(runId: string) {
    return this.#db
      .selectFrom('run_recipes')
      .select(['team', 'paths'])
      .where('run_id', '=', runId)
      .executeTakeFirst();
  }
}

/** Whether an agent may get work in a run; always for a run without a team. */
export function isInTeam(
  runId: string | RawBuilder<unknown>,
  agent: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql`not exists (select from run_recipes where run_id = ${runId} and not ${agent} = any (team))`;
}
