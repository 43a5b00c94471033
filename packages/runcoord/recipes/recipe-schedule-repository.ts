import { toColumns, type Database, type Transaction } from '@galley/database';
import type { RecipeCause } from './run-recipe-repository.ts';

export interface PlannedFiring {
  readonly recipe: string;
  /** Expression and time zone. */
  readonly schedule: string;
  readonly nextAt: Date;
}

export interface Firing {
  readonly recipe: string;
  readonly cause: RecipeCause;
  readonly dueAt: Date;
  readonly firedAt: Date;
  /** `skipped`: a run of the recipe was in progress; `missed`: no coordinator ran in time. */
  readonly outcome: 'started' | 'skipped' | 'missed' | 'failed';
  readonly runId: string | null;
  readonly detail: string | null;
}

/** Schedules and firings of one workspace. */
export class RecipeScheduleRepository {
  readonly #db: Database;
  readonly #workspaceId: string;

  constructor(db: Database | Transaction, workspaceId: string) {
    this.#db = db;
    this.#workspaceId = workspaceId;
  }

  list(): Promise<PlannedFiring[]> {
    return this.#planned().orderBy('recipe').execute();
  }

  /** A changed schedule starts anew. */
  async put({ recipe, schedule, nextAt }: PlannedFiring): Promise<void> {
    const values = { schedule, next_at: nextAt };
    await this.#db
      .insertInto('recipe_schedules')
      .values({ workspace_id: this.#workspaceId, recipe, ...values })
      .onConflict((conflict) => conflict.columns(['workspace_id', 'recipe']).doUpdateSet(values))
      .execute();
  }

  async remove(recipe: string): Promise<void> {
    await this.#db
      .deleteFrom('recipe_schedules')
      .where('workspace_id', '=', this.#workspaceId)
      .where('recipe', '=', recipe)
      .execute();
  }

  /** Locked until the end of the transaction; undefined if it is not due or another coordinator fires it. */
  holdDue(recipe: string, now: Date): Promise<PlannedFiring | undefined> {
    return this.#planned()
      .where('recipe', '=', recipe)
      .where('next_at', '<=', now)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
  }

  async record(firing: Firing): Promise<void> {
    const row = toColumns({ ...firing, workspaceId: this.#workspaceId });
    await this.#db.insertInto('recipe_firings').values(row).execute();
  }

  #planned() {
    return this.#db
      .selectFrom('recipe_schedules')
      .select(['recipe', 'schedule', 'next_at as nextAt'])
      .where('workspace_id', '=', this.#workspaceId);
  }
}

/** Returns the number of removed firings. */
export async function removeOldFirings(db: Database, before: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('recipe_firings')
    .where('fired_at', '<', before)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
