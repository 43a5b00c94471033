import type { Clock, Logger } from '@galley/kernel';
import type { Database } from '@galley/database';
import { runProblems } from './problems.ts';
import { RunJournal } from './run-journal.ts';
import type { RunLease } from './run-lease.ts';
import { RunTicker, type TickResult, type TickSettings } from './run-ticker.ts';
import type { TickMeasures, TickMeter } from './tick-meter.ts';
import { isInProgress } from './transitions.ts';
import { TickSchedule } from './tick-schedule.ts';
import { WatchedTicks, type RunHealth } from './watched-ticks.ts';

export interface RunWatchOptions {
  readonly db: Database;
  readonly settings: TickSettings;
  /** Milliseconds between ticks. */
  readonly interval: number;
  readonly workspaceId: string | null;
  readonly states: readonly string[];
  readonly clock: Clock;
  readonly logger: Logger;
  readonly meter?: TickMeter;
}

const firstDelay = 1_000;
const maxDelayMs = 30_000;
const failuresUntilDegraded = 3;

/** Backoff in milliseconds after this many consecutive failures (GAP-RC-LOOP-9). */
export function delayAfter(failures: number): number {
  return Math.min(firstDelay * 2 ** Math.min(failures - 1, 10), maxDelayMs);
}

export class RunWatch {
  readonly #options: RunWatchOptions;
  readonly #lease: RunLease;
  readonly #ticks: WatchedTicks;

  constructor(lease: RunLease, options: RunWatchOptions) {
    this.#options = options;
    this.#lease = lease;
    const { fence } = lease;
    this.#ticks = new WatchedTicks(
      fence.runId,
      new RunTicker({ ...options, fence }),
      options.meter,
    );
  }

  get health(): RunHealth {
    return this.#ticks.health;
  }

  get measures(): TickMeasures {
    return this.#ticks.measures;
  }

  async run(signal: AbortSignal): Promise<void> {
    try {
      await this.#tickAll(AbortSignal.any([signal, this.#lease.lost]));
    } finally {
      await this.#lease.giveBack();
    }
  }

  async #tickAll(signal: AbortSignal): Promise<void> {
    const { clock, interval } = this.#options;
    // Spreads the ticks of runs that are acquired together.
    const schedule = new TickSchedule(clock, interval, Math.ceil(Math.random() * interval));
    for (let iteration = 1; !signal.aborted; iteration += 1) {
      try {
        const { state: from } = this.health;
        const result = await this.#ticks.tick(iteration, signal);
        this.#log(from, result);
        if (result.isOver) return;
      } catch (error) {
        if (signal.aborted || runProblems.run_fenced.is(error)) return;
        await this.#fail();
      }
      const { failures } = this.health;
      await (failures > 0 ? clock.sleep(delayAfter(failures), signal) : schedule.wait(signal));
    }
  }

  #log(from: string | null, { state, reason }: TickResult): void {
    if (from === state) return;
    const { runId: run, epoch } = this.#lease.fence;
    // The first lease of a run has the epoch 1.
    const begun = epoch === 1 ? 'run started' : 'run taken over';
    const going = from === null ? begun : 'run changed state';
    const message = isInProgress(state) ? going : 'run ended';
    this.#options.logger.info(message, { run, ...(from !== null && { from }), state, reason });
  }

  async #fail(): Promise<void> {
    const { db, clock, logger, settings } = this.#options;
    const { fence } = this.#lease;
    const { failures, lastError } = this.health;
    logger.error('run tick failed, retrying', {
      run: fence.runId,
      failures,
      error: lastError,
    });
    if (settings.enforcement === 'recorded' || failures < failuresUntilDegraded) return;
    try {
      await new RunJournal({ db, fence, clock }).degrade();
    } catch {
      // The next failure retries it; the log already has the reason.
    }
  }
}
