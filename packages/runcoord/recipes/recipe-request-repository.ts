import type { Database, Transaction } from '@galley/database';
import type { RecipeCause } from './run-recipe-repository.ts';

export interface RecipeRequest {
  readonly recipe: string;
  /** Requests with the same key start one run. */
  readonly key: string;
  readonly cause: RecipeCause;
  readonly parameters: Readonly<Record<string, string>>;
  readonly dueAt: Date;
}

/** Runs that triggers ask for, until they start. */
export class RecipeRequestRepository {
  readonly #db: Database;
  readonly #workspaceId: string;

  constructor(db: Database | Transaction, workspaceId: string) {
    this.#db = db;
    this.#workspaceId = workspaceId;
  }

  /** Keeps the time and the parameters of an earlier request with the same key. */
  async add({ recipe, key, cause, parameters, dueAt }: RecipeRequest): Promise<void> {
    await this.#db
      .insertInto('recipe_requests')
      .values({
        workspace_id: this.#workspaceId,
        recipe,
        key,
        cause,
        parameters: JSON.stringify(parameters),
        due_at: dueAt,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  /** Recipes with due requests. */
  async listDue(now: Date): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('recipe_requests')
      .select('recipe')
      .distinct()
      .where('workspace_id', '=', this.#workspaceId)
      .where('due_at', '<=', now)
      .orderBy('recipe')
      .execute();
    return rows.map(({ recipe }) => recipe);
  }

  /** The longest due request, locked until the end of the transaction, and removed with its commit. */
  async takeDue(recipe: string, now: Date): Promise<RecipeRequest | undefined> {
    const found = await this.#db
      .selectFrom('recipe_requests')
      .select(['recipe', 'key', 'cause', 'parameters', 'due_at as dueAt'])
      .where('workspace_id', '=', this.#workspaceId)
      .where('recipe', '=', recipe)
      .where('due_at', '<=', now)
      .orderBy('due_at')
      .orderBy('key')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!found) return undefined;
    await this.#db
      .deleteFrom('recipe_requests')
      .where('workspace_id', '=', this.#workspaceId)
      .where('recipe', '=', recipe)
      .where('key', '=', found.key)
      .execute();
    return { ...found, cause: found.cause as RecipeCause };
  }
}
