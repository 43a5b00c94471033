import type { TurnCounts } from './turns.ts';

/** What ticks have come to, of one process and since its start. */
export interface TickMeasures {
  readonly done: number;
  readonly failed: number;
  /** That all of them together took. */
  readonly seconds: number;
  /** As the last tick of each run has found them. */
  readonly turns: TurnCounts;
}

/** Counts ticks of any number of runs. */
export class TickMeter {
  #done = 0;
  #failed = 0;
  #milliseconds = 0;

  get counts(): Omit<TickMeasures, 'turns'> {
    return { done: this.#done, failed: this.#failed, seconds: this.#milliseconds / 1_000 };
  }

  /** `began` by `performance.now()`. */
  note(result: 'done' | 'failed', began: number): void {
    if (result === 'done') this.#done += 1;
    else this.#failed += 1;
    this.#milliseconds += performance.now() - began;
  }
}
