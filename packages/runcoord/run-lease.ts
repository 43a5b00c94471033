import { Ticker, type Clock, type Logger } from '@galley/kernel';
import type { Database } from '@galley/database';
import { LeaseRepository, type HeldLease, type RunFence } from './lease-repository.ts';

export interface RunLeasesOptions {
  readonly db: Database;
  readonly holder: string;
  /** Maximum delay before another coordinator takes over the run of a dead holder. */
  readonly milliseconds: number;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** A released lease has to be taken within 100 ms. */
const pollIntervalMs = 50;
/** The rest is time to notice an expired lease and acquire it. */
const shareUntilEnd = 0.9;

/**
 * Only the holder of a run's lease ticks it. Timely renewal is not needed for correctness: the epoch rejects writes of
 * a holder that lost its lease.
 */
export class RunLeases {
  readonly #options: RunLeasesOptions;
  readonly #leases = new Map<string, RunLease>();

  readonly loop: Ticker;

  constructor(options: RunLeasesOptions) {
    this.#options = options;
    const { clock, logger } = options;
    this.loop = new Ticker({
      id: 'lease-renewal',
      everyMs: this.#leaseMs / 3,
      runsAtStart: false,
      clock,
      logger,
      run: () => this.#renew(),
      finish: () => Promise.all([...this.#leases.values()].map((lease) => lease.giveBack())),
    });
  }

  get held(): number {
    return this.#leases.size;
  }

  async tryTakeAll(runIds: readonly string[]): Promise<RunLease[]> {
    const { db, holder } = this.#options;
    const claims = { runIds, holder, milliseconds: this.#leaseMs };
    const fences = await new LeaseRepository(db).acquireFree(claims);
    return fences.map((fence) => this.adopt(fence));
  }

  /** `undefined` while another coordinator holds the lease. Call `adopt` after the commit. */
  claim(db: Database, runId: string): Promise<RunFence | undefined> {
    const { holder } = this.#options;
    return new LeaseRepository(db).acquire({ runId, holder, milliseconds: this.#leaseMs });
  }

  adopt(fence: RunFence): RunLease {
    const lease: RunLease = new RunLease(fence, () => this.#giveBack(lease));
    this.#leases.set(fence.runId, lease);
    return lease;
  }

  findHeld(runId: string): Promise<HeldLease | undefined> {
    return new LeaseRepository(this.#options.db).findHeld(runId);
  }

  /** Stops when `signal` aborts. `onHeld` is called once with the holder. */
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
      await this.#options.clock.sleep(pollIntervalMs, signal);
    }
  }

  get #leaseMs(): number {
    return this.#options.milliseconds * shareUntilEnd;
  }

  async #renew(): Promise<void> {
    const fences = [...this.#leases.values()].map(({ fence }) => fence);
    if (fences.length === 0) return;
    const lost = await new LeaseRepository(this.#options.db).renew(fences, this.#leaseMs);
    for (const runId of lost) this.#leases.get(runId)?.lose();
  }

  async #giveBack(lease: RunLease): Promise<void> {
    const { fence } = lease;
    if (this.#leases.get(fence.runId) === lease) this.#leases.delete(fence.runId);
    await this.#attempt('release', () => new LeaseRepository(this.#options.db).release(fence));
  }

  /** Logs errors: a lease that cannot be renewed or released expires. */
  async #attempt(what: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#options.logger.warn(`run lease ${what} failed`, { error: reason });
    }
  }
}

export class RunLease {
  readonly fence: RunFence;
  readonly #release: () => Promise<void>;
  readonly #lost = new AbortController();

  constructor(fence: RunFence, release: () => Promise<void>) {
    this.fence = fence;
    this.#release = release;
  }

  /** Aborts when another coordinator has taken over. */
  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  lose(): void {
    this.#lost.abort();
  }

  giveBack(): Promise<void> {
    return this.#release();
  }
}
