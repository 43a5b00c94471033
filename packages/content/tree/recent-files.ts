/** Within this distance from the clock, a file may change again without a change of its time. */
export const racyWindowMs = 2_000;

/** More are read again by the next scan. */
const maxFiles = 5_000;

/** Files whose rows lack their stamps, most of them too new to be trusted when they were read or written. */
export class RecentFiles {
  readonly #times = new Map<string, number>();

  get size(): number {
    return this.#times.size;
  }

  note(path: string, mtimeMs: number): void {
    this.#times.delete(path);
    if (Date.now() - mtimeMs <= racyWindowMs) this.add(path, mtimeMs);
  }

  add(path: string, mtimeMs: number): void {
    this.#times.set(path, mtimeMs);
    if (this.#times.size <= maxFiles) return;
    const [oldest] = this.#times.keys();
    this.#times.delete(oldest!);
  }

  /** Removes and returns those that are old enough by now. */
  takeTrustworthy(now: Date): string[] {
    const found = [...this.#times].filter(([, mtimeMs]) => now.getTime() - mtimeMs > racyWindowMs);
    for (const [path] of found) this.#times.delete(path);
    return found.map(([path]) => path);
  }
}
