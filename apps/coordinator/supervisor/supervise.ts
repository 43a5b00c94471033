import { realpath } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { newSecret, systemClock } from '@galley/kernel';
import { ShutdownStack } from '@galley/service';
import type { Config } from '@galley/settings';
import { loadProject, type StartedProjectOptions } from '../system/with-project.ts';
import { openDriver } from './choose-driver.ts';
import { LaunchPlan } from './launch-plan.ts';
import { openSupervisorGateway } from './open-supervisor-gateway.ts';
import { RepositoryViews } from './repository-view.ts';
import { makeSupervisorFolder, type SupervisorFolder } from './supervisor-folder.ts';
import { Supervisor } from './supervisor.ts';

export interface SuperviseOptions extends StartedProjectOptions {
  readonly stopAgents: boolean;
  /** Running agents continue unless `stopAgents` is set. */
  readonly signal: AbortSignal;
}

export interface RunningSupervisor {
  readonly driver: string;
  readonly place: string;
  readonly stopped: Promise<void>;
}

/** Resolves when it has started (GAP-RC-SUP-1). @throws `not_a_project`, `invalid_configuration`. */
export async function superviseProject(options: SuperviseOptions): Promise<RunningSupervisor> {
  const config = await loadProject(options);
  const cleanUp = new ShutdownStack(options.logger);
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
  cleanUp: ShutdownStack,
): Promise<Pick<RunningSupervisor, 'driver' | 'place'>> {
  const { logger, environment } = options;
  const projectDirectory = await realpath(options.projectDirectory);
  const { coordinator, storage } = config;
  const folder = await makeSupervisorFolder(coordinator.supervisor.stateDirectory);
  const { dataDirectory } = storage;
  const opening = await openDriver({
    config,
    projectDirectory,
    dataDirectory,
    folder,
    environment,
    logger,
    host: hostname(),
  });
  const { gateway, listen } = await openSupervisorGateway(config, { logger, cleanUp });
  const supervisor = new Supervisor({
    gateway,
    clock: systemClock,
    logger,
    holder: `${hostname()}/${process.pid}/${newSecret().slice(0, 8)}`,
    opening,
    plan: new LaunchPlan({ config: coordinator, environment, logFolder: folder.logs }),
    repositories: viewsOf(coordinator, projectDirectory, folder),
    settings: settingsOf(coordinator, options.stopAgents),
  });
  for (const loop of supervisor.loops) cleanUp.startLoop(loop);
  listen(() => supervisor.hint());
  return { driver: opening.name, place: opening.place };
}

function settingsOf(coordinator: Config['coordinator'], stopAgents: boolean) {
  const { enforcement, lease, turnLease, sessionLogs, supervisor } = coordinator;
  const { interval, concurrency, limits } = supervisor;
  const { time } = limits;
  return {
    enforcement,
    lease,
    turnLease,
    sessionLogs,
    interval,
    concurrency,
    time,
    stopAgents,
  };
}

function viewsOf(
  { workspace: { repository } }: Config['coordinator'],
  projectDirectory: string,
  folder: SupervisorFolder,
): RepositoryViews | undefined {
  if (repository === undefined) return undefined;
  return new RepositoryViews(resolve(projectDirectory, repository), join(folder.repositories));
}
