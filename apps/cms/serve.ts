import cluster from 'node:cluster';
import type { AddressInfo } from 'node:net';
import type { PasswordHasher } from '@galley/auth';
import { systemClock, type Logger } from '@galley/kernel';
import {
  CleanUp,
  GalleyServer,
  isProject,
  listen,
  logBuild,
  publicAddress,
  type BuildInfo,
  type ConnectOptions,
} from '@galley/service';
import { loadConfig, type Config, type ConfigInput } from '@galley/settings';
import type { ServedAt } from './cluster/messages.ts';
import { connectWorker, workerCount } from './cluster/worker-count.ts';
import { Workers } from './cluster/workers.ts';
import type { ContentServer } from './compose.ts';
import { firstAdministrator } from './people/first-administrator.ts';
import { connectionLimit, leave, openContent, serveContent } from './open-content.ts';
import { startingProbes } from './system/health.ts';
import { cmsProblems } from './problems.ts';
import { createProject } from './project.ts';
import { readyContent } from './ready-content.ts';
import { recordServedAddress } from './served-address.ts';

export interface ServeOptions {
  readonly projectDirectory: string;
  readonly overlays: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** From the command line; wins over everything. */
  readonly overrides: ConfigInput;
  readonly logger: Logger;
  /** Argon2 at the cost of today unless said otherwise. */
  readonly passwordHasher?: PasswordHasher;
  /** What is running; without it, that is found out. */
  readonly build?: BuildInfo;
  /** Aborts to stop the server: it finishes what it has begun. */
  readonly signal: AbortSignal;
}

export interface RunningServer extends ServedAt {
  /** The project was made just now. */
  readonly created: boolean;
  /** Resolves when everything is closed; rejects with `workers_died` when there are workers and none can be kept. */
  readonly stopped: Promise<void>;
}

const choice = {
  setting: '--host or --port',
  example: (port: number) => `galley serve --port ${port}`,
};

/**
 * Runs the content server of a project (CMS-CLI-1), in this process or in workers of it; resolves when it is ready.
 * Workers run the command of this process again, which is to call `serveAsWorker`.
 */
export async function serve(options: ServeOptions): Promise<RunningServer> {
  const { logger, signal } = options;
  const created = await createIfMissing(options.projectDirectory);
  const config = await loadConfig({ ...options, overlays: [...options.overlays] });
  const count = workerCount(config);
  if (count > 1 && cluster.isPrimary) {
    const workers = new Workers({ count, clock: systemClock, logger, signal });
    return { ...(await workers.start()), created };
  }
  const cleanUp = new CleanUp(logger);
  try {
    const served = await startServer({ ...options, config, cleanUp });
    return { ...served, created, stopped: cleanUp.runOn(signal) };
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

interface Start extends ServeOptions {
  readonly config: Config;
  readonly cleanUp: CleanUp;
}

async function startServer(start: Start): Promise<ServedAt> {
  const { config, logger, cleanUp } = start;
  const server = new GalleyServer({ starting: startingProbes(config, start.environment) });
  server.limit(connectionLimit(start));
  const listenNow = async (): Promise<ServedAddresses> =>
    addressesOf(config, await listen(server.http, { ...config.server, choice }));
  const early = isFirst() ? await listenNow() : undefined;
  cleanUp.add('the web server', () => server.close(config.server.shutdownTimeout));
  const connect = (given: ConnectOptions) => connectWorker(given, workerCount(config));
  const content = await openContent({ ...start, ...(cluster.isWorker && { connect }) });
  if (isFirst()) logBuild(logger, content.environment.build);
  await readyContent(content, logger);
  await content.services.plugins.run(cleanUp);
  // Before anybody is answered: who signs in first finds the first administrator.
  const setupLink = early && (await introduce(content, start, early));
  serveContent(content, server, start);
  // Later workers listen only now: until then, the others answer.
  const addresses = early ?? (await listenNow());
  letProxiesNotice(start, () => leave(content, server));
  return { ...addresses, setupLink };
}

type ServedAddresses = Omit<ServedAt, 'setupLink'>;

/** Whether this is the only server process, or the worker that starts before the others do. */
function isFirst(): boolean {
  return cluster.worker === undefined || cluster.worker.id === 1;
}

/** Before anything else ends, those are given time who ask whether this server takes requests. */
function letProxiesNotice({ config, cleanUp }: Start, say: () => void): void {
  cleanUp.add('the wait for proxies', async () => {
    say();
    await systemClock.sleep(config.server.shutdownDelay);
  });
}

function addressesOf({ server, admin }: Config, address: AddressInfo): ServedAddresses {
  const siteAddress = publicAddress({ ...address, address: server.host });
  return { siteAddress, adminAddress: admin.enabled ? `${siteAddress}/${admin.path}/` : undefined };
}

/** Tells where the server is; returns a way in for the first administrator, while there is none. */
async function introduce(
  { services }: ContentServer,
  { config, environment, logger }: Start,
  { siteAddress, adminAddress }: ServedAddresses,
): Promise<string | undefined> {
  await recordServedAddress(config.storage.dataDirectory, { address: siteAddress, logger });
  const { audit, setup } = services.people;
  return firstAdministrator({ setup, environment, logger, adminAddress, audit });
}
