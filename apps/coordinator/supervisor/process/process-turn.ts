import type { ResumedSession } from '../adapters/index.ts';
import { pathsOfCommand, sandboxed, sandboxPlaces, type SandboxPlan } from '@galley/service';
import type { AgentLaunch } from '../driver.ts';
import { proxyFolderIn } from '../network/network-proxy.ts';
import { restrictNetwork, type RestrictedNetwork } from '../network/restrict-network.ts';
import { prepareTurn, type TurnPlaces } from '../turn-files.ts';

export interface ProcessSurroundings {
  /** PATH, TMPDIR and LANG of this machine. */
  readonly machine: Readonly<Record<string, string>>;
  /** `undefined`: agents run without bubblewrap. */
  readonly sandbox: Pick<SandboxPlan, 'hidden' | 'ownerHome' | 'readable'> | undefined;
  /** Agents in bubblewrap reach only the tools and their hosts. */
  readonly isNetworkRestricted: boolean;
}

export interface ProcessTurn {
  readonly words: readonly [string, ...string[]];
  readonly env: Readonly<Record<string, string>>;
  /** On this machine. */
  readonly workingDirectory: string;
  /** In a restricted network. */
  readonly network?: Pick<RestrictedNetwork, 'env' | 'hosts'>;
}

/** Prepares a turn in `folder`, and returns the process to start. */
export async function prepareProcess(
  launch: AgentLaunch,
  { machine, sandbox, isNetworkRestricted }: ProcessSurroundings,
  given: { readonly folder: string; readonly resumed?: ResumedSession | undefined },
): Promise<ProcessTurn> {
  const { folder, resumed } = given;
  const repository = launch.repository?.directory;
  const places: TurnPlaces = {
    home: `${folder}/home`,
    work: `${folder}/work`,
    repository: repository ?? '',
  };
  const seen = sandbox ? sandboxPlaces(places.repository) : places;
  const isConfined = sandbox !== undefined;
  const { argv, env } = await prepareTurn(launch, { folder, seen, isConfined, resumed });
  const all = { ...machine, ...env };
  if (!sandbox) return { words: argv, env: all, workingDirectory: places.work };
  const readable = [...sandbox.readable, ...pathsOfCommand(launch.command, machine['PATH'] ?? '')];
  const inside = { env: { ...all, TMPDIR: '/tmp' }, workingDirectory: places.work };
  const plan = { ...sandbox, readable, folder, repository };
  if (!isNetworkRestricted) return { words: sandboxed(argv, plan), ...inside };
  const network = restrictNetwork(launch);
  const words = sandboxed([...network.words, ...argv], {
    ...plan,
    readable: [...readable, ...network.readable],
    isOffline: true,
    proxyFolder: proxyFolderIn(folder),
  });
  return { words, ...inside, network };
}
