import winston from 'winston';
import {
  logContext,
  redactSecrets,
  silentLogger,
  type LogAttributes,
  type Logger,
} from '@galley/kernel';
import type { LogSettings } from './log-settings.ts';
import { redactAttributes } from './redact-attributes.ts';

export type { LogFormat } from './log-settings.ts';

export type LoggerOptions = LogSettings & {
  /** Where entries go, one a line. Standard error unless told. */
  readonly stream?: NodeJS.WritableStream;
  /** Of every entry. */
  readonly attributes?: LogAttributes;
};

/**
 * A logger as the specification has it: readable text, or JSON lines with `time`, `level`, `msg` and attributes, those
 * of the log context among them. Secrets are taken out of each entry before it is given its form, and no attribute can
 * stand in for `time`, `level` or `msg`. What it does not write is `silentLogger`'s.
 */
export function createLogger({
  level,
  format,
  stream = process.stderr,
  attributes: always = {},
}: LoggerOptions): Logger {
  const logger = winston.createLogger({
    level,
    levels,
    format: format === 'json' ? jsonLine : textLine,
    transports: [new winston.transports.Stream({ stream })],
  });
  // winston makes an entry before it finds that nobody wants it, which takes longer than a page that is kept.
  const writer = (name: keyof Logger): Logger['info'] => {
    if (levels[name] > levels[level]) return silentLogger[name];
    return (message, given) => {
      const attributes = redactAttributes({ ...always, ...logContext(), ...given });
      logger.log({ level: name, message: redactSecrets(message), attributes });
    };
  };
  return {
    debug: writer('debug'),
    info: writer('info'),
    warn: writer('warn'),
    error: writer('error'),
  };
}

const levels = { error: 0, warn: 1, info: 2, debug: 3 } as const;

const jsonLine = winston.format.printf(({ level, message, attributes }) => {
  const head = { time: new Date().toISOString(), level, msg: message };
  return JSON.stringify({ ...head, ...(attributes as LogAttributes), ...head });
});

const textLine = winston.format.printf(({ level, message, attributes }) => {
  const time = new Date().toISOString().slice(11, 23);
  const rest = Object.entries(attributes as LogAttributes)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}=${readable(value)}`)
    .join('');
  return `${time} ${level.padEnd(5)} ${inOneEntry(String(message))}${rest}`;
});

function readable(value: unknown): string {
  if (typeof value === 'string' && /^[^\s"=\p{Cc}]+$/u.test(value)) return value;
  return withoutControls(JSON.stringify(value));
}

/** Later lines of a message are indented, so that none of them looks like an entry. */
function inOneEntry(message: string): string {
  return withoutControls(message).replaceAll('\n', '\n    ');
}

/** Nothing that a terminal would obey, but new lines. */
function withoutControls(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(
      /[^\P{Cc}\n]/gu,
      (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
}
