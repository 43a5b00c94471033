import type { Logger } from '@galley/kernel';

/** GAP-HLT-3. An uncaught error still ends the process. */
export function logProcessFaults(logger: Logger): void {
  process.removeAllListeners('warning');
  process.on('warning', ({ name, message }) => logger.warn('Node warning', { name, message }));
  process.on('uncaughtException', (error) => {
    logger.error('uncaught error, exiting', { error });
    process.exit(1);
  });
}
