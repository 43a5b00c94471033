export class WorkQueue {
  readonly #limits: { readonly running: number; readonly waiting: number };
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(limits: { readonly running: number; readonly waiting: number }) {
    this.#limits = limits;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  get isFull(): boolean {
    return this.#waiting.length >= this.#limits.waiting;
  }

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#running < this.#limits.running) this.#running += 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      // The next job takes over the slot.
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }
}
