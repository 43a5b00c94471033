import { readStaticFiles } from '@galley/site';
import { ghostFiles } from './ghost/ghost-files.ts';
import { galleyFiles, type GalleyExport } from './galley-files.ts';
import { hugoFiles } from './hugo/hugo-files.ts';
import type { ExportFormat, ExportReport } from './exported-site.ts';
import { readSite, type SiteToExport } from './read-site.ts';
import { requireDestination, writeFiles } from './write-files.ts';

export interface ExportOptions extends SiteToExport, GalleyExport {
  readonly format: ExportFormat;
  readonly destination: string;
  readonly projectDirectory: string;
  readonly isDryRun: boolean;
  /** Replaces a folder that is not empty. */
  readonly replace: boolean;
}

/** @throws `export_destination_refused`, leaving the destination as it was */
export async function exportSite(options: ExportOptions): Promise<ExportReport> {
  const { format, destination, isDryRun } = options;
  await requireDestination(options);
  const statics = await readStaticFiles(options.projectDirectory);
  const site = { ...(await readSite(options)), statics };
  const { documents } = site;
  const { files, warnings, redirects, ...leftOut } =
    format === 'hugo'
      ? await hugoFiles(site)
      : format === 'ghost'
        ? await ghostFiles(site)
        : await galleyFiles(site, options);
  if (!isDryRun) await writeFiles(files, destination);
  const terms = documents.flatMap(({ taxonomies }) =>
    Object.entries(taxonomies).flatMap(([name, found]) => found.map((term) => `${name}:${term}`)),
  );
  const isMedia = ({ path }: { readonly path: string }) =>
    /^(?:static\/media|content\/(?:media|images|files))\//.test(path);
  return {
    format,
    destination,
    documents: documents.length,
    drafts: documents.filter(({ isPublic }) => !isPublic).length,
    media: files.filter(isMedia).length,
    authors: new Set(documents.flatMap(({ authors }) => authors)).size,
    terms: new Set(terms).size,
    redirects,
    files: files.map(({ path }) => path),
    skipped: [...site.skipped, ...leftOut.skipped],
    warnings,
  };
}
