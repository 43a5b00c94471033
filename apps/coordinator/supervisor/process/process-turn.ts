import type { ResumedSession } from '../adapters/index.ts';
import { pathsOfCommand, sandboxed, sandboxPlaces, type SandboxPlan } from '@galley/service';
import type { AgentLaunch } from '../driver.ts';
import { prepareTurn, type TurnPlaces } from '../turn-files.ts';

export interface ProcessSurroundings {
  /** PATH, TMPDIR and LANG of this machine. */
  readonly machine: Readonly<Record<string, string>>;
  /** `undefined`: agents run without bubblewrap. */
  readonly sandbox: Pick<SandboxPlan, 'hidden' | 'ownerHome' | 'readable'> | undefined;
}

export interface ProcessTurn {
  readonly words: readonly [string, ...string[]];
  readonly env: Readonly<Record<string, string>>;
  /** On this machine. */
  readonly workingDirectory: string;
}

/** Prepares a turn in `folder`, and returns the process to start. */
export async function prepareProcess(
  launch: AgentLaunch,
  { machine, sandbox }: ProcessSurroundings,
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
  const words = sandboxed(argv, { ...sandbox, readable, folder, repository });
  return { words, env: { ...all, TMPDIR: '/tmp' }, workingDirectory: places.work };
}
