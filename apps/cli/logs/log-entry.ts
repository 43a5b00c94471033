import type { LogLevel } from './log-level.ts';
import { levels } from './log-level.ts';

/** Entry of the service log, in either format; other lines, such as those of a stack trace, have only a text. */
export interface LogEntry {
  readonly time?: string;
  readonly level?: LogLevel;
  readonly msg: string;
  readonly [attribute: string]: unknown;
}

export function readEntry(line: string): LogEntry {
  return jsonEntry(line) ?? textEntry(line) ?? { msg: line };
}

function jsonEntry(line: string): LogEntry | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    const entry = JSON.parse(line) as LogEntry;
    return typeof entry.msg === 'string' && isLevel(entry.level) ? entry : undefined;
  } catch {
    return undefined;
  }
}

/** Parses `14:01:22.310 info  ready site=http://127.0.0.1:8080`. */
function textEntry(line: string): LogEntry | undefined {
  const [, time, level, msg] = /^(\d\d:\d\d:\d\d\.\d{3}) (\w+) +(.*)$/.exec(line) ?? [];
  return time !== undefined && isLevel(level) ? { time, level, msg: msg! } : undefined;
}

function isLevel(level: unknown): level is LogLevel {
  return typeof level === 'string' && Object.hasOwn(levels, level);
}
