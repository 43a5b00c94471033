import { setImmediate as nextRound } from 'node:timers/promises';
import pg from 'pg';
import { systemClock, Ticker, type Logger } from '@galley/kernel';
import { breakConnection } from './break-connection.ts';
import type { DatabaseAddress } from './database-address.ts';
import type { GuardedPool } from './guarded-pool.ts';

export interface AvailabilityProbeOptions {
  /** Read at each connection: an embedded server may return on another port. */
  readonly address: () => string | DatabaseAddress;
  readonly pool: Pick<GuardedPool, 'suspend' | 'resume'>;
  readonly logger: Logger;
}

/** Pause and timeout together stay below a second, within which requests must get 503 (ADD-DB-1). */
const pauseMs = 150;
const tickMs = 100;
const timeoutTicks = 7;
/** Timeout while connecting, longer than for queries: connecting over a slow line takes several round trips. */
const connectTicks = 30;

class ProbeTimeout extends Error {}

/** Suspends the pool while the database does not answer: a hanging database still accepts connections. */
export class AvailabilityProbe {
  readonly #options: AvailabilityProbeOptions;
  #client: pg.Client | undefined;
  #isLost = false;
  #connectTicks = connectTicks;

  readonly loop: Ticker;

  constructor(options: AvailabilityProbeOptions) {
    this.#options = options;
    this.loop = new Ticker({
      id: 'database-probe',
      everyMs: pauseMs,
      clock: systemClock,
      logger: options.logger,
      run: () => this.#probe(),
      finish: async () => this.#disconnect(),
    });
  }

  get isLost(): boolean {
    return this.#isLost;
  }

  async #probe(): Promise<boolean> {
    const wasConnected = this.#client !== undefined;
    try {
      this.#client ??= await this.#connect();
      await withTimeout(this.#client.query('select 1'), timeoutTicks);
    } catch (error) {
      this.#disconnect();
      // An administrator may have ended one connection; a new one shows whether the database is up.
      if (wasConnected && !(error instanceof ProbeTimeout)) return this.#probe();
      this.#lose(error);
      return false;
    }
    this.#find();
    return true;
  }

  async #connect(): Promise<pg.Client> {
    const address = this.#options.address();
    const client = new pg.Client({
      ...(typeof address === 'string' ? { connectionString: address } : address),
      application_name: 'galley probe',
    });
    // The running query rejects with the error; without a listener, the event would end the process.
    client.on('error', () => undefined);
    try {
      await withTimeout(client.connect(), this.#connectTicks);
      return client;
    } catch (error) {
      breakConnection(client);
      throw error;
    }
  }

  #disconnect(): void {
    if (this.#client) breakConnection(this.#client);
    this.#client = undefined;
  }

  #lose(error: unknown): void {
    this.#connectTicks = connectTicks;
    if (this.#isLost) return;
    this.#isLost = true;
    this.#options.pool.suspend();
    const reason = error instanceof Error ? error.message || error.name : String(error);
    this.#options.logger.error('database lost', { error: reason });
  }

  #find(): void {
    this.#connectTicks = timeoutTicks;
    if (!this.#isLost) return;
    this.#isLost = false;
    this.#options.pool.resume();
    this.#options.logger.info('database available again');
  }
}

/** Counts timer ticks, so that a suspended process does not mistake its own pause for the database's. */
async function withTimeout<T>(work: Promise<T>, ticks: number): Promise<T> {
  const done = new AbortController();
  const late = countDown(ticks, done.signal);
  late.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    done.abort();
  }
}

async function countDown(ticks: number, signal: AbortSignal): Promise<never> {
  for (let tick = 0; tick < ticks && !signal.aborted; tick += 1)
    await systemClock.sleep(tickMs, signal);
  // Lets an answer that has already arrived win over the timeout.
  await nextRound();
  throw new ProbeTimeout('no answer in time');
}
