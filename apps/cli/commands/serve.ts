import { resolve } from 'node:path';
import type { Argv, CommandModule } from 'yargs';
import type { RunningServer } from '@galley/cms';
import { DomainError } from '@galley/kernel';
import { lastGiven } from '../last-given.ts';
import { configOverlayOption } from '../shared-options.ts';
import { stopSignal } from '../stop-signal.ts';

interface ServeArguments {
  readonly project: string;
  readonly host?: string | undefined;
  readonly port?: number | undefined;
  readonly configOverlay?: string[] | undefined;
}

export const serveCommand: CommandModule<{ project: string }, ServeArguments> = {
  command: 'serve',
  describe: 'Run the server of a project; makes an example project in an empty folder',
  builder: (options: Argv<{ project: string }>): Argv<ServeArguments> =>
    options
      .option('host', {
        type: 'string',
        requiresArg: true,
        coerce: lastGiven<string>,
        describe: 'Address to listen on [default: 127.0.0.1]',
      })
      .option('port', {
        type: 'number',
        requiresArg: true,
        coerce: lastGiven<number>,
        describe: 'Port to listen on; 0 takes any free one [default: 8080]',
      })
      .option('config-overlay', configOverlayOption)
      .check(({ port }) => {
        if (port === undefined || (Number.isInteger(port) && port >= 0 && port <= 65_535))
          return true;
        throw new Error('--port takes a whole number from 0 to 65535');
      })
      .example('$0 serve', 'Serve the project in this folder on http://127.0.0.1:8080')
      .example(
        '$0 serve --port 9000 --config-overlay staging.yaml',
        'With another port, and settings for staging',
      ),
  handler: async ({ project, host, port, configOverlay }) => {
    const { createLogger, parseLogSettings, serve } = await import('@galley/cms');
    const settings = parseLogSettings(process.env);
    const logger = createLogger(settings);
    if (settings.complaint) logger.warn(settings.complaint);
    const stop = stopSignal();
    try {
      const running = await serve({
        projectDirectory: resolve(project),
        overlays: configOverlay ?? [],
        environment: process.env,
        overrides: {
          server: { ...(host !== undefined && { host }), ...(port !== undefined && { port }) },
        },
        logger,
        signal: stop.signal,
      });
      announce(running, resolve(project), (message, attributes) =>
        logger.info(message, attributes),
      );
      await running.stopped;
      logger.info('stopped');
    } catch (error) {
      // Whoever reads JSON lines from standard error gets nothing else there.
      if (settings.format !== 'json') throw error;
      if (error instanceof DomainError) logger.error(error.message, { code: error.code });
      else logger.error('the server could not start', { error: (error as Error).stack });
      process.exitCode = 1;
    } finally {
      stop.release();
    }
  },
};

function announce(
  { siteAddress, adminAddress, setupLink, created }: RunningServer,
  project: string,
  log: (message: string, attributes: Record<string, unknown>) => void,
): void {
  log('ready', { site: siteAddress, ...(adminAddress && { admin: adminAddress }) });
  if (!process.stdout.isTTY) {
    if (setupLink)
      log('open this link to create the first administrator; it works once, for 24 hours', {
        url: setupLink,
      });
    return;
  }
  const lines = [
    '',
    ...(created ? [`  A new project with an example site is in ${project}`, ''] : []),
    `  Site    ${siteAddress}/`,
    ...(adminAddress ? [`  Admin   ${adminAddress}`] : []),
    ...(setupLink
      ? ['', '  Create the first administrator (works once, for 24 hours):', `  ${setupLink}`]
      : []),
    '',
    '  Ctrl-C stops the server.',
    '',
  ];
  console.log(lines.join('\n'));
}
