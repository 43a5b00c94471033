import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { extensionOf, type VariantName } from './picture.ts';

const dayMs = 24 * 60 * 60 * 1000;

const useIntervalMs = 7 * dayMs;
/** They can be created again. */
const unusedAfterMs = 90 * dayMs;
/** Older ones belong to ended processes. */
const abandonedAfterMs = dayMs;

/** Shared by all processes. Existing files are complete and immutable. */
export class VariantFiles {
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
  }

  pathOf({ hash, width, format }: VariantName): string {
    return join(this.#directory, hash.slice(0, 2), `${hash}.${width}.${extensionOf(format)}`);
  }

  /** Records the use through the modification time. */
  async has(name: VariantName, now: Date): Promise<boolean> {
    const path = this.pathOf(name);
    const found = await stat(path).catch(() => undefined);
    if (!found) return false;
    // A read-only cache still serves variants.
    if (now.getTime() - found.mtimeMs > useIntervalMs)
      await utimes(path, now, now).catch(() => undefined);
    return true;
  }

  /** Concurrent writers both succeed: the content is equal and a rename is atomic. */
  async write(name: VariantName, bytes: Uint8Array): Promise<void> {
    const path = this.pathOf(name);
    await mkdir(dirname(path), { recursive: true });
    const temporary = `${path}.${randomUUID()}.tmp`;
    try {
      await using file = await open(temporary, 'wx');
      await file.writeFile(bytes);
      // Otherwise the file could be empty after a power failure.
      await file.sync();
      await rename(temporary, path);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  }

  async removeOld(now: Date): Promise<number> {
    let removed = 0;
    for (const file of await listFiles(this.#directory)) {
      const age = now.getTime() - ((await stat(file).catch(() => undefined))?.mtimeMs ?? Infinity);
      if (age <= (file.endsWith('.tmp') ? abandonedAfterMs : unusedAfterMs)) continue;
      await rm(file, { force: true });
      removed += 1;
    }
    return removed;
  }
}

async function listFiles(directory: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(directory, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  } catch {
    return [];
  }
}
