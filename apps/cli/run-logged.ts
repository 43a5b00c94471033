import { DomainError, type LogAttributes, type Logger } from '@galley/kernel';
import { stopSignal } from './stop-signal.ts';

export interface LoggedRun {
  readonly ready: LogAttributes;
  readonly stopped: Promise<void>;
}

/** Runs until a signal stops it, with the environment's log settings. `what` names it when it cannot start. */
export async function runLogged(
  what: string,
  begin: (parts: { readonly logger: Logger; readonly signal: AbortSignal }) => Promise<LoggedRun>,
): Promise<void> {
  const { createLogger, logProcessFaults, parseLogSettings } = await import('@galley/cms');
  const settings = parseLogSettings(process.env);
  const logger = createLogger(settings);
  logProcessFaults(logger);
  if (settings.complaint) logger.warn(settings.complaint);
  const { signal, release } = stopSignal();
  try {
    const { ready, stopped } = await begin({ logger, signal });
    logger.info('ready', ready);
    await stopped;
    logger.info('stopped');
  } catch (error) {
    // With JSON logs, standard error holds only JSON lines.
    if (settings.format !== 'json') throw error;
    if (error instanceof DomainError) logger.error(error.message, { code: error.code });
    else logger.error(`${what} could not start`, { error: (error as Error).stack });
    process.exitCode = 1;
  } finally {
    release();
  }
}
