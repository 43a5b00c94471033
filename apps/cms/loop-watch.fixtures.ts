/**
 * Measures how long the event loop of this thread is held, in CPU time of the thread: a machine that is busy with
 * something else slows the clock on the wall and not this one.
 */
export class LoopWatch implements Disposable {
  #turnBegan = process.threadCpuUsage();
  #longest = 0;
  #timer: NodeJS.Timeout;

  constructor() {
    this.#timer = setTimeout(() => this.#turn(), 1);
  }

  /** Milliseconds of the longest turn while `work` runs. */
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
