/** Counts failures of the last while, for when they are too many. */
export class FailureWindow {
  readonly #most: number;
  readonly #milliseconds: number;
  #times: number[] = [];

  constructor({ most, milliseconds }: { readonly most: number; readonly milliseconds: number }) {
    this.#most = most;
    this.#milliseconds = milliseconds;
  }

  /** Notes one; true when there have been `most` of them within the time. */
  note(now: Date): boolean {
    const since = now.getTime() - this.#milliseconds;
    this.#times = [...this.#times.filter((time) => time > since), now.getTime()];
    return this.#times.length >= this.#most;
  }
}
