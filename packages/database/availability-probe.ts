import { setImmediate as nextRound } from 'node:timers/promises';
import pg from 'pg';
import { systemClock, type Logger, type Loop } from '@galley/kernel';
import { breakConnection } from './break-connection.ts';
import type { DatabaseAddress } from './database-address.ts';
import type { GuardedPool } from './guarded-pool.ts';

export interface AvailabilityProbeOptions {
  /** Read at each connection: an embedded server may come back on another port. */
  readonly address: () => string | DatabaseAddress;
  readonly pool: Pick<GuardedPool, 'suspend' | 'resume'>;
  readonly logger: Logger;
}

/** Together with the patience less than a second, within which requests are answered 503 (ADD-DB-1). */
const pauseMs = 150;
const retryMs = 100;
const tickMs = 100;
const patienceTicks = 7;
/** For the first connection, and while the database is lost: a connection over a slow line takes several round trips. */
const connectTicks = 30;

class TooLate extends Error {}

/**
 * Asks the database all the time whether it answers, on a connection of its own. When it does not, the pool is
 * suspended until it does: a database that hangs takes connections, and says nothing on them.
 */
export class AvailabilityProbe implements Loop {
  readonly #options: AvailabilityProbeOptions;
  #isLost = false;
  #stopped: Promise<void> = Promise.resolve();

  constructor(options: AvailabilityProbeOptions) {
    this.#options = options;
  }

  /** Whether the database does not answer, as far as is known. */
  get isLost(): boolean {
    return this.#isLost;
  }

  get stopped(): Promise<void> {
    return this.#stopped;
  }

  start(signal: AbortSignal): void {
    this.#stopped = this.#run(signal);
  }

  async #run(signal: AbortSignal): Promise<void> {
    let ticks = connectTicks;
    while (!signal.aborted) {
      let hasAnswered = false;
      try {
        await this.#probe(signal, ticks, () => {
          hasAnswered = true;
          this.#find();
        });
      } catch (error) {
        // A single connection may be ended by an administrator; whether the database is there, the next one shows.
        const isLost = !hasAnswered || error instanceof TooLate;
        if (isLost) this.#lose(error);
        ticks = isLost ? connectTicks : patienceTicks;
        if (isLost) await systemClock.sleep(retryMs, signal);
      }
    }
  }

  /** Until the signal aborts; rejects when the database does not answer in time, or the connection is lost. */
  async #probe(signal: AbortSignal, ticks: number, onAnswer: () => void): Promise<void> {
    const address = this.#options.address();
    const client = new pg.Client({
      ...(typeof address === 'string' ? { connectionString: address } : address),
      application_name: 'galley probe',
    });
    // The query that is under way is told of it; without a listener, the process would end.
    client.on('error', () => undefined);
    try {
      await inTime(client.connect(), ticks);
      while (!signal.aborted) {
        await inTime(client.query('select 1'), patienceTicks);
        onAnswer();
        await systemClock.sleep(pauseMs, signal);
      }
    } finally {
      breakConnection(client);
    }
  }

  #lose(error: unknown): void {
    if (this.#isLost) return;
    this.#isLost = true;
    this.#options.pool.suspend();
    const reason = error instanceof Error ? error.message || error.name : String(error);
    this.#options.logger.error('database lost', { error: reason });
  }

  #find(): void {
    if (!this.#isLost) return;
    this.#isLost = false;
    this.#options.pool.resume();
    this.#options.logger.info('database available again');
  }
}

/**
 * Rejects with `TooLate` after so many ticks. Timers are counted rather than time, so that a process or a machine that
 * was stopped for a while does not take its own silence for that of the database.
 */
async function inTime<T>(work: Promise<T>, ticks: number): Promise<T> {
  const done = new AbortController();
  const late = countDown(ticks, done.signal);
  // Nobody waits for it once the work is done.
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
  // An answer that has come is read before it is called late.
  await nextRound();
  throw new TooLate('no answer in time');
}
