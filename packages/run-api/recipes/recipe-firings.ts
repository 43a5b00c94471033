import type { Database, Transaction } from '@galley/database';
import { DomainError, systemActor, Ticker, type Clock, type Logger } from '@galley/kernel';
import {
  RecipeRequestRepository,
  RecipeRunsReadModel,
  RecipeScheduleRepository,
  RunControlRepository,
  type Firing,
  type NewRunCommand,
  type RunControlService,
} from '@galley/runcoord';
import { nextFiring, type Recipe, type RecipeSchedule } from '@galley/settings';
import type { ProjectRecipes, RecipeRunRequest } from './project-recipes.ts';

export interface RecipeFiringsOptions {
  readonly db: Database;
  readonly recipes: ProjectRecipes;
  readonly control: Pick<RunControlService, 'createIn'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** A coordinator that restarts within this time has missed nothing. */
export const graceMs = 5 * 60_000;

const byItself = { username: systemActor.username, address: '', requestId: '' };

type Outcome = Pick<Firing, 'outcome' | 'runId' | 'detail'>;

const missed: Outcome = {
  outcome: 'missed',
  runId: null,
  detail: 'No coordinator was running at that time.',
};
const skipped: Outcome = {
  outcome: 'skipped',
  runId: null,
  detail: 'The previous run is still in progress.',
};

/**
 * Starts runs of recipes by schedule and by trigger. Each firing is one transaction: it locks the schedule or the
 * request, creates the run, records the firing and moves the schedule or removes the request. So a crash neither loses
 * nor repeats it, and of several coordinators one fires.
 */
export class RecipeFirings {
  readonly #options: RecipeFiringsOptions;

  readonly loop: Ticker;

  constructor(options: RecipeFiringsOptions) {
    this.#options = options;
    const { clock, logger } = options;
    this.loop = new Ticker({
      id: 'recipe-firings',
      everyMs: 5_000,
      maxBackOffMs: 60_000,
      clock,
      logger,
      run: () => this.fireDue(),
    });
  }

  async fireDue(): Promise<void> {
    const { recipes } = this.#options;
    const { recipes: all, broken } = await recipes.read();
    await this.#plan(
      all,
      broken.map(({ name }) => name),
    );
    await this.#fireSchedules(all);
    await this.#fireRequests(all);
  }

  /** Broken recipes keep their schedule, so that a mistake in a file does not lose a firing. */
  async #plan(all: readonly Recipe[], broken: readonly string[]): Promise<void> {
    const { db, recipes, clock } = this.#options;
    const schedules = new RecipeScheduleRepository(db, recipes.workspaceId);
    const planned = await schedules.list();
    const kept = new Set([...broken, ...all.filter((one) => one.schedule).map(({ name }) => name)]);
    for (const { recipe } of planned) if (!kept.has(recipe)) await schedules.remove(recipe);
    for (const { name, schedule } of all) {
      const known = planned.find(({ recipe }) => recipe === name);
      if (!schedule || known?.schedule === keyOf(schedule)) continue;
      const nextAt = nextFiring(schedule, clock.now());
      if (nextAt) await schedules.put({ recipe: name, schedule: keyOf(schedule), nextAt });
    }
  }

  async #fireSchedules(all: readonly Recipe[]): Promise<void> {
    const { db, recipes, clock } = this.#options;
    const planned = await new RecipeScheduleRepository(db, recipes.workspaceId).list();
    const due = planned.filter(({ nextAt }) => nextAt <= clock.now());
    for (const recipe of all)
      if (due.some((one) => one.recipe === recipe.name)) await this.#fireSchedule(recipe);
  }

  async #fireSchedule(recipe: Recipe): Promise<void> {
    const { db, recipes, clock } = this.#options;
    const { name, schedule } = recipe;
    await db.transaction().execute(async (transaction) => {
      const schedules = new RecipeScheduleRepository(transaction, recipes.workspaceId);
      const now = clock.now();
      const due = await schedules.holdDue(name, now);
      if (!due || !schedule) return;
      const isMissed = now.getTime() - due.nextAt.getTime() > graceMs;
      const outcome =
        isMissed && schedule.catchUp === 'skip'
          ? missed
          : (await this.#isBusy(transaction, recipe))
            ? skipped
            : await this.#start(transaction, recipe, { cause: 'schedule' });
      await this.#record(schedules, {
        recipe: name,
        cause: 'schedule',
        dueAt: due.nextAt,
        ...outcome,
      });
      const nextAt = nextFiring(schedule, now);
      if (nextAt) await schedules.put({ recipe: name, schedule: due.schedule, nextAt });
      else await schedules.remove(name);
    });
  }

  /** Requests for unknown or broken recipes wait. */
  async #fireRequests(all: readonly Recipe[]): Promise<void> {
    const { db, recipes, clock } = this.#options;
    const due = await new RecipeRequestRepository(db, recipes.workspaceId).listDue(clock.now());
    for (const recipe of all) if (due.includes(recipe.name)) await this.#fireRequest(recipe);
  }

  /** Waits while a run of the recipe is in progress, because its change must not be lost. */
  async #fireRequest(recipe: Recipe): Promise<void> {
    const { db, recipes, clock } = this.#options;
    const { workspaceId } = recipes;
    await db.transaction().execute(async (transaction) => {
      if (await this.#isBusy(transaction, recipe)) return;
      const requests = new RecipeRequestRepository(transaction, workspaceId);
      const request = await requests.takeDue(recipe.name, clock.now());
      if (!request) return;
      const { cause, parameters, dueAt } = request;
      const outcome = await this.#start(transaction, recipe, { cause, parameters });
      const schedules = new RecipeScheduleRepository(transaction, workspaceId);
      await this.#record(schedules, { recipe: recipe.name, cause, dueAt, ...outcome });
    });
  }

  async #start(
    transaction: Transaction,
    recipe: Recipe,
    wish: Pick<RecipeRunRequest, 'cause' | 'parameters'>,
  ): Promise<Outcome> {
    const { recipes, control } = this.#options;
    let command: NewRunCommand;
    try {
      command = await recipes.commandFor(recipe, { ...wish, by: byItself });
    } catch (error) {
      // The files of the project are at fault, not this firing: trying again would not help.
      if (!(error instanceof DomainError)) throw error;
      return { outcome: 'failed', runId: null, detail: error.message };
    }
    const { runId } = await control.createIn(transaction, command);
    return { outcome: 'started', runId, detail: null };
  }

  /** Under the lock of the workspace, so that no other firing starts a run in between. */
  async #isBusy(transaction: Transaction, { name }: Recipe): Promise<boolean> {
    const { workspaceId } = this.#options.recipes;
    await new RunControlRepository(transaction).lockWorkspace(workspaceId);
    return new RecipeRunsReadModel(transaction, workspaceId).isInProgress(name);
  }

  async #record(
    schedules: RecipeScheduleRepository,
    firing: Omit<Firing, 'firedAt'>,
  ): Promise<void> {
    const { clock, logger } = this.#options;
    await schedules.record({ ...firing, firedAt: clock.now() });
    const { recipe, cause, dueAt, outcome, runId, detail } = firing;
    const about = { recipe, cause, due_at: dueAt.toISOString() };
    if (outcome === 'started') logger.info('recipe started a run', { ...about, run_id: runId });
    else logger.warn(`recipe started no run: ${outcome}`, { ...about, detail });
  }
}

function keyOf({ cron, timeZone }: RecipeSchedule): string {
  return `${cron} ${timeZone}`;
}
