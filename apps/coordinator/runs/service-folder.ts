import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

export async function serviceFolder(projectDirectory: string): Promise<string> {
  const folder = join(projectDirectory, '.service', 'run');
  await mkdir(folder, { recursive: true });
  return folder;
}
