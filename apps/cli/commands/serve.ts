import cluster from 'node:cluster';
import { resolve } from 'node:path';
import type { Argv, CommandModule } from 'yargs';
import type { RunningServer, ServeOptions } from '@galley/cms';
import { DomainError } from '@galley/kernel';
import { lastValue } from '../last-value.ts';
import { configOverlayOption } from '../shared-options.ts';
import { stopSignal } from '../stop-signal.ts';

interface ServeArguments {
  readonly project: string;
  readonly host?: string | undefined;
  readonly port?: number | undefined;
  readonly workers?: number | undefined;
  readonly agents: boolean;
  readonly configOverlay?: string[] | undefined;
}

export const serveCommand: CommandModule<{ project: string }, ServeArguments> = {
  command: 'serve',
  describe: 'Run the server of a project; creates an example project in an empty folder',
  builder: (options: Argv<{ project: string }>): Argv<ServeArguments> =>
    options
      .option('host', {
        type: 'string',
        requiresArg: true,
        coerce: lastValue<string>,
        describe: 'Address to listen on [default: 127.0.0.1]',
      })
      .option('port', {
        type: 'number',
        requiresArg: true,
        coerce: lastValue<number>,
        describe: 'Port to listen on; 0 picks a free port [default: 8080]',
      })
      .option('workers', {
        type: 'number',
        requiresArg: true,
        coerce: lastValue<number>,
        describe: 'Worker processes on one port; 0 starts one per core [default: 1]',
      })
      .option('agents', {
        type: 'boolean',
        default: false,
        describe: 'Also run the coordinator and the supervisor of agents',
      })
      .option('config-overlay', configOverlayOption)
      .check(({ port, workers }) => {
        if (!isWhole(port, 65_535)) throw new Error('--port takes a whole number from 0 to 65535');
        if (!isWhole(workers, 128)) throw new Error('--workers takes a whole number from 0 to 128');
        return true;
      })
      .example('$0 serve', 'Serve the project in this folder on http://127.0.0.1:8080')
      .example(
        '$0 serve --port 9000 --config-overlay staging.yaml',
        'Use another port and staging settings',
      )
      .example('$0 serve --agents', 'Also schedule and start agents, as start and supervise do')
      .epilogue(
        'Prints the addresses of the site and the admin if the output is a terminal. Logs to standard error (SERVICE_LOG: debug, info, warn or error; SERVICE_LOG_FORMAT=json). Ctrl-C stops the server after it has finished open requests.',
      ),
  handler: async ({ project, configOverlay, agents, ...given }) => {
    const { createLogger, logProcessFaults, parseLogSettings, serve, serveAsWorker } =
      await import('@galley/cms');
    const settings = parseLogSettings(process.env);
    const { worker } = cluster;
    const logger = createLogger({
      ...settings,
      ...(worker && { attributes: { worker: worker.id } }),
    });
    logProcessFaults(logger);
    if (settings.complaint && !worker) logger.warn(settings.complaint);
    const { signal, release } = stopSignal();
    const options: ServeOptions = {
      projectDirectory: resolve(project),
      overlays: configOverlay ?? [],
      environment: process.env,
      overrides: { server: serverSettings(given) },
      logger,
      signal,
    };
    try {
      if (worker) {
        await serveAsWorker(options);
        return;
      }
      const running = agents ? await serveWithAgents(options, serve) : await serve(options);
      announce(running, resolve(project), (message, attributes) =>
        logger.info(message, attributes),
      );
      await running.stopped;
      logger.info('stopped');
    } catch (error) {
      // With JSON logs, standard error holds only JSON lines.
      if (settings.format !== 'json') throw error;
      if (error instanceof DomainError) logger.error(error.message, { code: error.code });
      else logger.error('the server could not start', { error: (error as Error).stack });
      process.exitCode = 1;
    } finally {
      release();
    }
  },
};

/** The database may belong to the server, so the server stops last. */
async function serveWithAgents(
  options: ServeOptions,
  serve: (options: ServeOptions) => Promise<RunningServer>,
): Promise<RunningServer> {
  const { signal } = options;
  const server = new AbortController();
  const running = await serve({ ...options, signal: server.signal });
  const { startAgents } = await import('../agents-beside.ts');
  const agents = startAgents(options);
  const stop = async (): Promise<void> => {
    await (
      await agents
    ).stopped;
    server.abort();
  };
  if (signal.aborted) void stop();
  else signal.addEventListener('abort', () => void stop());
  return running;
}

function isWhole(given: number | undefined, most: number): boolean {
  return given === undefined || (Number.isInteger(given) && given >= 0 && given <= most);
}

function serverSettings({ host, port, workers }: Partial<ServeArguments>) {
  return {
    ...(host !== undefined && { host }),
    ...(port !== undefined && { port }),
    ...(workers !== undefined && { workers }),
  };
}

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
