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
  /** Default: standard error. */
  readonly stream?: NodeJS.WritableStream;
  /** Added to every entry. */
  readonly attributes?: LogAttributes;
};

/** CMS-LOG-1 to CMS-LOG-3. Attributes are redacted, and cannot replace `time`, `level` or `msg`. */
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
  // winston builds an entry before it checks the level, which takes longer than serving a cached page.
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
    .map(([name, value]) => ` ${name}=${formatValue(value)}`)
    .join('');
  return `${time} ${level.padEnd(5)} ${indentLines(String(message))}${rest}`;
});

function formatValue(value: unknown): string {
  if (typeof value === 'string' && /^[^\s"=\p{Cc}]+$/u.test(value)) return value;
  return escapeControls(JSON.stringify(value));
}

/** None of the following lines may look like an entry. */
function indentLines(message: string): string {
  return escapeControls(message).replaceAll('\n', '\n    ');
}

/** Control characters other than newlines, which a terminal would obey. */
function escapeControls(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(
      /[^\P{Cc}\n]/gu,
      (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
}
