import { join } from 'node:path';
import { stringify } from 'yaml';
import type { ExportedThread } from '@galley/content';
import type { ExportedFile, ExportedFiles, ExportedSite } from './exported-site.ts';
import { listFiles } from './list-files.ts';

/** Folders of the project, by their names in the export. */
export type ProjectFolders = Readonly<
  Record<'themes' | 'templates' | 'static' | 'plugins' | 'runs', string>
>;

export interface GalleyExport {
  readonly folders: ProjectFolders;
  /** Beside the content, so that they never become public. */
  readonly comments: readonly ExportedThread[];
}

/** A project that Galley can serve. `galley.yaml` stays behind, because it can contain secrets. */
export async function galleyFiles(
  site: ExportedSite,
  { folders, comments }: GalleyExport,
): Promise<ExportedFiles> {
  const copied = await copyOf(site.contentDirectory, 'content');
  const published = await copyOf(join(site.contentDirectory, '.published'), 'content/.published');
  const others = await Promise.all(
    Object.entries(folders).map(([name, folder]: [string, string]) => copyOf(folder, name)),
  );
  const authors = [...new Set(site.documents.flatMap((document) => document.authors))].sort();
  const files: ExportedFile[] = [
    { path: 'galley.yaml', text: '# Set what differs from the defaults.\n' },
    { path: 'authors.yaml', text: stringify(authors) },
    ...(comments.length > 0 ? [{ path: 'comments.yaml', text: stringify(comments) }] : []),
    ...copied,
    ...published,
    ...others.flat(),
    ...(await copyOf(join(folders.static, '.well-known'), 'static/.well-known')),
  ];
  return {
    files,
    warnings: [],
    skipped: [],
    redirects: site.settings.redirects.length,
  };
}

async function copyOf(folder: string, to: string): Promise<readonly ExportedFile[]> {
  const names = await listFiles(folder);
  return names.map((name) => ({ path: `${to}/${name}`, from: join(folder, name) }));
}
