export { createLogger, type LogFormat, type LoggerOptions } from './service-log.ts';
export { parseLogSettings, type LogSettings } from './log-settings.ts';
