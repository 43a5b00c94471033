import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import type { Decrypter } from 'age-encryption';

const intro = 'age-encryption.org/v1\n';
const chunkBytes = 256 * 1024;

/** Missing files are not encrypted, so that the ZIP reader reports them. */
export async function isEncrypted(path: string): Promise<boolean> {
  let file: FileHandle;
  try {
    file = await openUnlinked(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(intro.length), 0, intro.length, 0);
    return buffer.toString('latin1', 0, bytesRead) === intro;
  } finally {
    await file.close();
  }
}

/** Refuses symbolic links, as the ZIP reader does. */
export function openUnlinked(path: string): Promise<FileHandle> {
  return open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
}

/** The first `limit` bytes. */
export function streamOf(file: FileHandle, limit = Infinity): ReadableStream<Uint8Array> {
  let position = 0;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const length = Math.min(chunkBytes, limit - position);
      const bytes = Buffer.allocUnsafe(length);
      const { bytesRead } = await file.read(bytes, 0, length, position);
      position += bytesRead;
      if (bytesRead === 0) controller.close();
      else controller.enqueue(bytes.subarray(0, bytesRead));
    },
  });
}

/** Decrypted chunks of an age file. */
export async function* decryptedChunks(
  decrypter: Decrypter,
  path: string,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const file = await openUnlinked(path);
  try {
    for await (const chunk of await decrypter.decrypt(streamOf(file))) {
      signal?.throwIfAborted();
      yield chunk;
    }
  } finally {
    await file.close();
  }
}

/** Hexadecimal. */
export async function sha256Of(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of chunks) hash.update(chunk);
  return hash.digest('hex');
}

/** Creates a file with mode 0600 that is durable when this resolves. */
export async function writeChunks(path: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const chunk of chunks) await file.writeFile(chunk);
    await file.sync();
  } finally {
    await file.close();
  }
}
