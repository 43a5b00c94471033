import { realpath } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { NotificationListener } from '@galley/database';
import { newSecret, systemClock, type Logger } from '@galley/kernel';
import { WorkerTokenService } from '@galley/runcoord';
import { CleanUp, connectDatabase, requireProject, type ConnectedDatabase } from '@galley/service';
import { loadConfig, type Config, type ConfigInput } from '@galley/settings';
import { auditIn } from '../audit-in.ts';
import { openDriver } from './choose-driver.ts';
import { LaunchPlan } from './launch-plan.ts';
import { RepositoryViews } from './repository-view.ts';
import { makeSupervisorFolder, type SupervisorFolder } from './supervisor-folder.ts';
import { Supervisor } from './supervisor.ts';

export interface SuperviseOptions {
  readonly projectDirectory: string;
  readonly overlays: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** From the command line; wins over everything. */
  readonly overrides: ConfigInput;
  /** Whether agents are ended when the supervisor stops. */
  readonly stopAgents: boolean;
  readonly logger: Logger;
  /** Aborts to stop the supervisor; agents that run go on, unless `stopAgents` says otherwise. */
  readonly signal: AbortSignal;
}

export interface RunningSupervisor {
  readonly driver: string;
  readonly place: string;
  /** Resolves when everything is closed. */
  readonly stopped: Promise<void>;
}

/**
 * Starts the agents of a project for the turns that are scheduled (GAP-RC-SUP-1); resolves when it has begun. Throws
 * `not_a_project`, and `invalid_configuration` when the driver cannot work here.
 */
export async function superviseProject(options: SuperviseOptions): Promise<RunningSupervisor> {
  requireProject(options.projectDirectory);
  const config = await loadConfig({ ...options, overlays: [...options.overlays] });
  const cleanUp = new CleanUp(options.logger);
  try {
    const { driver, place } = await begin(config, options, cleanUp);
    return { driver, place, stopped: cleanUp.runOn(options.signal) };
  } catch (error) {
    await cleanUp.run();
    throw error;
  }
}

async function begin(
  config: Config,
  options: SuperviseOptions,
  cleanUp: CleanUp,
): Promise<Pick<RunningSupervisor, 'driver' | 'place'>> {
  const { logger, environment } = options;
  const projectDirectory = await realpath(options.projectDirectory);
  const folder = await makeSupervisorFolder(projectDirectory);
  const { coordinator, storage } = config;
  const { dataDirectory } = storage;
  const opening = await openDriver({
    ...{ config, projectDirectory, dataDirectory, folder, environment, logger },
    host: hostname(),
  });
  const connected = await connectDatabase({ config, logger, atEnd: cleanUp.add.bind(cleanUp) });
  const supervisor = new Supervisor({
    db: connected.db,
    clock: systemClock,
    logger,
    holder: `${hostname()}/${process.pid}/${newSecret().slice(0, 8)}`,
    workspaceId: coordinator.workspace.id,
    opening,
    plan: new LaunchPlan({ config: coordinator, environment, logFolder: folder.logs }),
    repositories: viewsOf(coordinator, projectDirectory, folder),
    tokens: new WorkerTokenService({
      db: connected.db,
      clock: systemClock,
      auditIn: auditIn('supervisor'),
    }),
    settings: settingsOf(coordinator, options.stopAgents),
  });
  cleanUp.startLoop('the supervisor', supervisor);
  cleanUp.startLoop(
    'what is heard of turns',
    listener(connected, logger, () => supervisor.hint()),
  );
  return { driver: opening.name, place: opening.place };
}

function settingsOf(coordinator: Config['coordinator'], stopAgents: boolean) {
  const { enforcement, lease, turnLease, supervisor } = coordinator;
  const { interval, concurrency, limits } = supervisor;
  return { enforcement, lease, turnLease, interval, concurrency, time: limits.time, stopAgents };
}

function viewsOf(
  { workspace: { repository } }: Config['coordinator'],
  projectDirectory: string,
  folder: SupervisorFolder,
): RepositoryViews | undefined {
  if (repository === undefined) return undefined;
  return new RepositoryViews(resolve(projectDirectory, repository), join(folder.repositories));
}

function listener(
  { address }: ConnectedDatabase,
  logger: Logger,
  onNotified: () => void,
): NotificationListener {
  const channel = 'galley_run_events';
  return new NotificationListener({ address, channel, onNotified, clock: systemClock, logger });
}
