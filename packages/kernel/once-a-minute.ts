const minute = 60_000;
const mostKeys = 500;

/** Lets one in for each key and minute, and counts the others: for log lines that would repeat a cause. */
export class OnceAMinute {
  readonly #now: () => number;
  readonly #seen = new Map<string, { readonly since: number; repeated: number }>();

  /** `now` is in milliseconds and never goes back. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** How many were not let in since the last one that was; undefined for one that is not let in. */
  admit(key: string): number | undefined {
    const seen = this.#seen.get(key);
    const now = this.#now();
    if (seen && now - seen.since < minute) {
      seen.repeated += 1;
      return undefined;
    }
    if (this.#seen.size >= mostKeys) this.#seen.clear();
    this.#seen.set(key, { since: now, repeated: 0 });
    return seen?.repeated ?? 0;
  }
}
