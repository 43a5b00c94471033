import { resolve } from 'node:path';
import type { Argv, CommandModule } from 'yargs';
import { runLogged } from '../run-logged.ts';
import { addressOption, configOverlayOption } from '../shared-options.ts';

interface StartArguments {
  readonly project: string;
  readonly address?: string | undefined;
  readonly configOverlay?: string[] | undefined;
}

export const startCommand: CommandModule<{ project: string }, StartArguments> = {
  command: 'start',
  describe: 'Run the coordinator, which schedules the agents of all active runs',
  builder: (options: Argv<{ project: string }>): Argv<StartArguments> =>
    options
      .option('address', addressOption)
      .option('config-overlay', configOverlayOption)
      .example('$0 start', 'Coordinate the runs of the project in this folder')
      .example('$0 start --address 127.0.0.1:7200', 'Listen on another port')
      .epilogue(
        'Logs to standard error (SERVICE_LOG, SERVICE_LOG_FORMAT). Ctrl-C stops the coordinator; the next one continues the runs.',
      ),
  handler: ({ project, address, configOverlay }) =>
    runLogged('the coordinator', async ({ logger, signal }) => {
      const { startCoordinator } = await import('@galley/coordinator');
      const { address: coordinator, stopped } = await startCoordinator({
        projectDirectory: resolve(project),
        overlays: configOverlay ?? [],
        environment: process.env,
        overrides: { coordinator: { ...(address !== undefined && { address }) } },
        logger,
        signal,
      });
      return { ready: { coordinator }, stopped };
    }),
};
