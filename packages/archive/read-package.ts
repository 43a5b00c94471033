import { crc32 } from 'node:zlib';
import AdmZip from 'adm-zip';
import {
  checkEntries,
  decodeName,
  requireEntryCount,
  requirePlainEntry,
  type ArchiveEntry,
  type ArchiveLimits,
} from './archive-entry.ts';
import { requirePortablePaths } from './entry-names.ts';
import { ArchiveFault, asArchiveFault } from './problems.ts';

export interface PackageFile {
  readonly path: string;
  /** @throws `ArchiveFault` when size or CRC-32 differ from the directory. */
  read(): Promise<Buffer>;
}

/**
 * Checks names, kinds and sizes of a theme or plugin package before anything is inflated. Skips hidden files and
 * `__MACOSX`, and removes a single top folder. @throws `ArchiveFault`
 */
export function readPackage(bytes: Buffer, limits: ArchiveLimits): readonly PackageFile[] {
  const found = entriesOf(bytes, limits).filter(({ entry }) => !isSystemFile(entry.name));
  for (const { entry, zipEntry } of found)
    requirePlainEntry(entry, { flags: zipEntry.header.flags, attributes: zipEntry.header.attr });
  checkEntries(
    found.map(({ entry }) => entry),
    bytes.length,
    limits,
  );
  const files = found.filter(({ entry }) => !entry.name.endsWith('/'));
  const paths = withoutTopFolder(files.map(({ entry }) => entry.name));
  requirePortablePaths(paths);
  return files.map((file, index) => ({ path: paths[index]!, read: () => inflate(file) }));
}

interface FoundEntry {
  readonly entry: ArchiveEntry;
  readonly zipEntry: AdmZip.IZipEntry;
}

function entriesOf(bytes: Buffer, { maxEntries }: ArchiveLimits): FoundEntry[] {
  try {
    const zip = new AdmZip(bytes, { decoder: numberingDecoder() });
    requireEntryCount(zip.getEntryCount(), maxEntries);
    return zip.getEntries().map((zipEntry) => ({ entry: asEntry(zipEntry), zipEntry }));
  } catch (error) {
    throw asArchiveFault(error, 'The archive cannot be read as a ZIP');
  }
}

/** adm-zip creates an entry for every parent folder: a few long names (`a/a/a/…`) would exhaust memory. */
function numberingDecoder() {
  let count = 0;
  return {
    efs: true,
    encode: (text: string) => Buffer.from(text),
    decode: () => String((count += 1)),
  };
}

function asEntry({ header, rawEntryName, extra }: AdmZip.IZipEntry): ArchiveEntry {
  return {
    name: decodeName(header.flags, rawEntryName, extra),
    size: header.size,
    packedSize: header.compressedSize,
    method: header.method,
    crc32: header.crc,
    offset: header.offset,
  };
}

/** adm-zip stops at the declared size, but trusts the local header's CRC-32 and accepts fewer bytes. */
async function inflate({ entry, zipEntry }: FoundEntry): Promise<Buffer> {
  const { name, size } = entry;
  const bytes = await new Promise<Buffer>((resolve, reject) => {
    zipEntry.getDataAsync((data, error) => {
      if (error) reject(asArchiveFault(error, 'cannot be unpacked', name));
      else resolve(data);
    });
  });
  if (bytes.length !== size) throw new ArchiveFault(`has ${bytes.length} bytes, not ${size}`, name);
  if (crc32(bytes) !== entry.crc32)
    throw new ArchiveFault('is damaged: it is not what its sum says', name);
  return bytes;
}

export function isSystemFile(path: string): boolean {
  const names = path.split('/');
  return names[0] === '__MACOSX' || names.some((name) => /^\.(?!\.?$)/.test(name));
}

function withoutTopFolder(paths: readonly string[]): readonly string[] {
  const tops = new Set(paths.map((path) => path.split('/', 1)[0]!));
  const [top] = tops;
  if (tops.size !== 1 || paths.some((path) => !path.includes('/'))) return paths;
  return paths.map((path) => path.slice(top!.length + 1));
}
