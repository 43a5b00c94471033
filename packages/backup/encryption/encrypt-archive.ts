import { stat } from 'node:fs/promises';
import type { Stanza } from 'age-encryption';
import { parseSummary, writeSummary, type ArchiveSummary } from '../archive/manifest.ts';
import { requireSpace } from '../archive/free-space.ts';
import { backupProblems } from '../problems.ts';
import { decryptedChunks, openUnlinked, sha256Of, streamOf, writeChunks } from './age-stream.ts';

export interface ArchiveEncryption {
  /** Public keys, `age1…`. */
  readonly recipients: readonly string[];
  /** Holds the ZIP until it is encrypted; on this machine, unlike perhaps the backup folder. */
  readonly workDirectory: string;
}

/** Other age programs skip stanzas of unknown types. */
const summaryType = 'galley/backup-summary';
/** Room for some hundred recipients. */
const maxHeaderBytes = 64 * 1024;

/**
 * Encrypts `from` into the new file `to`, then decrypts that and compares it with `from`. The summary stays readable in
 * the header, so that lists and retention need no private key. Bounded memory. @throws `insufficient_storage`, `backup_failed`
 */
export async function encryptArchive({
  from,
  to,
  directory,
  recipients,
  summary,
  signal,
}: {
  readonly from: string;
  readonly to: string;
  readonly directory: string;
  readonly recipients: readonly string[];
  readonly summary: ArchiveSummary;
  readonly signal?: AbortSignal | undefined;
}): Promise<number> {
  await requireSpace(directory, (await stat(from)).size);
  const { Decrypter, Encrypter } = await import('age-encryption');
  const [encrypter, decrypter] = [new Encrypter(), new Decrypter()];
  for (const recipient of recipients) encrypter.addRecipient(recipient);
  encrypter.addRecipient({
    wrapFileKey: (fileKey) => {
      const own = fileKey.slice();
      decrypter.addIdentity({ unwrapFileKey: () => own });
      return [{ args: [summaryType], body: Buffer.from(writeSummary(summary)) }];
    },
  });
  const file = await openUnlinked(from);
  try {
    const encrypted = await encrypter.encrypt(streamOf(file));
    await writeChunks(to, abortable(encrypted, signal));
    const [before, after] = [
      await sha256Of(streamOf(file)),
      await sha256Of(decryptedChunks(decrypter, to, signal)),
    ];
    if (before !== after)
      throw backupProblems.backup_failed(
        'The encrypted archive differs from the original when it is read back. Check the disk of the backup folder. No backup was made.',
      );
  } finally {
    await file.close();
  }
  return (await stat(to)).size;
}

async function* abortable(
  chunks: AsyncIterable<Uint8Array>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    signal?.throwIfAborted();
    yield chunk;
  }
}

/** Needs no private key; authentic only once the archive is decrypted. @throws `invalid_archive` */
export async function readSealedSummary(path: string): Promise<ArchiveSummary> {
  const { Decrypter } = await import('age-encryption');
  const decrypter = new Decrypter();
  let body: Uint8Array | undefined;
  decrypter.addIdentity({
    unwrapFileKey: (stanzas: Stanza[]) => {
      body = stanzas.find(({ args }) => args[0] === summaryType)?.body;
      return null;
    },
  });
  const file = await openUnlinked(path);
  try {
    await decrypter.decrypt(streamOf(file, maxHeaderBytes));
  } catch {
    // Always: no identity is given.
  } finally {
    await file.close();
  }
  if (body) return parseSummary(Buffer.from(body).toString());
  throw backupProblems.invalid_archive(
    'The archive has no summary of Galley: it is incomplete, or another program encrypted it. Name its path to verify, test or restore it, or decrypt it with age.',
  );
}
