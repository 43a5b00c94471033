import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ArchiveReader } from '@galley/archive';
import { unpackLimits } from '../unpack.ts';

/** Files of a folder or ZIP, without unpacking it. */
export interface SourceListing extends AsyncDisposable {
  /** With `/`, below the folder of the site. */
  readonly files: readonly string[];
  /** The beginning of a text file. */
  readonly read: (path: string) => Promise<string>;
}

const maxFiles = 20_000;
const maxDepth = 4;
const readBytes = 64 * 1024;
const otherFolders: ReadonlySet<string> = new Set(['node_modules', '.git', '_site', 'vendor']);

/** Stops at 20,000 files and four levels: signs of a system are near the top. */
export async function listFolder(folder: string): Promise<SourceListing> {
  const files: string[] = [];
  let level = [''];
  for (let depth = 0; depth < maxDepth && level.length > 0; depth += 1) {
    const next: string[] = [];
    for (const below of level) {
      if (files.length >= maxFiles) break;
      for (const entry of await readdir(join(folder, below), { withFileTypes: true })) {
        const path = below + entry.name;
        if (entry.isFile()) files.push(path);
        else if (entry.isDirectory() && !otherFolders.has(entry.name)) next.push(`${path}/`);
      }
    }
    level = next;
  }
  return {
    files: files.sort(),
    read: (path) => readBeginning(join(folder, path)),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

/** @throws `ArchiveFault` */
export async function listZip(path: string): Promise<SourceListing> {
  const reader = await ArchiveReader.open(path, unpackLimits.maxEntries);
  // Other hidden files are not imported, but are signs of a system.
  const entries = reader.entries.filter(
    ({ name }) => !name.endsWith('/') && !name.startsWith('__MACOSX/'),
  );
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  return {
    files: [...byName.keys()].sort(),
    read: async (name) => {
      const entry = byName.get(name);
      if (!entry || Math.max(entry.size, entry.packedSize) > unpackLimits.harmlessBytes) return '';
      for await (const chunk of reader.stream(entry)) return chunk.toString('utf8', 0, readBytes);
      return '';
    },
    [Symbol.asyncDispose]: () => reader[Symbol.asyncDispose](),
  };
}

export async function readBeginning(path: string): Promise<string> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(readBytes), 0, readBytes, 0);
  return buffer.toString('utf8', 0, bytesRead);
}

/** Archives often have one folder at the top. */
export function belowTopFolder(listing: SourceListing, ofSite: ReadonlySet<string>): SourceListing {
  const tops = new Set(listing.files.map((path) => path.slice(0, path.indexOf('/') + 1)));
  const [top = ''] = tops;
  const isOfSite = ofSite.has(top.slice(0, -1)) || /^[._]/.test(top);
  if (tops.size !== 1 || top === '' || isOfSite) return listing;
  return {
    ...listing,
    files: listing.files.map((path) => path.slice(top.length)),
    read: (path) => listing.read(top + path),
  };
}
