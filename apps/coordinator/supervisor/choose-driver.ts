import type { Logger } from '@galley/kernel';
import { hasBubblewrap, projectSandbox } from '@galley/service';
import { settingsProblems, type Config } from '@galley/settings';
import { toolsAddress } from '../system/listening.ts';
import { openDockerDriver } from './docker/open-docker-driver.ts';
import type { DriverOpening } from './driver.ts';
import { ProcessDriver } from './process/process-driver.ts';
import type { ProcessSurroundings } from './process/process-turn.ts';
import type { SupervisorFolder } from './supervisor-folder.ts';

export interface DriverEnvironment {
  readonly config: Config;
  /** Path without symbolic links. */
  readonly projectDirectory: string;
  readonly dataDirectory: string;
  readonly folder: SupervisorFolder;
  readonly host: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly logger: Logger;
}

/** @throws `invalid_configuration` if the driver cannot work on this machine. */
export async function openDriver(given: DriverEnvironment): Promise<DriverOpening> {
  const { coordinator } = given.config;
  const { mcpUrl, coordinatorUrl } = coordinator.supervisor;
  if ((mcpUrl ?? coordinatorUrl) === undefined && coordinator.address.port === 0) {
    throw settingsProblems.invalid_configuration(
      'coordinator.address has port 0, so agents cannot know the port of the coordinator. ' +
        'Set a port, or set coordinator.supervisor.mcp_url to the address of the tools.',
    );
  }
  if (coordinator.supervisor.driver === 'docker')
    return openDockerDriver(given.config, given.folder);
  return openProcessDriver(given, mcpUrl ?? toolsAddress(given.config));
}

async function openProcessDriver(given: DriverEnvironment, mcpUrl: string): Promise<DriverOpening> {
  const { config, projectDirectory, folder, host } = given;
  const { workspace, supervisor } = config.coordinator;
  const surroundings = await processSurroundings(given);
  const options = {
    ...surroundings,
    folder: folder.sessions,
    keptFolder: folder.kept,
    mcpUrl,
    logSize: supervisor.limits.logSize,
  };
  return {
    name: 'process',
    place: `process ${host}:${projectDirectory} ${workspace.id}`,
    open: (_label, onExit) => Promise.resolve(new ProcessDriver({ ...options, onExit })),
  };
}

/** @throws `invalid_configuration` if bubblewrap is required and does not work. */
export async function processSurroundings({
  config,
  projectDirectory,
  dataDirectory,
  folder,
  environment,
  logger,
}: Omit<DriverEnvironment, 'host'>): Promise<ProcessSurroundings> {
  const machine = machineOf(environment);
  if (!(await decideSandbox(config.coordinator.supervisor.sandbox, logger)))
    return withoutSandbox(machine, config, logger);
  const project = { config, projectDirectory, dataDirectory, stateDirectory: folder.root };
  const sandbox = projectSandbox({ ...project, ownerHome: environment['HOME'] });
  const isNetworkRestricted = config.coordinator.supervisor.network === 'restricted';
  return { machine, sandbox, isNetworkRestricted };
}

function withoutSandbox(
  machine: ProcessSurroundings['machine'],
  { coordinator }: Config,
  logger: Logger,
): ProcessSurroundings {
  if (coordinator.supervisor.network === 'restricted')
    logger.warn(
      'coordinator.supervisor.network has no effect: only bubblewrap restricts the network',
    );
  return { machine, sandbox: undefined, isNetworkRestricted: false };
}

async function decideSandbox(
  wish: Config['coordinator']['supervisor']['sandbox'],
  logger: Logger,
): Promise<boolean> {
  if (wish === 'never') return false;
  if (await hasBubblewrap()) return true;
  if (wish === 'auto') {
    logger.warn(
      'bubblewrap (bwrap) unavailable: agents run as this user and can read all its files, including the supervisor token',
    );
    return false;
  }
  throw settingsProblems.invalid_configuration(
    'The process driver runs agents in bubblewrap (bwrap), which is not installed or does not work. ' +
      'Install it, or set coordinator.supervisor.driver to docker. Set coordinator.supervisor.sandbox to auto only ' +
      'if agents may read all files of this user, including the supervisor token and the database.',
  );
}

/** HOME is the agent's own folder. */
const passedOn = ['PATH', 'TMPDIR', 'LANG'];

function machineOf(environment: DriverEnvironment['environment']): Record<string, string> {
  const given = passedOn.map((name) => [name, environment[name]] as const);
  return Object.fromEntries(
    given.filter((entry): entry is readonly [string, string] => entry[1] !== undefined),
  );
}
