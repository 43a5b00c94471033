import type { Clock } from '@galley/kernel';

interface Sleeper {
  readonly until: number;
  readonly wake: () => void;
}

export class ManualClock implements Clock {
  #now: number;
  #sleepers: Sleeper[] = [];
  #waiting: (() => void)[] = [];

  constructor(start: Date | string = '2026-01-01T12:00:00Z') {
    this.#now = new Date(start).getTime();
  }

  now(): Date {
    return new Date(this.#now);
  }

  sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const sleeper = { until: this.#now + milliseconds, wake: resolve };
      this.#sleepers.push(sleeper);
      for (const tell of this.#waiting.splice(0)) tell();
      const wakeUp = (): void => {
        this.#sleepers = this.#sleepers.filter((other) => other !== sleeper);
        resolve();
      };
      signal?.addEventListener('abort', wakeUp, { once: true });
    });
  }

  sleeping(): Promise<void> {
    if (this.#sleepers.length > 0) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  advance(milliseconds: number): void {
    this.#now += milliseconds;
    const due = this.#sleepers.filter(({ until }) => until <= this.#now);
    this.#sleepers = this.#sleepers.filter(({ until }) => until > this.#now);
    for (const { wake } of due) wake();
  }
}
