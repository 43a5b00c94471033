import type { Clock, Logger } from '@galley/kernel';
import { runProblems } from './problems.ts';
import type { RunJournal } from './run-journal.ts';
import type { TickResult } from './run-ticker.ts';
import { TickSchedule } from './tick-schedule.ts';

export const defaultInterval = 1_000;
export const defaultRetryDelay = 250;
export const defaultMaxConsecutiveErrors = 5;

export interface RunLoopOptions {
  readonly tick: (iteration: number, signal: AbortSignal) => Promise<TickResult>;
  readonly journal: Pick<RunJournal, 'recordRetry' | 'recordFailure'>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Milliseconds between the starts of iterations. Not positive here and in the next two: the default. */
  readonly interval: number;
  /** Milliseconds between an error and the retry. */
  readonly retryDelay: number;
  readonly maxConsecutiveErrors: number;
  /** Maximum number of iterations, successful or failed. Not positive: unlimited. */
  readonly maxIterations: number;
}

export interface LoopEnd {
  /** Final state of the run, or `cancelled`, which leaves the state as it is. */
  readonly end: 'completed' | 'blocked' | 'failed' | 'stopped' | 'cancelled';
  readonly iterations: number;
  readonly lastError: string | undefined;
}

export class IterationLimitError extends Error {
  readonly reason = 'iteration_limit';
  readonly iterations: number;
  readonly lastError: string | undefined;

  constructor(iterations: number, lastError: string | undefined) {
    super(`Stopped after ${iterations} iterations, the configured maximum, with work left.`);
    this.name = 'ErrIterationLimit';
    this.iterations = iterations;
    this.lastError = lastError;
  }
}

/** Call `run` only once. */
export class RunLoop {
  readonly #options: RunLoopOptions;
  readonly #retryDelay: number;
  readonly #maxErrors: number;
  #iterations = 0;
  #consecutiveErrors = 0;
  #lastError: string | undefined;

  constructor(options: RunLoopOptions) {
    this.#options = options;
    this.#retryDelay = positiveOr(options.retryDelay, defaultRetryDelay);
    this.#maxErrors = positiveOr(options.maxConsecutiveErrors, defaultMaxConsecutiveErrors);
  }

  /**
   * Resolves when the run ends or `signal` aborts.
   * @throws IterationLimitError at the limit; `run_fenced` when another coordinator has taken over; `run_not_recorded`
   * at once if an error cannot be recorded.
   */
  async run(signal: AbortSignal): Promise<LoopEnd> {
    const { clock, interval, maxIterations } = this.#options;
    const schedule = new TickSchedule(clock, positiveOr(interval, defaultInterval));
    while (!signal.aborted) {
      const end = await this.#iterate(signal);
      if (end) return this.#ended(end);
      if (signal.aborted) break;
      if (maxIterations > 0 && this.#iterations >= maxIterations)
        throw new IterationLimitError(this.#iterations, this.#lastError);
      await (this.#lastError === undefined
        ? schedule.wait(signal)
        : clock.sleep(this.#retryDelay, signal));
    }
    return this.#ended('cancelled');
  }

  async #iterate(signal: AbortSignal): Promise<LoopEnd['end'] | undefined> {
    this.#iterations += 1;
    try {
      const { isOver, state } = await this.#options.tick(this.#iterations, signal);
      this.#consecutiveErrors = 0;
      this.#lastError = undefined;
      return isOver ? (state as LoopEnd['end']) : undefined;
    } catch (error) {
      if (signal.aborted) return 'cancelled';
      if (runProblems.run_fenced.is(error)) throw error;
      return this.#fail(error);
    }
  }

  async #fail(error: unknown): Promise<'failed' | undefined> {
    const { journal, logger } = this.#options;
    const message = error instanceof Error ? error.message : String(error);
    const iteration = this.#iterations;
    this.#lastError = message;
    this.#consecutiveErrors += 1;
    const attempt = this.#consecutiveErrors;
    logger.error('run iteration failed', { iteration, attempt, error: message });
    const hasFailed = attempt >= this.#maxErrors;
    try {
      if (hasFailed) await journal.recordFailure(iteration, message);
      else
        await journal.recordRetry({
          iteration,
          attempt,
          maxAttempts: this.#maxErrors,
          error: message,
          nextDelay: this.#retryDelay,
        });
    } catch (cause) {
      if (runProblems.run_fenced.is(cause)) throw cause;
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw runProblems.run_not_recorded(
        `Iteration ${iteration} failed (${message}), and that could not be recorded: ${reason}`,
        { iteration },
      );
    }
    return hasFailed ? 'failed' : undefined;
  }

  #ended(end: LoopEnd['end']): LoopEnd {
    return { end, iterations: this.#iterations, lastError: this.#lastError };
  }
}

/** For `--headless`: reaching the limit is a normal end; 0 means one iteration, negative unlimited. */
export async function runHeadless(
  options: RunLoopOptions,
  snapshot: () => Promise<unknown>,
  signal: AbortSignal,
): Promise<LoopEnd | IterationLimitError> {
  const maxIterations = options.maxIterations === 0 ? 1 : options.maxIterations;
  const end = await new RunLoop({ ...options, maxIterations }).run(signal).catch(limitOrThrow);
  if (end instanceof IterationLimitError || end.end !== 'cancelled') await snapshot();
  return end;
}

function limitOrThrow(error: unknown): IterationLimitError {
  if (error instanceof IterationLimitError) return error;
  throw error;
}

function positiveOr(value: number, otherwise: number): number {
  return value > 0 ? value : otherwise;
}
