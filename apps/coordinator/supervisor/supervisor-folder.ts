import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Where a supervisor keeps what it needs to go on after a restart, below `.service/` of the project. */
export interface SupervisorFolder {
  /** A folder for each agent that was started as a process. */
  readonly sessions: string;
  /** What agents have printed; a file for each session. */
  readonly logs: string;
  /** The files of commits that agents look at. */
  readonly repositories: string;
}

export async function makeSupervisorFolder(projectDirectory: string): Promise<SupervisorFolder> {
  const root = join(projectDirectory, '.service', 'supervisor');
  const folder = {
    sessions: join(root, 'sessions'),
    logs: join(root, 'logs'),
    repositories: join(root, 'repositories'),
  };
  for (const path of Object.values(folder)) await mkdir(path, { recursive: true, mode: 0o700 });
  return folder;
}
