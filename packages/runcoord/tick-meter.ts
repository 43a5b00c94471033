import type { TurnCounts } from './turns.ts';

/** Counts of this process since its start. */
export interface TickMeasures {
  readonly done: number;
  readonly failed: number;
  readonly seconds: number;
  readonly turns: TurnCounts;
}

export class TickMeter {
  #done = 0;
  #failed = 0;
  #milliseconds = 0;

  get counts(): Omit<TickMeasures, 'turns'> {
    return { done: this.#done, failed: this.#failed, seconds: this.#milliseconds / 1_000 };
  }

  /** `began` is a value of `performance.now()`. */
  note(result: 'done' | 'failed', began: number): void {
    if (result === 'done') this.#done += 1;
    else this.#failed += 1;
    this.#milliseconds += performance.now() - began;
  }
}
