import type { Logger } from '@galley/kernel';

/**
 * Has what Node says of this process said as log entries (GAP-HLT-3): its warnings, and the error that nobody handled,
 * which ends it as it would have anyway.
 */
export function logProcessFaults(logger: Logger): void {
  process.removeAllListeners('warning');
  process.on('warning', ({ name, message }) => logger.warn('a warning of Node', { name, message }));
  process.on('uncaughtException', (error) => {
    logger.error('the process ends for an error that nobody handled', { error });
    process.exit(1);
  });
}
