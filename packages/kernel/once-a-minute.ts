const minute = 60_000;
const maxKeys = 500;

/** For log lines that would repeat a cause. */
export class OnceAMinute {
  readonly #now: () => number;
  readonly #seen = new Map<string, { readonly since: number; repeated: number }>();

  /** `now` is a monotonic clock in milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Calls refused since the last admitted one; `undefined` if this call is refused. */
  admit(key: string): number | undefined {
    const seen = this.#seen.get(key);
    const now = this.#now();
    if (seen && now - seen.since < minute) {
      seen.repeated += 1;
      return undefined;
    }
    if (this.#seen.size >= maxKeys) this.#seen.clear();
    this.#seen.set(key, { since: now, repeated: 0 });
    return seen?.repeated ?? 0;
  }
}
