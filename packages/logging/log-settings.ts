export type LogLevel = 'debug' | 'info' | 'warn' | 'error';
export type LogFormat = 'json' | 'text';

export interface LogSettings {
  readonly level: LogLevel;
  readonly format: LogFormat;
  /** Set when SERVICE_LOG is not a level: what to tell the operator. */
  readonly complaint?: string;
}

const levels: Readonly<Record<string, LogLevel>> = {
  debug: 'debug',
  info: 'info',
  warn: 'warn',
  warning: 'warn',
  error: 'error',
};

/** `SERVICE_LOG` and `SERVICE_LOG_FORMAT` (content-platform, Logging rules 1 and 2). */
export function parseLogSettings(
  environment: Readonly<Record<string, string | undefined>>,
): LogSettings {
  const asked = environment['SERVICE_LOG'];
  const format = environment['SERVICE_LOG_FORMAT'] === 'json' ? 'json' : 'text';
  if (!asked) return { level: 'info', format };
  const level = levels[asked.toLowerCase()];
  if (level) return { level, format };
  const complaint = `SERVICE_LOG is "${asked}"; it takes debug, info, warn or error. Going on with info.`;
  return { level: 'info', format, complaint };
}
