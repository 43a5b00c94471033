import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { newId, newSecret } from '@galley/kernel';

/** Where the password of the cluster's only role is kept. */
export function passwordFile(secretsDirectory: string): string {
  return join(secretsDirectory, 'postgres-password');
}

/** The stored password; `undefined` when there is none. */
export async function findPassword(secretsDirectory: string): Promise<string | undefined> {
  try {
    return (await readFile(passwordFile(secretsDirectory), 'utf8')).trim() || undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * The stored password, made and stored first when there is none. A hard link appears whole or not at all, and only
 * once, so that of several processes all get the password of the first.
 */
export async function findOrCreatePassword(secretsDirectory: string): Promise<string> {
  const stored = await findPassword(secretsDirectory);
  if (stored) return stored;
  await mkdir(dirname(secretsDirectory), { recursive: true });
  // Closed by itself, since `mode` would otherwise close every new folder above it too.
  await mkdir(secretsDirectory, { recursive: true, mode: 0o700 });
  const password = newSecret();
  const draft = `${passwordFile(secretsDirectory)}.new-${newId()}`;
  try {
    await writeFile(draft, `${password}\n`, { flag: 'wx', mode: 0o600, flush: true });
    await link(draft, passwordFile(secretsDirectory));
    return password;
  } catch (error) {
    const winner = await findPassword(secretsDirectory);
    if (winner) return winner;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}
