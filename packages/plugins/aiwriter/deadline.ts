import type { Clock } from '@galley/kernel';
import { UpstreamError } from './upstream-error.ts';

/** The time that an answer may take, which whoever asked may end before. To be given back. */
export class Deadline implements Disposable {
  /** Aborts when either has come. */
  readonly signal: AbortSignal;
  readonly #passed = new AbortController();
  readonly #over = new AbortController();
  readonly #caller: AbortSignal;

  constructor(clock: Clock, milliseconds: number, caller: AbortSignal) {
    this.#caller = caller;
    this.signal = AbortSignal.any([caller, this.#passed.signal]);
    void this.#wait(clock, milliseconds);
  }

  async #wait(clock: Clock, milliseconds: number): Promise<void> {
    const { signal } = this.#over;
    await clock.sleep(milliseconds, signal);
    if (!signal.aborted) this.#passed.abort();
  }

  /** Which of the two has come; undefined while there is time. */
  get end(): UpstreamError | undefined {
    if (this.#caller.aborted) return new UpstreamError('abandoned');
    return this.#passed.signal.aborted ? new UpstreamError('timed_out') : undefined;
  }

  [Symbol.dispose](): void {
    this.#over.abort();
  }
}
