import cluster from 'node:cluster';
import type { AddressInfo } from 'node:net';
import type { PasswordHasher } from '@galley/auth';
import { systemClock, type Logger } from '@galley/kernel';
import {
  ShutdownStack,
  GalleyServer,
  isProject,
  listen,
  logBuild,
  publicAddress,
  type BuildInfo,
  type ConnectOptions,
} from '@galley/service';
import { loadConfig, type Config, type ConfigInput } from '@galley/settings';
import type { ServerAddresses } from './cluster/messages.ts';
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
  /** Override all other sources. */
  readonly overrides: ConfigInput;
  readonly logger: Logger;
  /** Argon2 with current cost parameters by default. */
  readonly passwordHasher?: PasswordHasher;
  /** Detected by default. */
  readonly build?: BuildInfo;
  readonly signal: AbortSignal;
}

export interface RunningServer extends ServerAddresses {
  readonly created: boolean;
  /** Rejects with `workers_died` when workers keep dying. */
  readonly stopped: Promise<void>;
}

const choice = {
  setting: '--host or --port',
  example: (port: number) => `galley serve --port ${port}`,
};

/** Resolves when it is ready (CMS-CLI-1). Workers run this process's command, which must call `serveAsWorker`. */
export async function serve(options: ServeOptions): Promise<RunningServer> {
  const { logger, signal } = options;
  const created = await createIfMissing(options.projectDirectory);
  const config = await loadConfig({ ...options, overlays: [...options.overlays] });
  const count = workerCount(config);
  if (count > 1 && cluster.isPrimary) {
    const workers = new Workers({ count, clock: systemClock, logger, signal });
    return { ...(await workers.start()), created };
  }
  const cleanUp = new ShutdownStack(logger);
  try {
    const served = await startServer({ ...options, config, cleanUp });
    return { ...served, created, stopped: cleanUp.runOn(signal) };
  } catch (error) {
    await cleanUp.run();
    throw error;
  }
}

/** Returns false when the project exists, even if a concurrent start has just created it. */
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
  readonly cleanUp: ShutdownStack;
}

async function startServer(start: Start): Promise<ServerAddresses> {
  const { config, logger, cleanUp } = start;
  const server = new GalleyServer({ starting: startingProbes(config, start.environment) });
  server.limit(connectionLimit(start));
  const listenNow = async (): Promise<ServedAddresses> =>
    addressesOf(config, await listen(server.http, { ...config.server, choice }));
  const early = isFirstWorker() ? await listenNow() : undefined;
  cleanUp.add('the web server', () => server.close(config.server.shutdownTimeout));
  const connect = (given: ConnectOptions) => connectWorker(given, workerCount(config));
  const content = await openContent({ ...start, ...(cluster.isWorker && { connect }) });
  if (isFirstWorker()) logBuild(logger, content.environment.build);
  await readyContent(content, logger);
  await content.services.plugins.run(cleanUp);
  // Before the first answer, since the first sign-in needs the first administrator.
  const setupLink = early && (await logAddresses(content, start, early));
  serveContent(content, server, start);
  // Later workers start listening only now; until then, the other workers answer.
  const addresses = early ?? (await listenNow());
  addProxyWait(start, () => leave(content, server));
  return { ...addresses, setupLink };
}

type ServedAddresses = Omit<ServerAddresses, 'setupLink'>;

/** Whether this is the only server process, or the worker that starts before the others. */
function isFirstWorker(): boolean {
  return cluster.worker === undefined || cluster.worker.id === 1;
}

/** The first step of a shutdown: gives load balancers time to notice that this server is leaving. */
function addProxyWait({ config, cleanUp }: Start, say: () => void): void {
  cleanUp.add('the wait for proxies', async () => {
    say();
    await systemClock.sleep(config.server.shutdownDelay);
  });
}

function addressesOf({ server, admin }: Config, address: AddressInfo): ServedAddresses {
  const siteAddress = publicAddress({ ...address, address: server.host });
  return { siteAddress, adminAddress: admin.enabled ? `${siteAddress}/${admin.path}/` : undefined };
}

/** Returns a set-up link while there is no administrator. */
async function logAddresses(
  { services }: ContentServer,
  { config, environment, logger }: Start,
  { siteAddress, adminAddress }: ServedAddresses,
): Promise<string | undefined> {
  await recordServedAddress(config.storage.dataDirectory, { address: siteAddress, logger });
  const { audit, setup } = services.people;
  return firstAdministrator({ setup, environment, logger, adminAddress, audit });
}
