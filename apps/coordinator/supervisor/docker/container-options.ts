import type { ContainerCreateOptions } from 'dockerode';
import { CannotStart, type AgentLaunch } from '../driver.ts';
import type { PreparedTurn, TurnPlaces } from '../turn-files.ts';

export interface ContainerLimits {
  readonly cpus: number;
  /** In bytes. */
  readonly memory: number;
  readonly pids: number;
  /** In bytes: of the log, and of each of the two files in which the engine stores the output. */
  readonly logSize: number;
}

export interface ContainerSurroundings {
  readonly label: string;
  readonly network: string;
  readonly volume: string | undefined;
  readonly turn: PreparedTurn;
  readonly limits: ContainerLimits;
}

export const labels = {
  project: 'galley.project',
  session: 'galley.session',
  agent: 'galley.agent',
  run: 'galley.run',
  turn: 'galley.turn',
  /** Marks a container that is never started and only fills a volume. */
  filling: 'galley.filling',
} as const;

export const repositoryFolder = '/repository';
/** Contains the home folder and the working directory of the agent. */
export const agentFolder = '/agent';

export const containerPlaces: TurnPlaces = {
  home: `${agentFolder}/home`,
  work: `${agentFolder}/work`,
  repository: repositoryFolder,
};

/** Not root, and unlikely to have privileges in any image. */
export const userId = 1_000;
const user = `${userId}:${userId}`;

export function containerName(sessionId: string): string {
  return `galley-${sessionId}`;
}

/** Privileges are minimal. @throws `CannotStart` without an image. */
export function containerOptions(
  launch: AgentLaunch,
  { label, network, volume, turn, limits }: ContainerSurroundings,
): ContainerCreateOptions & { readonly name: string } {
  const { cpus, memory, pids, logSize } = limits;
  const environment = {
    TMPDIR: '/tmp',
    LANG: 'C.UTF-8',
    ...turn.env,
  };
  return {
    name: containerName(launch.sessionId),
    Image: imageOf(launch),
    Entrypoint: [],
    Cmd: [...turn.argv],
    Env: Object.entries(environment).map(([name, value]) => `${name}=${value}`),
    Labels: {
      [labels.project]: label,
      [labels.session]: launch.sessionId,
      [labels.agent]: launch.agentId,
      [labels.run]: launch.runId,
      [labels.turn]: String(launch.requestEventId),
    },
    User: user,
    WorkingDir: containerPlaces.work,
    HostConfig: {
      NetworkMode: network,
      ReadonlyRootfs: true,
      Init: true,
      CapDrop: ['ALL'],
      SecurityOpt: ['no-new-privileges'],
      Tmpfs: { '/tmp': 'rw,nosuid,nodev,exec,mode=1777' },
      NanoCpus: Math.round(cpus * 1e9),
      Memory: memory,
      MemorySwap: memory,
      PidsLimit: pids,
      // With one file, the engine loses output when it begins the file again while the output is followed.
      LogConfig: { Type: 'json-file', Config: { 'max-size': String(logSize), 'max-file': '2' } },
      Mounts: [
        // Anonymous, so that the engine removes it with the container.
        { Type: 'volume', Source: '', Target: agentFolder },
        ...repositoryMounts(volume),
      ],
    },
  };
}

const repositoryMounts = (volume: string | undefined) =>
  volume === undefined
    ? []
    : [{ Type: 'volume' as const, Source: volume, Target: repositoryFolder, ReadOnly: true }];

export function imageOf({ adapterName: adapter, image }: AgentLaunch): string {
  if (image !== undefined) return image;
  throw new CannotStart(
    `The adapter "${adapter}" has no container image. Set coordinator.adapters.${adapter}.image.`,
  );
}
