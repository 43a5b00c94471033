import type { Clock } from '@galley/kernel';

/** Milliseconds that a timer may wake too early by the clock: the tick that it is for would come twice. */
const mostEarly = 2;

/**
 * The fixed times at which one run is ticked. A tick that took longer than the interval is followed by one tick at
 * once, however many times have passed.
 */
export class TickSchedule {
  readonly #clock: Clock;
  readonly #interval: number;
  readonly #start: number;
  #next: number;

  /** Both in milliseconds; `interval` is positive, and `first`, until the first tick, no more than that. */
  constructor(clock: Clock, interval: number, first = interval) {
    this.#clock = clock;
    this.#interval = interval;
    this.#next = clock.now().getTime() + first;
    this.#start = this.#next - interval;
  }

  /** Resolves at the next tick, or when `signal` aborts. */
  async wait(signal: AbortSignal): Promise<void> {
    const left = this.#next - this.#clock.now().getTime();
    // No longer than the interval, even when the clock of the machine was set back.
    if (left > 0) await this.#clock.sleep(Math.min(left, this.#interval), signal);
    const early = this.#next - this.#clock.now().getTime();
    if (early > 0 && early <= mostEarly) await this.#clock.sleep(early + 1, signal);
    const passed = this.#clock.now().getTime() - this.#start;
    this.#next = this.#start + (Math.floor(passed / this.#interval) + 1) * this.#interval;
  }
}
