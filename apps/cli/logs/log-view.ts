import { readEntry, type LogEntry } from './log-entry.ts';
import { levels, type LogLevel } from './log-level.ts';

type Colour = 'red' | 'yellow' | 'cyan' | 'gray';

export type Paint = (colour: Colour, text: string) => string;

export interface LogViewOptions {
  readonly level: LogLevel;
  readonly json: boolean;
  readonly paint: Paint;
}

const colours: Readonly<Record<LogLevel, Colour>> = {
  error: 'red',
  warn: 'yellow',
  info: 'cyan',
  debug: 'gray',
};

export class LogView {
  readonly #options: LogViewOptions;
  #isShown = true;

  constructor(options: LogViewOptions) {
    this.#options = options;
  }

  /** Returns `undefined` for a line that is filtered out. */
  show(line: string): string | undefined {
    const entry = readEntry(line);
    // A line that is not an entry, such as a stack frame, belongs to the previous one.
    if (entry.level !== undefined)
      this.#isShown = levels[entry.level] <= levels[this.#options.level];
    if (!this.#isShown || line === '') return undefined;
    return this.#options.json ? JSON.stringify(entry) : this.#text(entry);
  }

  #text({ time, level, msg, ...attributes }: LogEntry): string {
    if (level === undefined) return msg;
    const { paint } = this.#options;
    const rest = Object.entries(attributes).map(
      ([name, value]) => ` ${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
    );
    return `${paint('gray', time ?? '')} ${paint(colours[level], level.padEnd(5))} ${msg}${rest.join('')}`;
  }
}
