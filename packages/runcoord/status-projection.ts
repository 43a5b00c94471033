import type { Database } from '@galley/database';
import { redactSecrets, type Clock, type Logger } from '@galley/kernel';
import { BudgetUseReadModel, sumOfUse } from './budgets/budget-use-read-model.ts';
import { noUse, type Budget, type BudgetUse } from './budgets/budget.ts';
import { RunWaitingReadModel } from './run-waiting-read-model.ts';
import type { RunWaiting } from './run-waiting.ts';
import { StatusReadModel, type NewestRun } from './status-projection-read-model.ts';

export interface RunCounts {
  readonly activeAgentCount: number;
  readonly activeDeliberations: number;
  readonly openProposals: number;
  readonly pendingApprovals: number;
  readonly blockers: number;
}

/** Status of the newest run of a workspace (RC-API-4 to RC-API-13). */
export interface RunStatus extends RunCounts {
  /** Empty without a run. */
  readonly runId: string;
  readonly workspaceId: string;
  readonly goal: string;
  readonly state: string;
  /** Result of the last tick, and a sentence about it if the coordinator paused the run. */
  readonly reason: string | null;
  readonly reasonDetail: string | null;
  /** Null without a run, and if it cannot be read. */
  readonly waiting: RunWaiting | null;
  /** The current time without a run. */
  readonly updatedAt: Date;
  readonly transitionedAt: Date | undefined;
  readonly budget: Budget;
  readonly use: BudgetUse;
  /** Unreadable fields, which hold no valid value. */
  readonly degraded: readonly ('state' | 'use' | keyof RunCounts)[];
}

export interface StatusProjectionOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
}

const noCounts: RunCounts = {
  activeAgentCount: 0,
  activeDeliberations: 0,
  openProposals: 0,
  pendingApprovals: 0,
  blockers: 0,
};
const noRun = {
  runId: '',
  goal: '',
  state: 'stopped',
  reason: null,
  reasonDetail: null,
  transitionedAt: undefined,
  budget: {},
} as const;
const countNames = Object.keys(noCounts) as (keyof RunCounts)[];

/** Never throws. */
export class StatusProjection {
  readonly #options: StatusProjectionOptions;
  readonly #reads: StatusReadModel;
  readonly #waiting: RunWaitingReadModel;

  constructor(options: StatusProjectionOptions) {
    this.#options = options;
    this.#reads = new StatusReadModel(options.db);
    this.#waiting = new RunWaitingReadModel(options.db);
  }

  async read(workspaceId: string): Promise<RunStatus> {
    let run: NewestRun | undefined;
    try {
      run = await this.#reads.findNewest(workspaceId);
    } catch (error) {
      this.#warn('state', error);
      // Reading the counts would only wait for the same database again.
      const degraded = ['state', 'use', ...countNames] as const;
      const unknown = { ...noCounts, waiting: null, use: noUse };
      return { ...this.#described(workspaceId, undefined), ...unknown, degraded };
    }
    const [{ counts, degraded }, waiting, use] = await Promise.all([
      this.#count(workspaceId, run?.id),
      this.#findWaiting(run?.id),
      run ? this.#findUse(run.id) : noUse,
    ]);
    return {
      ...this.#described(workspaceId, run),
      ...counts,
      waiting,
      use: use ?? noUse,
      degraded: use ? degraded : [...degraded, 'use'],
    };
  }

  async #findWaiting(runId: string | undefined): Promise<RunWaiting | null> {
    if (runId === undefined) return null;
    try {
      return await this.#waiting.find(runId);
    } catch (error) {
      this.#warn('waiting', error);
      return null;
    }
  }

  #described(workspaceId: string, run: NewestRun | undefined) {
    if (!run) return { ...noRun, workspaceId, updatedAt: this.#options.clock.now() };
    const { id: runId, startedAt: updatedAt, ...rest } = run;
    return { ...rest, workspaceId, runId, updatedAt, goal: redactSecrets(run.goal) };
  }

  async #count(workspaceId: string, runId: string | undefined) {
    const reads = this.#reads;
    const counted: Record<keyof RunCounts, Promise<number>> = {
      activeAgentCount: runId === undefined ? Promise.resolve(0) : reads.activeAgents(runId),
      activeDeliberations: reads.activeDeliberations(),
      openProposals: reads.proposals(workspaceId, ['pending', 'in_review']),
      pendingApprovals: reads.requestedApprovals(workspaceId),
      blockers: reads.proposals(workspaceId, ['rejected']),
    };
    const results = await Promise.allSettled(countNames.map((name) => counted[name]));
    const counts: Record<keyof RunCounts, number> = { ...noCounts };
    const degraded: (keyof RunCounts)[] = [];
    for (const [index, result] of results.entries()) {
      const name = countNames[index]!;
      if (result.status === 'fulfilled') counts[name] = result.value;
      else {
        degraded.push(name);
        this.#warn(name, result.reason);
      }
    }
    return { counts, degraded };
  }

  async #findUse(runId: string): Promise<BudgetUse | undefined> {
    const { db, clock } = this.#options;
    try {
      return sumOfUse(await new BudgetUseReadModel(db).list([runId], clock.now()));
    } catch (error) {
      this.#warn('use', error);
      return undefined;
    }
  }

  #warn(what: string, error: unknown): void {
    this.#options.logger.warn('reading the run status failed', {
      what,
      error: String(error),
    });
  }
}
