import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  attachEmbeddedServer,
  databaseProblems,
  migrateToLatest,
  openDatabase,
  pingDatabase,
  type DatabaseHandle,
} from '@galley/database';
import { DomainError, systemClock, type Logger, type Loop } from '@galley/kernel';
import { loadConfig, type Config, type ConfigInput } from '@galley/settings';
import { readBuildInfo } from './build-info.ts';
import { compose, type ContentServer } from './compose.ts';
import { firstAdministrator } from './first-administrator.ts';
import { listen, publicAddress } from './listen.ts';
import { createProject, isProject } from './project.ts';
import { secretsDirectory } from './secrets.ts';
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
/** How soon a connection is closed whose answer was under way at the end. */
const idleMilliseconds = 50;

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
  cleanUp.add('the web server', () => closeServer(server));
  for (const directory of Object.values(config.storage))
    await mkdir(directory, { recursive: true });
  const { db } = await connect(config, logger, cleanUp);
  const migrated = await migrateToLatest(db);
  if (migrated.length > 0) logger.info('database migrated', { migrations: migrated });
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
  run('the watcher of the content tree', content.watcher, cleanUp);
  run('the housekeeping', content.housekeeping, cleanUp);
  server.serve(requestListener(content.parts));
  // Once more, so that it is the first to be closed: requests under way still need the database.
  cleanUp.add('the web server', () => closeServer(server));
  const siteAddress = publicAddress({ ...address, address: config.server.host });
  const adminAddress = config.admin.enabled ? `${siteAddress}/${config.admin.path}/` : undefined;
  const setupLink = await firstAdministrator({
    setup: content.setup,
    environment,
    logger,
    adminAddress,
  });
  return { siteAddress, adminAddress, setupLink };
}

async function connect(config: Config, logger: Logger, cleanUp: CleanUp): Promise<DatabaseHandle> {
  const { url, poolSize } = config.database;
  if (url !== undefined) {
    const handle = openDatabase({ address: url, poolSize, logger });
    cleanUp.add('the database connections', () => handle.close());
    await requireAnswer(handle, url);
    return handle;
  }
  const { dataDirectory } = config.storage;
  const server = await attachEmbeddedServer({
    dataDirectory: join(dataDirectory, 'postgres'),
    secretsDirectory: secretsDirectory(dataDirectory),
    logger,
  });
  cleanUp.add('the database server', () => server.detach());
  const handle = openDatabase({ address: server.connection(), poolSize, logger });
  server.onMoved((moved) => handle.moveTo(moved));
  cleanUp.add('the database connections', () => handle.close());
  return handle;
}

/** Throws `unavailable`, which says what is wrong with `database.url`, without the password in it. */
async function requireAnswer({ db }: DatabaseHandle, url: string): Promise<void> {
  try {
    await pingDatabase(db);
  } catch (error) {
    // Of a name with several addresses, each has an error of its own.
    const [{ message }] = (error instanceof AggregateError ? error.errors : [error]) as [Error];
    const host = URL.parse(url)?.host;
    throw databaseProblems.unavailable(
      `The database${host ? ` at ${host}` : ''} cannot be used: ${message}. ` +
        'Start it, or correct its address (database.url, or the variable DATABASE_URL).',
    );
  }
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

/** Takes no more requests, lets those under way finish, and after a while cuts off what is left. */
async function closeServer({ http }: GalleyServer): Promise<void> {
  const closed = new Promise<void>((resolve) => http.close(() => resolve()));
  // A connection outlives its answer, for the next request of a browser or a proxy: not from now on.
  http.prependListener('request', (_request, response) => {
    response.setHeader('Connection', 'close');
  });
  const idle = setInterval(() => http.closeIdleConnections(), idleMilliseconds);
  const late = setTimeout(() => http.closeAllConnections(), drainMilliseconds);
  await closed;
  clearInterval(idle);
  clearTimeout(late);
}

/** What has been started, to be ended in the reverse order, whatever fails on the way. */
class CleanUp {
  readonly #steps: { readonly name: string; readonly end: () => Promise<void> }[] = [];
  readonly #logger: Logger;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  add(name: string, end: () => Promise<void>): void {
    this.#steps.push({ name, end });
  }

  async run(): Promise<void> {
    for (let step = this.#steps.pop(); step; step = this.#steps.pop()) {
      try {
        await step.end();
      } catch (error) {
        this.#logger.error(`${step.name} could not be closed`, { error: String(error) });
      }
    }
  }
}
