import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { ArchiveFault } from '@galley/archive';
import { importProblems } from '../problems.ts';
import { foldersOf, importFormats, type ImportFormat } from '../sources.ts';
import {
  belowTopFolder,
  listFolder,
  listZip,
  readBeginning,
  type SourceListing,
} from './source-listing.ts';
import { findSigns, signOfFile, type Sign } from './signs.ts';

export interface RecognisedSource {
  readonly format: ImportFormat;
  /** Files that decided, at most three: `hugo.toml`. */
  readonly signs: readonly string[];
}

const maxSigns = 3;
const advice = 'Name the system (on the command line with --from).';
const allFolders: ReadonlySet<string> = new Set(
  importFormats.flatMap((format) => [...foldersOf(format)]),
);

/**
 * The system of a folder, a ZIP or the file of an export, by its files (ADD-IMP-15). `name` has the extension if the
 * path has none.
 * @throws `import_format_unclear`, `import_source_unreadable`
 */
export async function recogniseSource(
  path: string,
  name = basename(path),
): Promise<RecognisedSource> {
  const signs = await signsOf(path, name);
  const byFormat = Map.groupBy(signs, ({ format }) => format);
  const [only, ...others] = byFormat;
  if (!only)
    throw importProblems.import_format_unclear(
      `${name} has no file by which its system can be recognised. ${advice}`,
    );
  if (others.length > 0) {
    const candidates = [...byFormat].map(([format, of]) => `${format} (${named(of).join(', ')})`);
    throw importProblems.import_format_unclear(
      `${name} can be of ${candidates.slice(0, -1).join(', ')} or ${candidates.at(-1)!}. ${advice}`,
    );
  }
  const [format, found] = only;
  return { format, signs: named(found) };
}

function named(signs: readonly Sign[]): readonly string[] {
  return signs.slice(0, maxSigns).map(({ sign }) => sign);
}

async function signsOf(path: string, name: string): Promise<readonly Sign[]> {
  const kind = await stat(path).catch(() => undefined);
  if (kind?.isDirectory()) return findIn(await listFolder(path));
  if (!kind?.isFile())
    throw importProblems.import_source_unreadable(`${path} is no folder and no file.`);
  if (!/\.zip$/i.test(name)) {
    const sign = signOfFile(name, await readBeginning(path));
    return sign ? [sign] : [];
  }
  try {
    const listing = await listZip(path);
    return await findIn(belowTopFolder(listing, allFolders));
  } catch (error) {
    if (!(error instanceof ArchiveFault)) throw error;
    throw importProblems.import_source_unreadable(`${name}: ${error.message}`);
  }
}

async function findIn(listing: SourceListing): Promise<readonly Sign[]> {
  await using site = listing;
  return await findSigns(site);
}
