export class FailureWindow {
  readonly #limit: number;
  readonly #windowMs: number;
  #times: number[] = [];

  constructor({ most, milliseconds }: { readonly most: number; readonly milliseconds: number }) {
    this.#limit = most;
    this.#windowMs = milliseconds;
  }

  isReached(now: Date): boolean {
    const since = now.getTime() - this.#windowMs;
    return this.#times.filter((time) => time > since).length >= this.#limit;
  }

  /** True when the limit is reached. */
  note(now: Date): boolean {
    const since = now.getTime() - this.#windowMs;
    this.#times = [...this.#times.filter((time) => time > since), now.getTime()];
    return this.#times.length >= this.#limit;
  }
}
