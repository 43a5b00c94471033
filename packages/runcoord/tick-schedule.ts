import type { Clock } from '@galley/kernel';

/** Milliseconds that a timer may fire early. Without this tolerance, such a tick would run twice. */
const maxEarlyMs = 2;

/** A tick that overruns is followed by one immediate tick, however many were missed. */
export class TickSchedule {
  readonly #clock: Clock;
  readonly #interval: number;
  readonly #start: number;
  #next: number;

  /** Both in milliseconds. `interval` is positive; `first`, the delay before the first tick, is at most `interval`. */
  constructor(clock: Clock, interval: number, first = interval) {
    this.#clock = clock;
    this.#interval = interval;
    this.#next = clock.now().getTime() + first;
    this.#start = this.#next - interval;
  }

  async wait(signal: AbortSignal): Promise<void> {
    const left = this.#next - this.#clock.now().getTime();
    // At most the interval, even if the system clock was set back.
    if (left > 0) await this.#clock.sleep(Math.min(left, this.#interval), signal);
    const early = this.#next - this.#clock.now().getTime();
    if (early > 0 && early <= maxEarlyMs) await this.#clock.sleep(early + 1, signal);
    const passed = this.#clock.now().getTime() - this.#start;
    this.#next = this.#start + (Math.floor(passed / this.#interval) + 1) * this.#interval;
  }
}
