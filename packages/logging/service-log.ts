import winston from 'winston';
import { silentLogger, type Logger } from '@galley/kernel';
import type { LogSettings } from './log-settings.ts';

export type { LogFormat } from './log-settings.ts';

export type LoggerOptions = LogSettings & {
  /** Where entries go, one a line. Standard error unless told. */
  readonly stream?: NodeJS.WritableStream;
  /** Of every entry. */
  readonly attributes?: Readonly<Record<string, unknown>>;
};

/**
 * A logger as the specification has it: readable text, or JSON lines with `time`, `level`, `msg` and attributes. What it
 * does not write is `silentLogger`'s.
 */
export function createLogger({
  level,
  format,
  stream = process.stderr,
  attributes = {},
}: LoggerOptions): Logger {
  const logger = winston.createLogger({
    level,
    levels,
    format: format === 'json' ? jsonLine : textLine,
    defaultMeta: attributes,
    transports: [new winston.transports.Stream({ stream })],
  });
  // winston makes an entry before it finds that nobody wants it, which takes longer than a page that is kept.
  const writer = (name: keyof Logger): Logger['info'] =>
    levels[name] > levels[level]
      ? silentLogger[name]
      : (message, given) => void logger[name](message, given);
  return {
    debug: writer('debug'),
    info: writer('info'),
    warn: writer('warn'),
    error: writer('error'),
  };
}

const levels = { error: 0, warn: 1, info: 2, debug: 3 } as const;

const jsonLine = winston.format.printf(({ level, message, ...attributes }) =>
  JSON.stringify({ time: new Date().toISOString(), level, msg: message, ...attributes }),
);

const textLine = winston.format.printf(({ level, message, ...attributes }) => {
  const time = new Date().toISOString().slice(11, 23);
  const rest = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}=${readable(value)}`)
    .join('');
  return `${time} ${level.padEnd(5)} ${String(message)}${rest}`;
});

function readable(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  return /^[^\s"=]+$/.test(value) ? value : JSON.stringify(value);
}
