import type { Clock } from '@galley/kernel';
import type { Database, Transaction } from '@galley/database';
import { durationText } from './duration-text.ts';
import { LeaseRepository, type RunFence } from './lease-repository.ts';
import { RunEventRepository } from './run-event-repository.ts';
import { RunRepository } from './run-repository.ts';

export interface RunJournalOptions {
  readonly db: Database;
  readonly fence: RunFence;
  readonly clock: Clock;
}

export interface Retry {
  readonly iteration: number;
  readonly attempt: number;
  readonly maxAttempts: number;
  readonly error: string;
  /** In milliseconds. */
  readonly nextDelay: number;
}

/** Each record is one transaction under the lease. */
export class RunJournal {
  readonly #options: RunJournalOptions;

  constructor(options: RunJournalOptions) {
    this.#options = options;
  }

  recordRetry({ iteration, attempt, maxAttempts, error, nextDelay }: Retry): Promise<void> {
    const payload = {
      iteration,
      attempt,
      max_attempts: maxAttempts,
      error,
      next_retry_delay: durationText(nextDelay),
    };
    return this.#write((transaction) => this.#append(transaction, 'orchestrator.retry', payload));
  }

  recordFailure(iterations: number, error: string): Promise<void> {
    return this.#write(async (transaction) => {
      await this.#move(transaction, () => 'failed');
      await this.#append(transaction, 'orchestrator.failed', { iterations, error });
    });
  }

  /** Only if active: paused and draining runs keep their state. */
  degrade(): Promise<void> {
    return this.#write((transaction) =>
      this.#move(transaction, (state) => (state === 'active' ? 'degraded' : state)),
    );
  }

  #write(work: (transaction: Transaction) => Promise<void>): Promise<void> {
    const { db, fence } = this.#options;
    return db.transaction().execute(async (transaction) => {
      await new LeaseRepository(transaction).hold(fence);
      await work(transaction);
    });
  }

  async #move(transaction: Transaction, next: (state: string) => string): Promise<void> {
    const { fence, clock } = this.#options;
    const runs = new RunRepository(transaction);
    const from = await runs.holdState(fence.runId);
    const { id, reason } = await runs.getFenced(fence);
    const to = next(from);
    if (to !== from) await runs.move({ id, from, to, reason, now: clock.now() });
  }

  async #append(
    transaction: Transaction,
    type: 'orchestrator.retry' | 'orchestrator.failed',
    payload: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    const { fence, clock } = this.#options;
    const event = { runId: fence.runId, type, payload, at: clock.now() };
    await new RunEventRepository(transaction).append([event]);
  }
}
