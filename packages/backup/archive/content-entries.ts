import { contentFolder, type ArchivedFile } from './manifest.ts';
import type { ListedFile } from './content-files.ts';
import { isCompressible, pack, type PackedEntry } from './packing.ts';
import {
  ChangedFile,
  changesAllTheTime,
  openUnchanged,
  readAtOneMoment,
  type ReadFile,
} from './read-at-one-moment.ts';
import { SpareBuffers } from './spare-buffers.ts';
import type { ZipWriter } from './zip-writer.ts';

/** Smaller ones are read whole, several at a time; larger ones in pieces, one after another. */
const wholeBytes = 8 * 1024 * 1024;
const aheadBytes = 24 * 1024 * 1024;
const aheadFiles = 6;
const attempts = 3;
const published = '.published/';

interface Packed {
  readonly read: readonly ReadFile[];
  readonly entries: readonly PackedEntry[];
}

interface Ahead {
  readonly bytes: number;
  readonly packed: Promise<Packed>;
}

/**
 * Writes files of the content tree into an archive. While they are written, the next few are read and packed, as many
 * as the threads can do with; they come into the archive in the order in which they are given.
 *
 * A document and its public copy are of one moment, so that what an archive says to be public was so; see
 * `readAtOneMoment`. Whatever has gone by the time that it is read is not in the archive.
 */
export class ContentEntries {
  readonly #root: string;
  readonly #zip: ZipWriter;
  readonly #onFile: (file: ArchivedFile) => void;
  readonly #ahead: Ahead[] = [];
  readonly #memory = new SpareBuffers();

  constructor(root: string, zip: ZipWriter, onFile: (file: ArchivedFile) => void) {
    this.#root = root;
    this.#zip = zip;
    this.#onFile = onFile;
  }

  async add({ path, size }: ListedFile): Promise<void> {
    if (size > wholeBytes) {
      await this.end();
      await this.#addLarge(path);
      return;
    }
    const packed = this.#read(path);
    // Whoever waits for it hears of an error; until then it is not one that nobody has heard of.
    packed.catch(() => undefined);
    this.#ahead.push({ bytes: size, packed });
    while (this.#isFarAhead()) await this.#writeNext();
  }

  /** Resolves when all that was given is written. */
  async end(): Promise<void> {
    while (this.#ahead.length > 0) await this.#writeNext();
  }

  #isFarAhead(): boolean {
    const bytes = this.#ahead.reduce((sum, one) => sum + one.bytes, 0);
    return this.#ahead.length >= aheadFiles || bytes > aheadBytes;
  }

  async #writeNext(): Promise<void> {
    const { read, entries } = await this.#ahead.shift()!.packed;
    for (const entry of entries) {
      await this.#zip.add(entry);
      this.#onFile({ path: entry.name, size: entry.size, sha256: entry.sha256 });
    }
    for (const { bytes } of read) this.#memory.giveBack(bytes);
  }

  async #read(path: string): Promise<Packed> {
    const together = isDocument(path) ? [path, published + path] : [path];
    const from = { root: this.#root, memory: this.#memory };
    const read = await readAtOneMoment(from, together);
    // A copy that was left behind would make a later file at its place public.
    const files = read[0]?.path === path ? read : [];
    const entries = await Promise.all(
      files.map((file) => pack(contentFolder + file.path, file.bytes, file.modifiedAt)),
    );
    return { read, entries };
  }

  async #addLarge(path: string): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      const file = await openUnchanged(this.#root, path);
      if (!file) return;
      try {
        const name = contentFolder + path;
        const isCompressed = isCompressible(path);
        this.#onFile({
          path: name,
          ...(await this.#zip.addStream({ ...file, name, isCompressed })),
        });
        return;
      } catch (error) {
        if (!(error instanceof ChangedFile)) throw error;
        if (attempt === attempts) throw changesAllTheTime(path);
      } finally {
        await file.close();
      }
    }
  }
}

function isDocument(path: string): boolean {
  return path.endsWith('.md') && !path.startsWith('.');
}

/** It comes into the archive with its document, and without one it means nothing. */
export function isPublicCopy(path: string): boolean {
  return path.startsWith(published) && path.endsWith('.md');
}
