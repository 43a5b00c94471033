import { mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { storageFailureOf } from '@galley/kernel';
import { settingsProblems } from '@galley/settings';

/** Where a supervisor keeps what it needs to go on after a restart. */
export interface SupervisorFolder {
  readonly root: string;
  /** A folder for each agent that was started as a process. */
  readonly sessions: string;
  /** What agents have printed; a file for each session. */
  readonly logs: string;
  /** The files of commits that agents look at. */
  readonly repositories: string;
}

/** Makes what is not there yet, in `coordinator.supervisor.state_directory`. Throws `invalid_configuration`. */
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
        'Name a folder of its own with coordinator.supervisor.state_directory.',
    );
  }
}
