import type { Clock } from '@galley/kernel';
import { UpstreamError } from './upstream-error.ts';

/** Dispose after use. */
export class Deadline implements Disposable {
  readonly signal: AbortSignal;
  readonly #timedOut = new AbortController();
  readonly #disposed = new AbortController();
  readonly #caller: AbortSignal;

  constructor(clock: Clock, milliseconds: number, caller: AbortSignal) {
    this.#caller = caller;
    this.signal = AbortSignal.any([caller, this.#timedOut.signal]);
    void this.#wait(clock, milliseconds);
  }

  async #wait(clock: Clock, milliseconds: number): Promise<void> {
    const { signal } = this.#disposed;
    await clock.sleep(milliseconds, signal);
    if (!signal.aborted) this.#timedOut.abort();
  }

  /** `undefined` while active. */
  get end(): UpstreamError | undefined {
    if (this.#caller.aborted) return new UpstreamError('abandoned');
    return this.#timedOut.signal.aborted ? new UpstreamError('timed_out') : undefined;
  }

  [Symbol.dispose](): void {
    this.#disposed.abort();
  }
}
