/** Measures CPU time, which other load on the machine does not slow. */
export class LoopWatch implements Disposable {
  #turnBegan = process.threadCpuUsage();
  #longest = 0;
  #timer: NodeJS.Timeout;

  constructor() {
    this.#timer = setTimeout(() => this.#turn(), 1);
  }

  /** In milliseconds. */
  async longestTurn(work: () => Promise<unknown>): Promise<number> {
    this.#longest = 0;
    this.#turnBegan = process.threadCpuUsage();
    await work();
    await new Promise((resolve) => setTimeout(resolve, 2));
    return this.#longest;
  }

  #turn(): void {
    const { user, system } = process.threadCpuUsage(this.#turnBegan);
    this.#longest = Math.max(this.#longest, (user + system) / 1_000);
    this.#turnBegan = process.threadCpuUsage();
    this.#timer = setTimeout(() => this.#turn(), 1);
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
  }
}
