export type LogLevel = 'debug' | 'info' | 'warn' | 'error';
export type LogFormat = 'json' | 'text';

export interface LogSettings {
  readonly level: LogLevel;
  readonly format: LogFormat;
  /** Set when a variable says what it cannot say: what to tell the operator. */
  readonly complaint?: string;
}

const levels: Readonly<Record<string, LogLevel>> = {
  debug: 'debug',
  info: 'info',
  warn: 'warn',
  warning: 'warn',
  error: 'error',
};

/** `SERVICE_LOG` and `SERVICE_LOG_FORMAT` (content-platform, Logging rules 1 and 2). An empty one counts as not set. */
export function parseLogSettings(
  environment: Readonly<Record<string, string | undefined>>,
): LogSettings {
  const { SERVICE_LOG: level = '', SERVICE_LOG_FORMAT: format = '' } = environment;
  const known = Object.hasOwn(levels, level.toLowerCase());
  const complaints = [
    ...(known || level === ''
      ? []
      : [
          `SERVICE_LOG is ${shown(level)}; it takes debug, info, warn or error. Going on with info.`,
        ]),
    ...(['', 'json', 'text'].includes(format)
      ? []
      : [
          `SERVICE_LOG_FORMAT is ${shown(format)}; it takes json or text. Going on with readable text.`,
        ]),
  ];
  return {
    level: (known && levels[level.toLowerCase()]) || 'info',
    format: format === 'json' ? 'json' : 'text',
    ...(complaints.length > 0 && { complaint: complaints.join(' ') }),
  };
}

const longestShown = 40;

/** Somebody may have given the variable what belongs elsewhere: no more than tells which it is. */
function shown(text: string): string {
  return JSON.stringify(text.length > longestShown ? `${text.slice(0, longestShown)}…` : text);
}
