import { systemActor, type Clock } from '@galley/kernel';
import type { Database } from '@galley/database';
import { withLimits, type Budget } from './budgets/budget.ts';
import { runProblems } from './problems.ts';
import { RunControlRepository } from './run-control-repository.ts';
import type { RunLease, RunLeases } from './run-lease.ts';
import { RunRepository, type Run } from './run-repository.ts';
import { statesInProgress } from './transitions.ts';

export interface RunChoice {
  readonly workspaceId: string;
  readonly runId?: string | undefined;
  /** Makes the run active whatever its state. Without `runId`: the newest unfinished run. */
  readonly resume: boolean;
  /** Unless empty, only an active run with this goal is continued. */
  readonly goal: string;
  /** Replaces limits of the configured budget in a new run; null removes one. */
  readonly budget?: Budget | undefined;
}

export interface OpenedRun {
  readonly run: Run;
  readonly isNew: boolean;
  /** `undefined` while another coordinator holds the lease: then the run is unchanged, unless it was resumed. */
  readonly lease: RunLease | undefined;
}

export interface RunOpeningOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly leases: RunLeases;
  /** Default limits of new runs. */
  readonly budget?: Budget | undefined;
}

/** States set by people, which a start without `resume` keeps. */
const kept: readonly string[] = ['paused-intake', 'draining', 'stopped'];

/** Picks and acquires the run that `galley run` continues (GAP-RC-LOOP-13). */
export class RunOpening {
  readonly #options: RunOpeningOptions;

  constructor(options: RunOpeningOptions) {
    this.#options = options;
  }

  /** Default: the newest active run of the workspace (with the goal, if given), else a new one. @throws `run_not_found`. */
  async open(choice: RunChoice): Promise<OpenedRun> {
    const { db, clock, leases } = this.#options;
    const { fence, ...opened } = await db.transaction().execute(async (transaction) => {
      const runs = new RunRepository(transaction);
      const found = await this.#find(runs, choice);
      const id = found?.id ?? (await this.#create(transaction, choice));
      // In this transaction, because other coordinators take an active run as soon as they see it.
      const taken = await leases.claim(transaction, id);
      const from = await runs.holdState(id);
      const isToBeActive = choice.resume || (taken !== undefined && !kept.includes(from));
      if (isToBeActive && from !== 'active') {
        const by = systemActor.username;
        const change = { runId: id, from, to: 'active', at: clock.now(), by };
        await new RunControlRepository(transaction).changeState({ ...change, endedAt: undefined });
      }
      return { run: (await runs.find(id))!, isNew: !found, fence: taken };
    });
    return { ...opened, lease: fence && leases.adopt(fence) };
  }

  async #find(runs: RunRepository, choice: RunChoice): Promise<Run | undefined> {
    const { runId, resume, workspaceId, goal } = choice;
    if (runId === undefined) {
      const states = resume ? statesInProgress : ['active'];
      const isNamed = !resume && goal !== '';
      return runs.findNewest(workspaceId, states, isNamed ? goal : undefined);
    }
    const run = await runs.find(runId);
    if (!run) throw runProblems.run_not_found(`Run ${runId} not found.`, { run_id: runId });
    return run;
  }

  #create(transaction: Database, { workspaceId, goal, budget }: RunChoice): Promise<string> {
    const startedAt = this.#options.clock.now();
    const nanoseconds =
      BigInt(startedAt.getTime()) * 1_000_000n + (process.hrtime.bigint() % 1_000_000n);
    const runs = new RunControlRepository(transaction);
    const limits = withLimits(this.#options.budget ?? {}, budget);
    const by = systemActor.username;
    const fields = { workspaceId, goal, startedAt, startedBy: by, budget: limits };
    return runs.insertStarting(fields, nanoseconds);
  }
}
