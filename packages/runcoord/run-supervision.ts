import { Ticker } from '@galley/kernel';
import type { RunLeases } from './run-lease.ts';
import { RunRepository } from './run-repository.ts';
import { TickMeter, type TickMeasures } from './tick-meter.ts';
import { RunWatch, type RunWatchOptions } from './run-watch.ts';
import type { RunHealth } from './watched-ticks.ts';

export interface RunSupervisionOptions extends Omit<
  RunWatchOptions,
  'states' | 'workspaceId' | 'meter'
> {
  readonly leases: RunLeases;
}

export interface SupervisionHealth {
  /** `degraded` while ticks of some run fail, or the database cannot be asked which runs there are. */
  readonly status: 'ready' | 'healthy-idle' | 'degraded';
  readonly runs: readonly RunHealth[];
}

/** What the health of runs comes to. */
export function healthOf(runs: readonly RunHealth[]): SupervisionHealth {
  if (runs.some(({ failures }) => failures > 0)) return { status: 'degraded', runs };
  return { status: runs.length > 0 ? 'ready' : 'healthy-idle', runs };
}

/** A look at the very moment that a lease runs out could come too early. */
const graceMilliseconds = 5;

const tickedStates = {
  recorded: ['active'],
  enforced: ['active', 'paused-intake', 'draining', 'degraded'],
} as const;

/**
 * The continuously running owner of a project's runs (`galley start`): ticks each run that it can get the lease of,
 * independently of the others, and stays while there is none. Runs of other coordinators are taken when those are gone.
 */
export class RunSupervision {
  readonly #options: RunSupervisionOptions;
  readonly #watches = new Map<string, RunWatch>();
  readonly #ends = new Map<string, Promise<void>>();
  readonly #meter = new TickMeter();
  /** In how many milliseconds the next lease of another coordinator runs out, as far as is known. */
  #nextFreeMs = Infinity;

  /** Looks for runs; each run that is taken is then ticked beside it. */
  readonly loop: Ticker;

  constructor(options: RunSupervisionOptions) {
    this.#options = options;
    const { clock, logger, interval } = options;
    this.loop = new Ticker({
      id: 'run-supervision',
      everyMs: () => Math.min(interval, this.#nextFreeMs + graceMilliseconds),
      clock,
      logger,
      run: (signal) => this.#look(signal),
      finish: () => Promise.all(this.#ends.values()),
    });
  }

  get health(): SupervisionHealth {
    const health = healthOf([...this.#watches.values()].map((watch) => watch.health));
    return this.loop.isFailing ? { ...health, status: 'degraded' } : health;
  }

  /** Of all runs; what was counted of those that are over stands. */
  get measures(): TickMeasures {
    const turns = { waiting: 0, inFlight: 0 };
    for (const { measures } of this.#watches.values()) {
      turns.waiting += measures.turns.waiting;
      turns.inFlight += measures.turns.inFlight;
    }
    return { ...this.#meter.counts, turns };
  }

  /** Looks for runs now and not only after the interval: for notifications, which are no more than hints. */
  hint(): void {
    this.loop.wake();
  }

  async #look(signal: AbortSignal): Promise<void> {
    const { db, settings } = this.#options;
    const free = new Map<string, string | null>();
    this.#nextFreeMs = Infinity;
    const runs = await new RunRepository(db).listInProgress(tickedStates[settings.enforcement]);
    for (const { id, workspaceId, heldFor } of runs) {
      if (this.#watches.has(id)) continue;
      if (heldFor > 0) this.#nextFreeMs = Math.min(this.#nextFreeMs, heldFor);
      else free.set(id, workspaceId);
    }
    if (free.size > 0 && !signal.aborted) await this.#take(free, signal);
  }

  /** `free` has the workspace of each run. */
  async #take(free: ReadonlyMap<string, string | null>, signal: AbortSignal): Promise<void> {
    const { leases, settings } = this.#options;
    const states = tickedStates[settings.enforcement];
    for (const lease of await leases.tryTakeAll([...free.keys()])) {
      const { runId } = lease.fence;
      const workspaceId = free.get(runId)!;
      const watch = new RunWatch(lease, {
        ...this.#options,
        workspaceId,
        states,
        meter: this.#meter,
      });
      this.#watch(runId, watch, signal);
    }
  }

  #watch(runId: string, watch: RunWatch, signal: AbortSignal): void {
    this.#watches.set(runId, watch);
    const ended = watch.run(signal).finally(() => {
      this.#watches.delete(runId);
      this.#ends.delete(runId);
    });
    this.#ends.set(runId, ended);
  }
}
