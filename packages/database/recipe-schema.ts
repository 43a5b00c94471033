import type { ColumnType, Generated } from 'kysely';

type Json<T> = ColumnType<T, string, string>;

/** Runs that a recipe started. */
export interface RunRecipesTable {
  run_id: string;
  seq: Generated<number>;
  workspace_id: string;
  recipe: string;
  parameters: Json<Readonly<Record<string, string>>>;
  /** `person`, `schedule`, `published`, `changed` or `webhook`. */
  cause: string;
  /** Ids of the agents that may get work; null: all. */
  team: string[] | null;
  /** Patterns of paths in the repository that proposals may touch; null: all. */
  paths: string[] | null;
  /** Names of the checks of its proposals; null: all. */
  checks: string[] | null;
  /** Replaces the policy of the configuration; null: that one applies. */
  votes: ColumnType<VotesOfRecipe | null, string | null, string | null>;
  /** Where people decide on its proposals: `review` in Galley, or `pull_request` on the remote. */
  result: Generated<'review' | 'pull_request'>;
}

interface VotesOfRecipe {
  readonly approve?: number | undefined;
  readonly reject?: number | undefined;
}

export interface RecipeSchedulesTable {
  workspace_id: string;
  recipe: string;
  /** Expression and time zone for which `next_at` holds. */
  schedule: string;
  next_at: Date;
}

/** Run that a trigger asks for. Requests with the same key start one run. */
export interface RecipeRequestsTable {
  workspace_id: string;
  recipe: string;
  key: string;
  cause: string;
  parameters: Json<Readonly<Record<string, string>>>;
  due_at: Date;
}

export interface RecipeFiringsTable {
  id: Generated<number>;
  workspace_id: string;
  recipe: string;
  cause: string;
  due_at: Date;
  fired_at: Date;
  /** `started`, `skipped`, `missed` or `failed`. */
  outcome: string;
  run_id: string | null;
  detail: string | null;
}

export interface RecipeTables {
  run_recipes: RunRecipesTable;
  recipe_schedules: RecipeSchedulesTable;
  recipe_requests: RecipeRequestsTable;
  recipe_firings: RecipeFiringsTable;
}
