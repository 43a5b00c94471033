import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Where runs of a project leave what is no part of it. */
export async function serviceFolder(projectDirectory: string): Promise<string> {
  const folder = join(projectDirectory, '.service', 'run');
  await mkdir(folder, { recursive: true });
  return folder;
}
