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
  createUnstableFileError,
  openUnchanged,
  readConsistently,
  watchForChanges,
  type ReadFile,
} from './read-consistently.ts';

/** Larger groups are read in chunks, one after another. */
const maxWholeBytes = 8 * 1024 * 1024;
const maxBytesAhead = 24 * 1024 * 1024;
const maxGroupsAhead = 6;
const maxAttempts = 3;
const published = '.published/';

interface Packed {
  readonly read: readonly ReadFile[];
  readonly entries: readonly PackedEntry[];
}

interface GroupAhead {
  readonly bytes: number;
  readonly packed: Promise<Packed>;
}

/**
 * Reads and packs the next files while some are written. A document and its public copy come from one moment, and so
 * does a media file with its marker and its public version: no archive publishes a state that never was public.
 */
export class ContentEntries {
  readonly #root: string;
  readonly #zip: ZipWriter;
  readonly #onFile: (file: ArchivedFile) => void;
  readonly #ahead: GroupAhead[] = [];
  readonly #memory = new SpareBuffers();

  constructor(root: string, zip: ZipWriter, onFile: (file: ArchivedFile) => void) {
    this.#root = root;
    this.#zip = zip;
    this.#onFile = onFile;
  }

  async add(files: readonly ListedFile[]): Promise<void> {
    const size = files.reduce((sum, file) => sum + file.size, 0);
    const { path } = files[0]!;
    const group = mediaGroup(path) ?? (isDocument(path) ? [path, published + path] : [path]);
    if (size > maxWholeBytes) {
      await this.end();
      await this.#addLarge(group);
      return;
    }
    const packed = this.#read(group);
    // `#writeNext` throws the error.
    packed.catch(() => undefined);
    this.#ahead.push({ bytes: size, packed });
    while (this.#isFarAhead()) await this.#writeNext();
  }

  async end(): Promise<void> {
    while (this.#ahead.length > 0) await this.#writeNext();
  }

  #isFarAhead(): boolean {
    const bytes = this.#ahead.reduce((sum, one) => sum + one.bytes, 0);
    return this.#ahead.length >= maxGroupsAhead || bytes > maxBytesAhead;
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
    const read = await readConsistently(from, group);
    // A public copy without its document would make a later document of the same path public.
    const isGone = isDocument(group[0]!) && read[0]?.path !== group[0];
    const files = isGone ? [] : read;
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
        if (attempt === maxAttempts) throw createUnstableFileError(group[0]!);
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

export function isPublicCopy(path: string): boolean {
  return path.startsWith(published) && path.endsWith('.md') && mediaGroup(path) === undefined;
}

/** To be read at one moment: a media file with its marker and its public version. */
export function grouped(files: readonly ListedFile[]): readonly (readonly ListedFile[])[] {
  return [...Map.groupBy(files, ({ path }) => mediaGroup(path)?.[0] ?? path).values()];
}
