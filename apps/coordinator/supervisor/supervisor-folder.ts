import { mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { storageFailureOf } from '@galley/kernel';
import { settingsProblems } from '@galley/settings';

/** State that a supervisor needs after a restart. */
export interface SupervisorFolder {
  readonly root: string;
  /** A folder per agent that runs as a process. */
  readonly sessions: string;
  readonly logs: string;
  readonly repositories: string;
}

/** @throws `invalid_configuration`. */
export async function makeSupervisorFolder(directory: string): Promise<SupervisorFolder> {
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const root = await realpath(directory);
    const [sessions, logs, repositories] = ['sessions', 'logs', 'repositories'].map((name) =>
      join(root, name),
    ) as [string, string, string];
    for (const path of [sessions, logs, repositories])
      await mkdir(path, { recursive: true, mode: 0o700 });
    return { root, sessions, logs, repositories };
  } catch (error) {
    const failure = storageFailureOf(error);
    if (!failure) throw error;
    throw settingsProblems.invalid_configuration(
      `The supervisor cannot write to ${directory} (${failure.why}). ` +
        'Set coordinator.supervisor.state_directory to a writable folder.',
    );
  }
}
