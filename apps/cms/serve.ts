import { once } from 'node:events';
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
} from '@galley/service';
import { loadConfig, type Config, type ConfigInput } from '@galley/settings';
import { SharedDoor, startWorkers } from './cluster/start-workers.ts';
import { workerCount, workerVariables } from './cluster/worker-count.ts';
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

export interface RunningServer {
  readonly siteAddress: string;
  /** Undefined when the admin is disabled. */
  readonly adminAddress: string | undefined;
  /** Opens the page that makes the first administrator; only while there is none. */
  readonly setupLink: string | undefined;
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
  const created = await createIfMissing(options.projectDirectory);
  const config = await loadConfig({ ...options, overlays: [...options.overlays] });
  const cleanUp = new CleanUp(options.logger);
  try {
    const { ended, ...running } = await (workerCount(config) > 1 ? startPrimary : startAlone)({
      ...options,
      config,
      cleanUp,
    });
    return { ...running, created, stopped: untilStopped(cleanUp, options.signal, ended) };
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

interface Started extends Omit<RunningServer, 'created' | 'stopped'> {
  /** Rejects when it cannot go on. */
  readonly ended?: Promise<unknown>;
}

async function startAlone(start: Start): Promise<Started> {
  const { config, logger, cleanUp } = start;
  const server = new GalleyServer({ starting: startingProbes(config, start.environment) });
  server.limit(connectionLimit(start));
  const address = await listen(server.http, { ...config.server, choice });
  cleanUp.add('the web server', () => server.close(config.server.shutdownTimeout));
  const content = await openContent(start);
  logBuild(logger, content.environment.build);
  await readyContent(content, logger);
  await content.services.plugins.run(cleanUp);
  // Before anybody is answered: who signs in first finds the first administrator.
  const started = await present(content, start, address);
  serveContent(content, server, start);
  letProxiesNotice(start, () => leave(content, server));
  return started;
}

/** This process does what is to be done once, and keeps workers, which serve. */
async function startPrimary(start: Start): Promise<Started> {
  const { config, logger, cleanUp } = start;
  const door = new SharedDoor(startingProbes(config, start.environment));
  const address = await door.listen({ ...config.server, choice });
  cleanUp.add('the web server', () => door.close(config.server.shutdownTimeout));
  const content = await openContent(start);
  logBuild(logger, content.environment.build);
  await readyContent(content, logger);
  const started = await present(content, start, address);
  const count = workerCount(config);
  const variables = await workerVariables(content.db, { config, count, logger });
  const workers = await startWorkers({ ...start, count, variables, door });
  const { ended } = workers;
  letProxiesNotice(start, () => workers.leave());
  return { ...started, ended };
}

/** Before anything else ends, those are given time who ask whether this server takes requests. */
function letProxiesNotice({ config, cleanUp }: Start, say: () => void): void {
  cleanUp.add('the wait for proxies', async () => {
    say();
    await systemClock.sleep(config.server.shutdownDelay);
  });
}

/** Tells where the server is, with a way in for the first administrator. */
async function present(
  { services }: ContentServer,
  { config, environment, logger }: Start,
  address: AddressInfo,
): Promise<Started> {
  const siteAddress = publicAddress({ ...address, address: config.server.host });
  const adminAddress = config.admin.enabled ? `${siteAddress}/${config.admin.path}/` : undefined;
  await recordServedAddress(config.storage.dataDirectory, { address: siteAddress, logger });
  const { audit, setup } = services.people;
  const setupLink = await firstAdministrator({ setup, environment, logger, adminAddress, audit });
  return { siteAddress, adminAddress, setupLink };
}

async function untilStopped(
  cleanUp: CleanUp,
  signal: AbortSignal,
  ended: Promise<unknown> = once(signal, 'abort'),
): Promise<void> {
  try {
    if (!signal.aborted) await Promise.race([once(signal, 'abort'), ended]);
  } finally {
    await cleanUp.run();
  }
}
