import { mkdir, mkdtemp, open, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  ArchiveFault,
  ArchiveReader,
  checkEntries,
  isSystemFile,
  requirePortablePaths,
} from '@galley/archive';
import { importProblems } from './problems.ts';

const gibibyte = 1024 ** 3;
export const unpackLimits = {
  maxEntries: 100_000,
  maxBytes: 8 * gibibyte,
  maxRatio: 200,
  harmlessBytes: 0.1 * gibibyte,
};

interface UnpackOptions {
  readonly temporary: string;
  readonly signal?: AbortSignal | undefined;
}

/** In a new folder. Names and sizes are checked before anything is written. */
export async function unpackSource(
  path: string,
  { temporary: parent, signal }: UnpackOptions,
): Promise<AsyncDisposable & { readonly folder: string }> {
  const temporary = await mkdtemp(join(parent, 'unpacked-'));
  const remove = () => rm(temporary, { recursive: true, force: true });
  try {
    await unpack(path, temporary, signal);
  } catch (error) {
    await remove();
    if (!(error instanceof ArchiveFault)) throw error;
    throw importProblems.import_source_unreadable(`${path}: ${error.message}`);
  }
  return { folder: temporary, [Symbol.asyncDispose]: remove };
}

async function unpack(path: string, folder: string, signal?: AbortSignal): Promise<void> {
  await using reader = await ArchiveReader.open(path, unpackLimits.maxEntries);
  const entries = reader.entries.filter(({ name }) => !isSystemFile(name));
  checkEntries(entries, reader.size, unpackLimits);
  const files = entries.filter(({ name }) => !name.endsWith('/'));
  requirePortablePaths(files.map(({ name }) => name));
  for (const entry of files) {
    const file = join(folder, entry.name);
    await mkdir(dirname(file), { recursive: true });
    await using out = await open(file, 'wx');
    for await (const chunk of reader.stream(entry)) {
      signal?.throwIfAborted();
      await out.writeFile(chunk);
    }
  }
}
