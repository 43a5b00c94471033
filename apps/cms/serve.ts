import { mkdir } from 'node:fs/promises';
import { DomainError, systemClock, type Logger, type Loop } from '@galley/kernel';
import { loadConfig, type Config, type ConfigInput } from '@galley/settings';
import { readBuildInfo } from './build-info.ts';
import { CleanUp } from './clean-up.ts';
import { compose, type ContentServer } from './compose.ts';
import { connectDatabase, type ConnectOptions } from './connect-database.ts';
import { firstAdministrator } from './first-administrator.ts';
import { listen, publicAddress } from './listen.ts';
import { createProject, isProject } from './project.ts';
import { GalleyServer, requestListener } from './server.ts';

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

/** Runs the content server of a project (CMS-CLI-1); resolves when it is ready. */
export async function serve(options: ServeOptions): Promise<RunningServer> {
  const created = await createIfMissing(options.projectDirectory);
  const config = await loadConfig({ ...options, overlays: [...options.overlays] });
  const cleanUp = new CleanUp(options.logger);
  try {
    const running = await start(config, options, cleanUp);
    return { ...running, created, stopped: stopOn(options.signal, cleanUp) };
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
    if (error instanceof DomainError && error.code === 'project_exists') return false;
    throw error;
  }
}

async function start(config: Config, { logger, environment }: ServeOptions, cleanUp: CleanUp) {
  const server = new GalleyServer();
  const address = await listen(server.http, config.server.host, config.server.port);
  cleanUp.add('the web server', () => server.close(drainMilliseconds));
  for (const directory of Object.values(config.storage))
    await mkdir(directory, { recursive: true });
  const atEnd: ConnectOptions['atEnd'] = (name, end) => cleanUp.add(name, end);
  const db = await connectDatabase({ config, logger, atEnd });
  const content = await compose({
    config,
    db,
    build: await readBuildInfo(),
    clock: systemClock,
    logger,
    managed: environment['GALLEY_MANAGED'] === 'true',
    instanceId: environment['GALLEY_INSTANCE_ID'],
  });
  await index(content, logger);
  // Before anybody is answered, so that nobody sees what was to be hidden while nothing ran.
  await content.parts.schedule.runDue();
  for (const [name, loop] of Object.entries(content.loops)) run(name, loop, cleanUp);
  server.serve(requestListener(content.parts));
  // Once more, so that it is the first to be closed: requests under way still need the database.
  cleanUp.add('the web server', () => server.close(drainMilliseconds));
  const siteAddress = publicAddress({ ...address, address: config.server.host });
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

/** Starts a loop, to be stopped with the rest. */
function run(name: string, loop: Loop, cleanUp: CleanUp): void {
  const stop = new AbortController();
  loop.start(stop.signal);
  cleanUp.add(name, () => {
    stop.abort();
    return loop.stopped;
  });
}

async function stopOn(signal: AbortSignal, cleanUp: CleanUp): Promise<void> {
  if (!signal.aborted) {
    await new Promise<void>((resolve) =>
      signal.addEventListener('abort', () => resolve(), { once: true }),
    );
  }
  await cleanUp.run();
}
