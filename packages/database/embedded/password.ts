import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { newId, newSecret } from '@galley/kernel';

/** Where the password of the cluster's superuser is kept. */
export function passwordFile(secretsDirectory: string): string {
  return join(secretsDirectory, 'postgres-password');
}

/** Where the password is kept of the role that the application connects as. */
export function applicationPasswordFile(secretsDirectory: string): string {
  return join(secretsDirectory, 'postgres-app-password');
}

/** The stored password; `undefined` when there is none. */
export async function findPassword(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).trim() || undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * The stored password, made and stored first when there is none. A hard link appears whole or not at all, and only
 * once, so that of several processes all get the password of the first.
 */
export async function findOrCreatePassword(file: string): Promise<string> {
  const stored = await findPassword(file);
  if (stored) return stored;
  const folder = dirname(file);
  await mkdir(dirname(folder), { recursive: true });
  // Closed by itself, since `mode` would otherwise close every new folder above it too.
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
