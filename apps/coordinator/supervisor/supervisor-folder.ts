import { mkdir, readdir, realpath, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing, storageFailureOf } from '@galley/kernel';
import { settingsProblems } from '@galley/settings';

/** State that a supervisor needs after a restart. */
export interface SupervisorFolder {
  readonly root: string;
  /** A folder per agent that runs as a process. */
  readonly sessions: string;
  readonly logs: string;
  /** Sessions of programs that later turns continue. */
  readonly kept: string;
  readonly repositories: string;
}

/** @throws `invalid_configuration`. */
export async function makeSupervisorFolder(directory: string): Promise<SupervisorFolder> {
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const root = await realpath(directory);
    const of = (name: string) => join(root, name);
    const folders = {
      sessions: of('sessions'),
      logs: of('logs'),
      kept: of('kept-sessions'),
      repositories: of('repositories'),
    };
    for (const path of Object.values(folders)) await mkdir(path, { recursive: true, mode: 0o700 });
    return { root, ...folders };
  } catch (error) {
    const failure = storageFailureOf(error);
    if (!failure) throw error;
    throw settingsProblems.invalid_configuration(
      `The supervisor cannot write to ${directory} (${failure.why}). ` +
        'Set coordinator.supervisor.state_directory to a writable folder.',
    );
  }
}

/** Removes the logs that were last written before `before`, except those in use. */
export async function removeOldLogs(
  folder: string,
  { before, used }: { readonly before: Date; readonly used: ReadonlySet<string> },
): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (!name.endsWith('.log') || used.has(path)) continue;
    if ((await writtenAt(path)) < before) await rm(path, { force: true });
  }
}

/** Now for a file that another process has just removed. */
async function writtenAt(path: string): Promise<Date> {
  try {
    return (await stat(path)).mtime;
  } catch (error) {
    if (isMissing(error)) return new Date();
    throw error;
  }
}
