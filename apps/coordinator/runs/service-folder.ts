import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Creates the folder for runtime files that are not part of the project. */
export async function serviceFolder(projectDirectory: string): Promise<string> {
  const folder = join(projectDirectory, '.service', 'run');
  await mkdir(folder, { recursive: true });
  return folder;
}
