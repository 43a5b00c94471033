import { resolve } from 'node:path';
import type { Argv, CommandModule } from 'yargs';
import { DomainError } from '@galley/kernel';
import { addressOption, configOverlayOption } from '../shared-options.ts';
import { stopSignal } from '../stop-signal.ts';

interface StartArguments {
  readonly project: string;
  readonly address?: string | undefined;
  readonly configOverlay?: string[] | undefined;
}

export const startCommand: CommandModule<{ project: string }, StartArguments> = {
  command: 'start',
  describe:
    'Run the coordinator of a project, which gives the agents of every active run their turns',
  builder: (options: Argv<{ project: string }>): Argv<StartArguments> =>
    options
      .option('address', addressOption)
      .option('config-overlay', configOverlayOption)
      .example('$0 start', 'Coordinate the runs of the project in this folder')
      .example('$0 start --address 127.0.0.1:7200', 'Listen on another port')
      .epilogue(
        'Logs to standard error (SERVICE_LOG, SERVICE_LOG_FORMAT). Ctrl-C stops it: the runs stay, for the next one that is started.',
      ),
  handler: async ({ project, address, configOverlay }) => {
    const { createLogger, logProcessFaults, parseLogSettings } = await import('@galley/cms');
    const { startCoordinator } = await import('@galley/coordinator');
    const settings = parseLogSettings(process.env);
    const logger = createLogger(settings);
    logProcessFaults(logger);
    if (settings.complaint) logger.warn(settings.complaint);
    const stop = stopSignal();
    try {
      const running = await startCoordinator({
        projectDirectory: resolve(project),
        overlays: configOverlay ?? [],
        environment: process.env,
        overrides: { coordinator: { ...(address !== undefined && { address }) } },
        logger,
        signal: stop.signal,
      });
      logger.info('ready', { coordinator: running.address });
      await running.stopped;
      logger.info('stopped');
    } catch (error) {
      // Whoever reads JSON lines from standard error gets nothing else there.
      if (settings.format !== 'json') throw error;
      if (error instanceof DomainError) logger.error(error.message, { code: error.code });
      else logger.error('the coordinator could not start', { error: (error as Error).stack });
      process.exitCode = 1;
    } finally {
      stop.release();
    }
  },
};
