import { mkdir } from 'node:fs/promises';
import { Metrics } from '@galley/http';
import { systemClock, type Logger } from '@galley/kernel';
import {
  CleanUp,
  connectDatabase,
  GalleyServer,
  isProject,
  listen,
  publicAddress,
  readBuildInfo,
  type ConnectOptions,
} from '@galley/service';
import { loadConfig, type Config, type ConfigInput } from '@galley/settings';
import { compose, type ContentServer } from './compose.ts';
import { firstAdministrator } from './first-administrator.ts';
import { cmsProblems } from './problems.ts';
import { createProject } from './project.ts';
import { requestListener } from './server.ts';

export interface ServeOptions {
  readonly projectDirectory: string;
  readonly overlays: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** From the command line; wins over everything. */
  readonly overrides: ConfigInput;
  readonly logger: Logger;
  /** Aborts to stop the server: it finishes what it has begun. */
  readonly signal: AbortSignal;
}

export interface RunningServer {
  readonly siteAddress: string;
  /** Undefined when the admin is disabled. */
  readonly adminAddress: string | undefined;
  /** Opens the page that makes the first administrator; only while there is none. */
  readonly setupLink: string | undefined;
  /** The project was made just now. */
  readonly created: boolean;
  /** Resolves when everything is closed. */
  readonly stopped: Promise<void>;
}

const drainMilliseconds = 10_000;
const serveOptions = {
  setting: '--host or --port',
  example: (port: number) => `galley serve --port ${port}`,
};

/** Runs the content server of a project (CMS-CLI-1); resolves when it is ready. */
export async function serve(options: ServeOptions): Promise<RunningServer> {
  const created = await createIfMissing(options.projectDirectory);
  const config = await loadConfig({ ...options, overlays: [...options.overlays] });
  const cleanUp = new CleanUp(options.logger);
  try {
    const running = await start(config, options, cleanUp);
    return { ...running, created, stopped: cleanUp.runOn(options.signal) };
  } catch (error) {
    await cleanUp.run();
    throw error;
  }
}

/** False when there is a project already, or another process that starts here made it just now. */
async function createIfMissing(directory: string): Promise<boolean> {
  if (isProject(directory)) return false;
  try {
    await createProject(directory);
    return true;
  } catch (error) {
    if (cmsProblems.project_exists.is(error)) return false;
    throw error;
  }
}

async function start(config: Config, { logger, environment }: ServeOptions, cleanUp: CleanUp) {
  const server = new GalleyServer();
  const { host, port } = config.server;
  const address = await listen(server.http, { host, port, choice: serveOptions });
  cleanUp.add('the web server', () => server.close(drainMilliseconds));
  for (const directory of Object.values(config.storage))
    await mkdir(directory, { recursive: true });
  const atEnd: ConnectOptions['atEnd'] = (name, end) => cleanUp.add(name, end);
  const { db, address: databaseAddress } = await connectDatabase({ config, logger, atEnd });
  const content = await compose({
    config,
    db,
    databaseAddress,
    build: await readBuildInfo(),
    clock: systemClock,
    logger,
    managed: environment['GALLEY_MANAGED'] === 'true',
    instanceId: environment['GALLEY_INSTANCE_ID'],
  });
  await index(content, logger);
  // Before anybody is answered, so that nobody sees what was to be hidden while nothing ran.
  await content.parts.schedule.runDue();
  for (const [name, loop] of Object.entries(content.loops)) cleanUp.startLoop(name, loop);
  const metrics = new Metrics({ token: environment['SERVICE_METRICS_TOKEN'], logger });
  server.serve(metrics.measure(requestListener(content.parts)));
  // Once more, so that it is the first to be closed: requests under way still need the database.
  cleanUp.add('the web server', () => server.close(drainMilliseconds));
  // Closed even before that: those who wait for events are answered with what there is.
  cleanUp.startLoop('who waits for events', content.parts.runs.waitingRoom);
  const siteAddress = publicAddress({ ...address, address: host });
  const adminAddress = config.admin.enabled ? `${siteAddress}/${config.admin.path}/` : undefined;
  const setupLink = await firstAdministrator({
    setup: content.setup,
    audit: content.parts.people.audit,
    environment,
    logger,
    adminAddress,
  });
  return { siteAddress, adminAddress, setupLink };
}

async function index({ indexer }: ContentServer, logger: Logger): Promise<void> {
  const started = performance.now();
  await indexer.rederive();
  const { documents, read, failed } = await indexer.scan();
  const duration_ms = Math.round(performance.now() - started);
  logger.info('content indexed', { documents, read, failed, duration_ms });
}
