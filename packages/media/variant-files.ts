import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { extensionOf, type VariantName } from './picture.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** Interval for recording the use of a variant. */
const useIntervalMs = 7 * dayMs;
/** Variants unused for this long are deleted; they can be created again. */
const unusedAfterMs = 90 * dayMs;
/** Temporary files older than this belong to ended processes. */
const abandonedAfterMs = dayMs;

/** Variant files, shared by all processes of a project. Existing files are complete and immutable. */
export class VariantFiles {
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
  }

  /** Path of a variant, existing or not. */
  pathOf({ hash, width, format }: VariantName): string {
    return join(this.#directory, hash.slice(0, 2), `${hash}.${width}.${extensionOf(format)}`);
  }

  /** True when the variant exists; records its use through the modification time. */
  async has(name: VariantName, now: Date): Promise<boolean> {
    const path = this.pathOf(name);
    const found = await stat(path).catch(() => undefined);
    // Missing or unreadable: it is created again.
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
      // Without this sync, a renamed file could be permanently empty after a power failure.
      await file.sync();
      await rename(temporary, path);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  }

  /** Deletes variants unused for three months and abandoned temporary files; returns their number. */
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
    // The folder does not exist yet.
    return [];
  }
}
