import { Ticker } from '@galley/kernel';
import type { RunLeases } from './run-lease.ts';
import { hasFailedAgent } from './run-pauses.ts';
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
  /**
   * `degraded` while ticks of any run fail, a run waits because of a failed agent, or the list of runs cannot be read
   * from the database.
   */
  readonly status: 'ready' | 'healthy-idle' | 'degraded';
  readonly runs: readonly RunHealth[];
}

export function combineHealth(runs: readonly RunHealth[]): SupervisionHealth {
  if (runs.some((run) => run.failures > 0 || hasFailedAgent(run)))
    return { status: 'degraded', runs };
  return { status: runs.length > 0 ? 'ready' : 'healthy-idle', runs };
}

/** Polling exactly at the expiry could be too early. */
const graceMs = 5;

const tickedStates = {
  recorded: ['active'],
  enforced: ['active', 'paused-intake', 'draining', 'degraded'],
} as const;

/** Ticks every run whose lease it gets, each independently, also those of coordinators that are gone. */
export class RunSupervision {
  readonly #options: RunSupervisionOptions;
  readonly #watches = new Map<string, RunWatch>();
  readonly #ends = new Map<string, Promise<void>>();
  readonly #meter = new TickMeter();
  #elsewhere: readonly RunHealth[] = [];
  /** Last event of blocked runs that a tick has left blocked. */
  readonly #seenBlocked = new Map<string, number>();
  /** Milliseconds until the next known lease of another coordinator expires. */
  #nextFreeMs = Infinity;

  /** Acquired runs are ticked in parallel to this polling. */
  readonly loop: Ticker;

  constructor(options: RunSupervisionOptions) {
    this.#options = options;
    const { clock, logger, interval } = options;
    this.loop = new Ticker({
      id: 'run-supervision',
      everyMs: () => Math.min(interval, this.#nextFreeMs + graceMs),
      clock,
      logger,
      run: (signal) => this.#look(signal),
      finish: () => Promise.all(this.#ends.values()),
    });
  }

  get health(): SupervisionHealth {
    const here = [...this.#watches.values()].map((watch) => watch.health);
    const elsewhere = this.#elsewhere.filter(({ runId }) => !this.#watches.has(runId));
    const { status, runs } = combineHealth(here);
    const isDegraded = this.loop.isFailing || elsewhere.some(hasFailedAgent);
    return { status: isDegraded ? 'degraded' : status, runs: [...runs, ...elsewhere] };
  }

  /** Counters of ended runs stay included. */
  get measures(): TickMeasures {
    const turns = { waiting: 0, inFlight: 0 };
    for (const { measures } of this.#watches.values()) {
      turns.waiting += measures.turns.waiting;
      turns.inFlight += measures.turns.inFlight;
    }
    return { ...this.#meter.counts, turns };
  }

  /** Called for notifications, which are only hints. */
  hint(): void {
    this.loop.wake();
  }

  async #look(signal: AbortSignal): Promise<void> {
    const { db, settings } = this.#options;
    const free = new Map<string, string | null>();
    this.#nextFreeMs = Infinity;
    const runs = await new RunRepository(db).listInProgress(tickedStates[settings.enforcement]);
    const elsewhere: RunHealth[] = [];
    for (const { id: runId, workspaceId, heldFor, state, reason } of runs) {
      if (this.#watches.has(runId)) continue;
      if (heldFor > 0) {
        this.#nextFreeMs = Math.min(this.#nextFreeMs, heldFor);
        const unknown = { failures: 0, lastError: undefined };
        elsewhere.push({ runId, state, reason, ...unknown, isElsewhere: true });
      } else free.set(runId, workspaceId);
    }
    this.#elsewhere = elsewhere;
    if (settings.enforcement === 'enforced') await this.#addUnblocked(free);
    if (free.size > 0 && !signal.aborted) await this.#take(free, signal);
  }

  /** In `enforced` mode, a blocked run in which something happens is ticked again. */
  async #addUnblocked(free: Map<string, string | null>): Promise<void> {
    const runs = await new RunRepository(this.#options.db).listUnblocked();
    const ids = new Set(runs.map(({ id }) => id));
    for (const id of this.#seenBlocked.keys()) if (!ids.has(id)) this.#seenBlocked.delete(id);
    for (const { id, workspaceId, lastEventId, isHeld } of runs) {
      if (isHeld || this.#watches.has(id) || this.#seenBlocked.get(id) === lastEventId) continue;
      this.#seenBlocked.set(id, lastEventId);
      free.set(id, workspaceId);
    }
  }

  /** `free` maps run ids to workspace ids. */
  async #take(free: ReadonlyMap<string, string | null>, signal: AbortSignal): Promise<void> {
    const { leases, settings } = this.#options;
    const enforced = [...tickedStates.enforced, 'blocked'];
    const states = settings.enforcement === 'enforced' ? enforced : tickedStates.recorded;
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
