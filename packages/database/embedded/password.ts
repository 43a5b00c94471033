import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { newId, newSecret } from '@galley/kernel';

export function passwordFile(secretsDirectory: string): string {
  return join(secretsDirectory, 'postgres-password');
}

export function applicationPasswordFile(secretsDirectory: string): string {
  return join(secretsDirectory, 'postgres-app-password');
}

export async function findPassword(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).trim() || undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Writes through a hard link, which appears complete and only once: concurrent processes get the first password. */
export async function findOrCreatePassword(file: string): Promise<string> {
  const stored = await findPassword(file);
  if (stored) return stored;
  const folder = dirname(file);
  await mkdir(dirname(folder), { recursive: true });
  // Restricts only this folder: `mode` would also apply to new parent folders.
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const password = newSecret();
  const draft = `${file}.new-${newId()}`;
  try {
    await writeFile(draft, `${password}\n`, { flag: 'wx', mode: 0o600, flush: true });
    await link(draft, file);
    return password;
  } catch (error) {
    const winner = await findPassword(file);
    if (winner) return winner;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}
