import { join } from 'node:path';
import type { SourceItem } from './source.ts';
import { conventions, type FolderFormat } from './sources/conventions.ts';
import { readFolder } from './sources/folder.ts';
import { readGhost } from './sources/ghost.ts';
import { readMedium } from './sources/medium.ts';
import { readSubstack } from './sources/substack.ts';
import { readWordPress } from './sources/wordpress.ts';

export interface OpenedSource {
  readonly folder: string;
  /** For sources with `file`. */
  readonly file: string;
  /** Given beside the source. */
  readonly media: string | undefined;
}

export interface Source {
  /** Name of the exported file in the folder; other sources are a folder. */
  readonly file?: RegExp;
  /** Extension of that file. */
  readonly extension?: string;
  read(opened: OpenedSource): AsyncGenerator<SourceItem>;
}

const exported = {
  ghost: {
    file: /\.json$/i,
    extension: '.json',
    read: ({ file, folder, media = join(folder, 'content') }) => readGhost(file, media),
  },
  wordpress: {
    file: /\.xml$/i,
    extension: '.xml',
    read: ({ file, folder, media = join(folder, 'uploads') }) => readWordPress(file, media),
  },
  substack: { read: ({ folder }) => readSubstack(folder) },
  medium: { read: ({ folder }) => readMedium(folder) },
} as const satisfies Readonly<Record<string, Source>>;

const folders = Object.fromEntries(
  (Object.keys(conventions) as FolderFormat[]).map((format): [FolderFormat, Source] => [
    format,
    { read: ({ folder }) => readFolder(format, folder) },
  ]),
) as Readonly<Record<FolderFormat, Source>>;

export type ImportFormat = FolderFormat | keyof typeof exported;

export const sources: Readonly<Record<ImportFormat, Source>> = { ...folders, ...exported };

export const importFormats = Object.keys(sources) as readonly ImportFormat[];

/** First names of the folders in which a source has its pages and files. */
export function foldersOf(format: ImportFormat): ReadonlySet<string> {
  if (!isFolderFormat(format)) return new Set(['posts', 'content', 'uploads']);
  const { pages, files } = conventions[format];
  return new Set([...pages, ...files].map((path) => path.split('/')[0]!));
}

function isFolderFormat(format: ImportFormat): format is FolderFormat {
  return Object.hasOwn(conventions, format);
}
