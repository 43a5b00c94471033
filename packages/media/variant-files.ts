import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { extensionOf, type VariantName } from './picture.ts';

const oneDay = 24 * 60 * 60 * 1000;

/** Variants whose use was noted this long ago are noted again when they are used. */
const notedEvery = 7 * oneDay;
/** Unused for this long, a variant is removed; it can be made anew. */
const keptFor = 90 * oneDay;
/** What is still being written after this time was left by a process that ended. */
const writtenWithin = oneDay;

/** The files of variants, shared by all processes of a project. A file that is there is complete, and never changes. */
export class VariantFiles {
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
  }

  /** Where the variant is or will be. */
  pathOf({ hash, width, format }: VariantName): string {
    return join(this.#directory, hash.slice(0, 2), `${hash}.${width}.${extensionOf(format)}`);
  }

  /** Whether it has been made; its use is noted, now and then, by the time of its last change. */
  async has(name: VariantName, now: Date): Promise<boolean> {
    const path = this.pathOf(name);
    const found = await stat(path).catch(() => undefined);
    // Not there, or not readable: it is made anew then.
    if (!found) return false;
    // Where the cache is read-only, what is in it serves all the same.
    if (now.getTime() - found.mtimeMs > notedEvery)
      await utimes(path, now, now).catch(() => undefined);
    return true;
  }

  /** Two that write the same at once both succeed: the content is the same, and a rename is one step. */
  async write(name: VariantName, bytes: Uint8Array): Promise<void> {
    const path = this.pathOf(name);
    await mkdir(dirname(path), { recursive: true });
    const temporary = `${path}.${randomUUID()}.tmp`;
    try {
      await using file = await open(temporary, 'wx');
      await file.writeFile(bytes);
      // Renamed before its bytes are on the disk, it would be empty after a loss of power, and stay so.
      await file.sync();
      await rename(temporary, path);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  }

  /** Removes what nobody has used for three months, and what ended processes left. The number of files removed. */
  async removeOld(now: Date): Promise<number> {
    let removed = 0;
    for (const file of await filesBelow(this.#directory)) {
      const age = now.getTime() - ((await stat(file).catch(() => undefined))?.mtimeMs ?? Infinity);
      if (age <= (file.endsWith('.tmp') ? writtenWithin : keptFor)) continue;
      await rm(file, { force: true });
      removed += 1;
    }
    return removed;
  }
}

async function filesBelow(directory: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(directory, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  } catch {
    // No variant was ever made.
    return [];
  }
}
