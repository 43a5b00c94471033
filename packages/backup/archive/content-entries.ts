import {
  isCompressible,
  pack,
  SpareBuffers,
  type PackedEntry,
  type StreamedEntry,
  type ZipWriter,
} from '@galley/archive';
import { mediaGroup } from '@galley/media';
import { contentFolder, type ArchivedFile } from './manifest.ts';
import type { ListedFile } from './content-files.ts';
import {
  ChangedFile,
  changesAllTheTime,
  openUnchanged,
  readAtOneMoment,
  watchForChanges,
  type ReadFile,
} from './read-at-one-moment.ts';

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
 * A document and its public copy are of one moment, and so is a media file with its marker and its public version, so
 * that what an archive says to be public was so; see `readAtOneMoment`. Whatever has gone by the time that it is read is not in the archive.
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

  /** Files that say something about each other, together. */
  async add(files: readonly ListedFile[]): Promise<void> {
    const size = files.reduce((sum, file) => sum + file.size, 0);
    const { path } = files[0]!;
    const group = mediaGroup(path) ?? (isDocument(path) ? [path, published + path] : [path]);
    if (size > wholeBytes) {
      await this.end();
      await this.#addLarge(group);
      return;
    }
    const packed = this.#read(group);
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

  async #read(group: readonly string[]): Promise<Packed> {
    const from = { root: this.#root, memory: this.#memory };
    const read = await readAtOneMoment(from, group);
    // The copy of a document that has gone would make a later file at its place public.
    const isLeft = isDocument(group[0]!) && read[0]?.path !== group[0];
    const files = isLeft ? [] : read;
    const entries = await Promise.all(
      files.map((file) => pack(contentFolder + file.path, file.bytes, file.modifiedAt)),
    );
    return { read, entries };
  }

  async #addLarge(group: readonly string[]): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.#addUnchanged(group);
        return;
      } catch (error) {
        if (!(error instanceof ChangedFile)) throw error;
        if (attempt === attempts) throw changesAllTheTime(group[0]!);
      }
    }
  }

  async #addUnchanged(group: readonly string[]): Promise<void> {
    const check = watchForChanges(this.#root, group);
    const open: (NonNullable<Awaited<ReturnType<typeof openUnchanged>>> & StreamedEntry)[] = [];
    try {
      for (const path of group) {
        const file = await openUnchanged(this.#root, path);
        const name = contentFolder + path;
        if (file) open.push({ ...file, name, isCompressed: isCompressible(path) });
      }
      const added = await this.#zip.addStreams(open, check);
      for (const [index, { name }] of open.entries())
        this.#onFile({ path: name, ...added[index]! });
    } finally {
      for (const file of open) await file.close();
    }
  }
}

function isDocument(path: string): boolean {
  return path.endsWith('.md') && !path.startsWith('.');
}

/** It comes into the archive with its document, and without one it means nothing. */
export function isPublicCopy(path: string): boolean {
  return path.startsWith(published) && path.endsWith('.md') && mediaGroup(path) === undefined;
}

/** Files that say something about each other: a media file with all that says what the public sees of it. */
export function grouped(files: readonly ListedFile[]): readonly (readonly ListedFile[])[] {
  return [...Map.groupBy(files, ({ path }) => mediaGroup(path)?.[0] ?? path).values()];
}
