import type { LogLevel } from './messages.ts';

export interface LineLimits {
  readonly lines: number;
  readonly line: number;
}

export class LineBudget {
  readonly #limits: LineLimits;
  readonly #say: (level: LogLevel, text: string) => void;
  readonly #now: () => number;
  #second = 0;
  #said = 0;

  /** `now` returns milliseconds. */
  constructor(
    limits: LineLimits,
    say: (level: LogLevel, text: string) => void,
    now: () => number = () => performance.now(),
  ) {
    this.#limits = limits;
    this.#say = say;
    this.#now = now;
  }

  say(level: LogLevel, text: string): void {
    const second = Math.floor(this.#now() / 1_000);
    if (second !== this.#second) {
      this.#second = second;
      this.#said = 0;
    }
    this.#said += 1;
    const { lines, line } = this.#limits;
    if (this.#said > lines + 1) return;
    if (this.#said > lines) {
      this.#say('warn', `it writes more than ${lines} lines a second; the others are left out`);
    } else {
      this.#say(level, text.length > line ? `${text.slice(0, line)}…` : text);
    }
  }
}
