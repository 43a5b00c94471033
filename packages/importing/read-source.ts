import { readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { importProblems } from './problems.ts';
import type { SourceItem } from './source.ts';
import { foldersOf, sources, type ImportFormat, type OpenedSource } from './sources.ts';
import { unpackSource } from './unpack.ts';

export interface SourceRequest {
  readonly format: ImportFormat;
  /** A folder, the file of an export, or a ZIP of either. */
  readonly path: string;
  /** Folder of media files, where the export has none. */
  readonly media?: string | undefined;
  /** A ZIP is unpacked in it. The folder must exist. */
  readonly temporary: string;
  readonly signal?: AbortSignal | undefined;
}

/** @throws `import_source_unreadable`, also while iterating */
export async function* readSource({
  format,
  path,
  media,
  temporary,
  signal,
}: SourceRequest): AsyncGenerator<SourceItem> {
  if (media !== undefined && !(await kindOf(media))?.isDirectory())
    throw importProblems.import_source_unreadable(`${media} should be a folder of media files.`);
  const isZip = path.toLowerCase().endsWith('.zip') && (await kindOf(path))?.isFile();
  await using unpacked = isZip ? await unpackSource(path, { temporary, signal }) : undefined;
  const opened = await open(format, {
    path: unpacked ? await topFolder(unpacked.folder, foldersOf(format)) : path,
    media,
  });
  yield* sources[format].read(opened);
}

async function open(
  format: ImportFormat,
  { path, media }: Pick<SourceRequest, 'path' | 'media'>,
): Promise<OpenedSource> {
  const { file: pattern } = sources[format];
  const found = await kindOf(path);
  if (found?.isFile() && pattern) return { folder: dirname(path), file: path, media };
  if (!found?.isDirectory()) {
    const expected = pattern ? `the file of an export from ${format}` : 'the folder of the site';
    throw importProblems.import_source_unreadable(`${path} should be ${expected}.`);
  }
  if (!pattern) return { folder: path, file: path, media };
  const files = (await readdir(path)).filter((name) => pattern.test(name));
  if (files.length !== 1)
    throw importProblems.import_source_unreadable(
      `${path} should have one exported file, and has ${files.length}. Name the file.`,
    );
  return { folder: path, file: join(path, files[0]!), media };
}

/** Archives often have one folder at the top, which is not a folder of the site. */
async function topFolder(folder: string, ofSite: ReadonlySet<string>): Promise<string> {
  const [first, ...others] = await readdir(folder, { withFileTypes: true });
  if (!first?.isDirectory() || others.length > 0) return folder;
  const isOfSite = ofSite.has(first.name) || first.name.startsWith('_');
  return isOfSite ? folder : join(folder, first.name);
}

function kindOf(path: string) {
  return stat(path).catch(() => undefined);
}
