export { createLogger } from './service-log.ts';
export { redactAttributes } from './redact-attributes.ts';
export { parseLogSettings } from './log-settings.ts';
export { logProcessFaults } from './process-faults.ts';
