import { setTimeout } from 'node:timers/promises';

export interface GrantRate {
  /** Each may hold a database connection. */
  readonly grantsAtOnce: number;
  /** Also the burst size. */
  readonly grantsPerSecond: number;
}

export class GrantQueue {
  readonly #rate: GrantRate;
  readonly #waiting: (() => void)[] = [];
  #underWay = 0;
  /** When the previous calls would have ended at the rate, in milliseconds. */
  #due = 0;

  constructor(rate: GrantRate) {
    this.#rate = rate;
  }

  async run<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    if (this.#underWay < this.#rate.grantsAtOnce) this.#underWay += 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      await this.#pause();
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#underWay -= 1;
    }
  }

  async #pause(): Promise<void> {
    const { grantsPerSecond } = this.#rate;
    const now = performance.now();
    this.#due = Math.max(this.#due, now - 1_000) + 1_000 / grantsPerSecond;
    if (this.#due > now) await setTimeout(this.#due - now, undefined, { ref: false });
  }
}
