import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { isMissing, newId } from '@galley/kernel';
import { asStorageProblem, requireSpace } from '../archive/free-space.ts';
import { filesIn } from '../files-in.ts';
import { backupProblems } from '../problems.ts';
import { decryptedChunks, isEncrypted, writeChunks } from './age-stream.ts';
import { parseIdentities, type ReadIdentity } from './identity.ts';

export interface Unlocking {
  readonly readIdentity?: ReadIdentity | undefined;
  /** For the decrypted copy; a new folder in the temporary folder of the system by default. */
  readonly directory?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

const temporaryPrefix = 'galley-decrypted-';
const dayMs = 86_400_000;

/**
 * Calls `work` with the path of a ZIP: `file` itself, or if it is encrypted, a decrypted copy that only this account can
 * read, and that is removed afterwards. @throws `identity_required`, `invalid_identity`, `invalid_archive`, `insufficient_storage`
 */
export async function withPlainArchive<T>(
  file: string,
  unlocking: Unlocking,
  work: (zip: string) => Promise<T>,
): Promise<T> {
  if (!(await isEncrypted(file))) return work(file);
  if (!unlocking.readIdentity)
    throw backupProblems.identity_required(
      `${basename(file)} is encrypted. To read it, give one of its private keys.`,
    );
  const identities = parseIdentities(await unlocking.readIdentity());
  const folder = unlocking.directory ?? (await newTemporaryFolder());
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const zip = join(folder, `${newId()}.zip`);
  try {
    await decryptArchive(file, zip, { ...unlocking, folder, identities });
    return await work(zip);
  } finally {
    await rm(unlocking.directory === undefined ? folder : zip, { recursive: true, force: true });
  }
}

async function decryptArchive(
  from: string,
  to: string,
  options: Unlocking & { readonly folder: string; readonly identities: readonly string[] },
): Promise<void> {
  await requireSpace(options.folder, (await stat(from)).size, 'decryption');
  const { Decrypter } = await import('age-encryption');
  const decrypter = new Decrypter();
  try {
    for (const identity of options.identities) decrypter.addIdentity(identity);
  } catch {
    throw backupProblems.invalid_identity(
      'The private key has a typing error: its checksum is wrong. Copy the whole line.',
    );
  }
  try {
    await writeChunks(to, decryptedChunks(decrypter, from, options.signal));
  } catch (error) {
    options.signal?.throwIfAborted();
    // Errors of the system have a code, those of the library do not.
    if ((error as NodeJS.ErrnoException).code !== undefined)
      throw asStorageProblem(error, 'decryption');
    throw asProblem(basename(from), error);
  }
}

function asProblem(name: string, error: unknown): Error {
  if (error instanceof Error && error.message.startsWith('no identity matched'))
    return backupProblems.invalid_identity(
      `${name} is encrypted for other keys: no given private key opens it. Nothing was changed.`,
    );
  return backupProblems.invalid_archive(
    `${name} cannot be decrypted: it is incomplete, or it was changed after the backup. Nothing was changed.`,
  );
}

/** Also removes folders of killed processes. */
async function newTemporaryFolder(): Promise<string> {
  const folders = await filesIn(tmpdir(), (name) => name.startsWith(temporaryPrefix));
  for (const folder of folders) {
    // Folders of other accounts cannot be removed, and stay.
    if (await isOutdated(folder)) await rm(folder, { recursive: true }).catch(() => undefined);
  }
  return mkdtemp(join(tmpdir(), temporaryPrefix));
}

async function isOutdated(folder: string): Promise<boolean> {
  try {
    return Date.now() - (await stat(folder)).mtimeMs > dayMs;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** Paths of decrypted copies, in use or of killed processes. */
export function listDecrypted(directory: string): Promise<string[]> {
  return filesIn(directory, (name) => name.endsWith('.zip'));
}
