export type LogLevel = 'debug' | 'info' | 'warn' | 'error';
export type LogFormat = 'json' | 'text';

export interface LogSettings {
  readonly level: LogLevel;
  readonly format: LogFormat;
  /** For the operator. */
  readonly complaint?: string;
}

const levels: Readonly<Record<string, LogLevel>> = {
  debug: 'debug',
  info: 'info',
  warn: 'warn',
  warning: 'warn',
  error: 'error',
};

/** CMS-LOG-1, CMS-LOG-2. An empty variable counts as unset. */
export function parseLogSettings(
  environment: Readonly<Record<string, string | undefined>>,
): LogSettings {
  const { SERVICE_LOG: level = '', SERVICE_LOG_FORMAT: format = '' } = environment;
  const known = Object.hasOwn(levels, level.toLowerCase());
  const complaints = [
    ...(known || level === ''
      ? []
      : [
          `SERVICE_LOG is ${quoteStart(level)}; use debug, info, warn or error. Continuing with info.`,
        ]),
    ...(['', 'json', 'text'].includes(format)
      ? []
      : [`SERVICE_LOG_FORMAT is ${quoteStart(format)}; use json or text. Continuing with text.`]),
  ];
  return {
    level: (known && levels[level.toLowerCase()]) || 'info',
    format: format === 'json' ? 'json' : 'text',
    ...(complaints.length > 0 && { complaint: complaints.join(' ') }),
  };
}

const maxQuotedLength = 40;

/** The whole may be a secret that belongs in another variable. */
function quoteStart(text: string): string {
  return JSON.stringify(
    text.length > maxQuotedLength ? `${text.slice(0, maxQuotedLength)}…` : text,
  );
}
