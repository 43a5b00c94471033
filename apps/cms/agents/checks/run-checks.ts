import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { newId } from '@galley/kernel';
import {
  TreeTooLarge,
  writePatchedTree,
  type PatchToCheck,
  type RunChecks,
} from '@galley/proposals';
import type { CheckResult } from '@galley/runcoord';
import { runInSandbox } from '@galley/service';
import { contentCheckNames, type Config } from '@galley/settings';
import { ContentChecks, type ContentChecksParts } from './content-checks.ts';

export interface ChecksParts extends ContentChecksParts {
  readonly config: Config;
  readonly projectDirectory: string;
}

type Command = Config['coordinator']['checks'][string];

const withoutSandbox =
  'Commands run only in bubblewrap (bwrap), which is not installed on this server or does not work. Install it to run this check.';

/** Content checks, and the commands of `coordinator.checks`. */
export function composeChecks(parts: ChecksParts): RunChecks {
  const content = new ContentChecks(parts);
  const commands = Object.entries(parts.config.coordinator.checks);
  return async (patch, { ofRecipe, ofTask }, signal) => {
    const named = [...(ofRecipe ?? []), ...ofTask];
    const isWanted = (name: string) => ofRecipe === null || named.includes(name);
    const wanted = commands.filter(([name]) => isWanted(name));
    const results = await content.run(patch, isWanted);
    if (wanted.length > 0) results.push(...(await runCommands(parts, { patch, wanted }, signal)));
    return [...results, ...unknownChecks(named, commands)];
  };
}

async function runCommands(
  parts: ChecksParts,
  {
    patch,
    wanted,
  }: { readonly patch: PatchToCheck; readonly wanted: readonly (readonly [string, Command])[] },
  signal: AbortSignal,
): Promise<CheckResult[]> {
  const root = join(parts.config.storage.dataDirectory, 'checks');
  // Left by a process that was killed: only one process checks at a time.
  await rm(root, { recursive: true, force: true });
  const results: CheckResult[] = [];
  try {
    for (const [name, check] of wanted) {
      if (signal.aborted) return results;
      const folder = join(root, newId());
      await mkdir(join(folder, 'home'), { recursive: true, mode: 0o700 });
      // Each command gets its own checkout, so that none sees the output of another.
      await writePatchedTree(patch, join(folder, 'work'), signal);
      results.push(await runCommand(parts, { name, check, folder }, signal));
    }
  } catch (error) {
    if (signal.aborted) return results;
    if (!(error instanceof TreeTooLarge)) throw error;
    const detail = error.message;
    return wanted.map(([name]) => ({ name, outcome: 'error', detail }));
  } finally {
    await rm(root, { recursive: true, force: true });
  }
  return results;
}

async function runCommand(
  { config, projectDirectory }: ChecksParts,
  {
    name,
    check: { command = '', timeout: timeoutMs },
    folder,
  }: { readonly name: string; readonly check: Command; readonly folder: string },
  signal: AbortSignal,
): Promise<CheckResult> {
  const { dataDirectory } = config.storage;
  const { stateDirectory } = config.coordinator.supervisor;
  const project = { config, projectDirectory, dataDirectory, stateDirectory };
  const exit = await runInSandbox({ ...project, command, folder, timeoutMs }, signal);
  if (!exit) return { name, outcome: 'error', detail: withoutSandbox };
  const { exitCode, isTimedOut, output } = exit;
  const end = isTimedOut
    ? `Stopped after ${timeoutMs / 1_000} seconds.`
    : exitCode === null
      ? 'Killed.'
      : `Exit code ${exitCode}.`;
  const detail = output === '' ? end : `${end}\n${output}`;
  return { name, outcome: exitCode === 0 && !isTimedOut ? 'pass' : 'fail', detail };
}

/** A recipe names checks that were configured when its run started; a task may name any. */
function unknownChecks(
  names: readonly string[],
  commands: readonly (readonly [string, Command])[],
): CheckResult[] {
  const known = [...contentCheckNames, ...commands.map(([name]) => name)];
  return [...new Set(names)]
    .filter((name) => !known.includes(name))
    .map((name) => ({
      name,
      outcome: 'error',
      detail: `coordinator.checks has no check ${name}.`,
    }));
}
