import type { Loop } from '@galley/kernel';
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
export class RunSupervision implements Loop {
  readonly #options: RunSupervisionOptions;
  readonly #watches = new Map<string, RunWatch>();
  readonly #ends = new Map<string, Promise<void>>();
  readonly #meter = new TickMeter();
  #hint = new AbortController();
  #isBlind = false;
  #stopped: Promise<void> = Promise.resolve();

  constructor(options: RunSupervisionOptions) {
    this.#options = options;
  }

  get stopped(): Promise<void> {
    return this.#stopped;
  }

  get health(): SupervisionHealth {
    const health = healthOf([...this.#watches.values()].map((watch) => watch.health));
    return this.#isBlind ? { ...health, status: 'degraded' } : health;
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

  start(signal: AbortSignal): void {
    this.#stopped = this.#run(signal);
  }

  /** Looks for runs now and not only after the interval: for notifications, which are no more than hints. */
  hint(): void {
    this.#hint.abort();
  }

  async #run(signal: AbortSignal): Promise<void> {
    const { clock, interval } = this.#options;
    while (!signal.aborted) {
      this.#hint = new AbortController();
      const soonest = await this.#look(signal);
      const pause = Math.min(interval, soonest + graceMilliseconds);
      await clock.sleep(pause, AbortSignal.any([signal, this.#hint.signal]));
    }
    await Promise.all(this.#ends.values());
  }

  /** Takes what it can get; returns in how many milliseconds the next lease of others runs out, if it does. */
  async #look(signal: AbortSignal): Promise<number> {
    const { db, logger, settings } = this.#options;
    const states = tickedStates[settings.enforcement];
    let soonest = Infinity;
    try {
      const free = new Map<string, string | null>();
      for (const { id, workspaceId, heldFor } of await new RunRepository(db).listInProgress(
        states,
      )) {
        if (this.#watches.has(id)) continue;
        if (heldFor > 0) soonest = Math.min(soonest, heldFor);
        else free.set(id, workspaceId);
      }
      if (free.size > 0 && !signal.aborted) await this.#take(free, signal);
      this.#isBlind = false;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (!this.#isBlind)
        logger.error('runs cannot be looked for; trying again', { error: reason });
      this.#isBlind = true;
    }
    return soonest;
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
