import { Ticker, type Clock, type Logger } from '@galley/kernel';
import type { Database } from '@galley/database';
import { LeaseRepository, type HeldLease, type RunFence } from './lease-repository.ts';

export interface RunLeasesOptions {
  readonly db: Database;
  /** Of this process, and of none that was before it: who people are told holds a run. */
  readonly holder: string;
  /** After how many milliseconds at the most somebody else has a run whose holder is gone. */
  readonly milliseconds: number;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** How often whoever waits looks: a lease that was given back is taken within 100 ms. */
const lookMilliseconds = 50;
/** What is left of the time is for noticing that a lease has run out, and taking it. */
const shareUntilEnd = 0.9;

/**
 * The leases of this process: whoever has the lease of a run is the one that ticks it. They are renewed from `start` on,
 * all together; what is left at the end is given back. Nothing depends on their being renewed in time: whoever has lost
 * one is refused by the epoch when they write.
 */
export class RunLeases {
  readonly #options: RunLeasesOptions;
  readonly #leases = new Map<string, RunLease>();

  /** Renews the leases, and gives them back at the end. */
  readonly loop: Ticker;

  constructor(options: RunLeasesOptions) {
    this.#options = options;
    const { clock, logger } = options;
    this.loop = new Ticker({
      id: 'lease-renewal',
      everyMs: this.#lasting / 3,
      runsAtStart: false,
      clock,
      logger,
      run: () => this.#renew(),
      finish: () => Promise.all([...this.#leases.values()].map((lease) => lease.giveBack())),
    });
  }

  /** How many it has. */
  get held(): number {
    return this.#leases.size;
  }

  /** Those that nobody has. */
  async tryTakeAll(runIds: readonly string[]): Promise<RunLease[]> {
    const { db, holder } = this.#options;
    const claims = { runIds, holder, milliseconds: this.#lasting };
    const fences = await new LeaseRepository(db).acquireFree(claims);
    return fences.map((fence) => this.adopt(fence));
  }

  /** In a transaction, and undefined while somebody else has it; `adopt` makes it one of these when that was committed. */
  claim(db: Database, runId: string): Promise<RunFence | undefined> {
    const { holder } = this.#options;
    return new LeaseRepository(db).acquire({ runId, holder, milliseconds: this.#lasting });
  }

  adopt(fence: RunFence): RunLease {
    const lease: RunLease = new RunLease(fence, () => this.#giveBack(lease));
    this.#leases.set(fence.runId, lease);
    return lease;
  }

  findHeld(runId: string): Promise<HeldLease | undefined> {
    return new LeaseRepository(this.#options.db).findHeld(runId);
  }

  /** Resolves when nobody has it, or `signal` aborts. `onHeld` is told once who has it. */
  async waitUntilFree(
    runId: string,
    signal: AbortSignal,
    onHeld: (lease: HeldLease) => void,
  ): Promise<void> {
    for (let isTold = false; !signal.aborted;) {
      const held = await this.findHeld(runId);
      if (!held) return;
      if (!isTold) onHeld(held);
      isTold = true;
      await this.#options.clock.sleep(lookMilliseconds, signal);
    }
  }

  get #lasting(): number {
    return this.#options.milliseconds * shareUntilEnd;
  }

  async #renew(): Promise<void> {
    const fences = [...this.#leases.values()].map(({ fence }) => fence);
    if (fences.length === 0) return;
    const lost = await new LeaseRepository(this.#options.db).renew(fences, this.#lasting);
    for (const runId of lost) this.#leases.get(runId)?.lose();
  }

  async #giveBack(lease: RunLease): Promise<void> {
    const { fence } = lease;
    if (this.#leases.get(fence.runId) === lease) this.#leases.delete(fence.runId);
    await this.#attempt('given back', () => new LeaseRepository(this.#options.db).release(fence));
  }

  /** A lease that cannot be renewed or given back runs out, and the next coordinator takes it. */
  async #attempt(what: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#options.logger.warn(`the leases of runs could not be ${what}`, { error: reason });
    }
  }
}

/** The right to write about a run. */
export class RunLease {
  readonly fence: RunFence;
  readonly #release: () => Promise<void>;
  readonly #lost = new AbortController();

  constructor(fence: RunFence, release: () => Promise<void>) {
    this.fence = fence;
    this.#release = release;
  }

  /** Aborts when somebody else has taken over. */
  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  lose(): void {
    this.#lost.abort();
  }

  /** Ends it at once, so that the next one need not wait. */
  giveBack(): Promise<void> {
    return this.#release();
  }
}
