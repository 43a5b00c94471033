import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { newId, newSecret } from '@galley/kernel';

/** Readable only for the operator's account. */
export function secretsDirectory(dataDirectory: string): string {
  return join(dataDirectory, 'secrets');
}

/** Creates the key at first use. Concurrent processes all get the key of the first. */
export async function projectSecret(dataDirectory: string, name: string): Promise<string> {
  const folder = secretsDirectory(dataDirectory);
  const path = join(folder, name);
  const present = await readSecret(path);
  if (present) return present;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const temporary = `${path}.${newId()}`;
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(`${newSecret()}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await link(temporary, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(temporary, { force: true });
  }
  return (await readSecret(path))!;
}

async function readSecret(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
