import { pingDatabase } from '@galley/database';
import { systemClock, type Ticker } from '@galley/kernel';
import { RecipeFirings } from '@galley/run-api';
import { RunSupervision } from '@galley/runcoord';
import {
  ShutdownStack,
  connectDatabase,
  createCleanupJob,
  logBuild,
  openDataFolder,
  readBuildInfo,
  requireSameTree,
} from '@galley/service';
import type { Config } from '@galley/settings';
import { compose, runListener, type Coordinator } from './compose.ts';
import { openListener } from './system/listening.ts';
import { loadProject, type StartedProjectOptions } from './system/with-project.ts';
import { openMcp } from './mcp/open-mcp.ts';
import { serveRuns } from './runs/serve-runs.ts';
import { requestListener } from './server.ts';

export interface StartOptions extends StartedProjectOptions {
  /** Finishes steps in progress and releases the leases. */
  readonly signal: AbortSignal;
  /** In the process of the content server, which has logged the build. */
  readonly isBesideServer?: boolean;
}

export interface RunningCoordinator {
  readonly address: string;
  readonly stopped: Promise<void>;
}

/** Resolves when the coordinator is ready (RC-BASE-3). @throws `not_a_project`. */
export async function startCoordinator(options: StartOptions): Promise<RunningCoordinator> {
  const config = await loadProject(options);
  const cleanUp = new ShutdownStack(options.logger);
  try {
    const address = await start(config, options, cleanUp);
    return { address, stopped: cleanUp.runOn(options.signal) };
  } catch (error) {
    await cleanUp.run();
    throw error;
  }
}

async function start(
  config: Config,
  { logger, environment, projectDirectory, isBesideServer }: StartOptions,
  cleanUp: ShutdownStack,
): Promise<string> {
  const listening = await openListener(config, 'start', { cleanUp, logger });
  const coordinator = await openCoordinator(config, { logger, projectDirectory }, cleanUp);
  if (!isBesideServer) logBuild(logger, coordinator.build);
  const { db, clock, leases, tick: settings } = coordinator;
  const { interval } = config.coordinator;
  const supervision = new RunSupervision({ db, leases, settings, interval, clock, logger });
  const probes = {
    pingDatabase: () => pingDatabase(db),
    isLeaving: () => listening.server.isLeaving,
    health: () => supervision.health,
    measures: () => supervision.measures,
  };
  const metricsToken = environment['SERVICE_METRICS_TOKEN'];
  const agents = openMcp(coordinator, { listening, cleanUp });
  const { hosts } = listening;
  const listener = requestListener({
    ...coordinator,
    ...probes,
    ...agents,
    hosts,
    metricsToken,
    cleanUp,
  });
  await serveRuns(coordinator, listening, { listener, cleanUp });
  cleanUp.startLoop(cleaning(coordinator));
  cleanUp.startLoop(recipeFirings(coordinator).loop);
  // Started last, so that these loops stop first: pending requests must not delay a takeover of the runs.
  cleanUp.startLoop(leases.loop);
  cleanUp.startLoop(supervision.loop);
  cleanUp.startLoop(runListener(coordinator, () => supervision.hint()).loop);
  cleanUp.add('the wait for proxies', async () => {
    listening.server.leave();
    await clock.sleep(config.server.shutdownDelay);
  });
  return listening.address;
}

function recipeFirings({ db, clock, logger, runs }: Coordinator): RecipeFirings {
  const { control, recipes } = runs;
  return new RecipeFirings({ db, clock, logger, control, recipes: recipes.recipes });
}

function cleaning({ runs, clock, logger }: Coordinator): Ticker {
  const tasks = {
    ...runs.cleanupTasks,
    'old tokens of workers': () => runs.workerTokens.removeEnded(),
  };
  return createCleanupJob({ tasks, clock, logger });
}

/** Also migrates the database. */
export async function openCoordinator(
  config: Config,
  { logger, projectDirectory }: Pick<StartOptions, 'logger' | 'projectDirectory'>,
  cleanUp: ShutdownStack,
): Promise<Coordinator> {
  const atEnd = cleanUp.add.bind(cleanUp);
  await openDataFolder(config.storage.dataDirectory, logger);
  // In parallel: git answers before the database does.
  const [build, { db, address: databaseAddress, pool: databasePool, probe }] = await Promise.all([
    readBuildInfo(),
    connectDatabase({ config, logger, atEnd }),
  ]);
  cleanUp.startLoop(probe.loop);
  const { contentDirectory } = config.storage;
  await requireSameTree({ db, contentDirectory }, { needsTree: false });
  const clock = systemClock;
  const base = { config, projectDirectory, db, databaseAddress, databasePool };
  return compose({ ...base, build, clock, logger });
}
