import { createHash } from 'node:crypto';
import { mkdir, open, readdir, rm, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { newId } from '@galley/kernel';
import type { StagedFile } from './media-store.ts';

/** On the same file system as the library, ignored by watcher and index. */
export const incomingFolder = '.incoming';

/** Active uploads write continuously. */
const abandonedAfterMs = 60 * 60_000;

export class Staging {
  readonly #directory: string;

  /** Expects the content tree. */
  constructor(root: string) {
    this.#directory = join(root, incomingFolder);
  }

  async stage(source: Readable): Promise<StagedFile> {
    await mkdir(this.#directory, { recursive: true });
    const file = join(this.#directory, newId());
    try {
      await using handle = await open(file, 'wx', 0o644);
      const written = await writeAll(handle, source);
      // Without this sync, a renamed file could be empty after a power failure.
      await handle.sync();
      return { file, ...written };
    } catch (error) {
      source.destroy();
      await rm(file, { force: true });
      throw error;
    }
  }

  async discard({ file }: StagedFile): Promise<void> {
    await rm(file, { force: true });
  }

  async removeAbandoned(now: Date): Promise<number> {
    let removed = 0;
    const names = await readdir(this.#directory).catch(() => []);
    for (const name of names) {
      const file = join(this.#directory, name);
      const found = await stat(file).catch(() => undefined);
      if (!found || now.getTime() - found.mtimeMs < abandonedAfterMs) continue;
      await rm(file, { force: true, recursive: true });
      removed += 1;
    }
    return removed;
  }
}

/** Writes one chunk at a time, so that backpressure slows the sender. */
async function writeAll(handle: FileHandle, source: Readable) {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of source as AsyncIterable<Buffer | string>) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    hash.update(bytes);
    size += bytes.length;
    await handle.writeFile(bytes);
  }
  return { size, sha256: hash.digest('hex') };
}
