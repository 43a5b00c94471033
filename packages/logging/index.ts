export { createLogger, type LogFormat, type LoggerOptions } from './service-log.ts';
export { redactAttributes } from './redact-attributes.ts';
export { parseLogSettings, type LogSettings } from './log-settings.ts';
export { logProcessFaults } from './process-faults.ts';
