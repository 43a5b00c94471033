import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isMissing } from '@galley/kernel';
import type { PreparedProgram, ResumedSession } from './adapters/index.ts';
import { createCheckout } from './checkout.ts';
import type { AgentLaunch } from './driver.ts';

/** Where the agent sees its folders. */
export interface TurnPlaces {
  readonly home: string;
  readonly work: string;
  /** The read-only files of the repository. */
  readonly repository: string;
}

export interface TurnFilesOptions {
  /** On this machine: receives the folders `home` and `work`. */
  readonly folder: string;
  readonly seen: TurnPlaces;
  readonly isConfined: boolean;
  readonly resumed?: ResumedSession | undefined;
}

export type PreparedTurn = Pick<PreparedProgram, 'argv' | 'env'>;

/**
 * Creates the home folder of an agent, with the configuration of its program and the owner's credentials, and its
 * working copy of the repository. Replaces what an interrupted attempt left.
 */
export async function prepareTurn(
  launch: AgentLaunch,
  { folder, seen, isConfined, resumed }: TurnFilesOptions,
): Promise<PreparedTurn> {
  const [home, work] = [join(folder, 'home'), join(folder, 'work')];
  for (const path of [home, work]) await rm(path, { recursive: true, force: true });
  await mkdir(home, { recursive: true, mode: 0o700 });
  const { repository, adapter, command, mcpUrl, credentials, environment } = launch;
  if (repository) await createCheckout(repository, work, seen.repository);
  else await mkdir(work);
  const given = { command, mcpUrl, environment, home: seen.home, isConfined, resumed };
  const program = adapter.prepare(given);
  for (const [path, content] of Object.entries(program.files))
    await writeFile(await placeFor(home, path), content, { mode: 0o600 });
  for (const { from, to } of credentials) await copyIfThere(from, await placeFor(home, to));
  const env = {
    ...homeVariables(seen.home),
    ...program.env,
    ...environment,
    ...(repository && { GALLEY_REPOSITORY: seen.repository }),
  };
  return { argv: program.argv, env };
}

const homeVariables = (home: string) => ({
  HOME: home,
  XDG_CONFIG_HOME: `${home}/.config`,
  XDG_DATA_HOME: `${home}/.local/share`,
  XDG_STATE_HOME: `${home}/.local/state`,
  XDG_CACHE_HOME: `${home}/.cache`,
});

async function placeFor(home: string, path: string): Promise<string> {
  const place = join(home, path);
  await mkdir(dirname(place), { recursive: true, mode: 0o700 });
  return place;
}

/** The owner may be signed in by a variable instead. */
async function copyIfThere(from: string, to: string): Promise<void> {
  try {
    await copyFile(from, to);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}
