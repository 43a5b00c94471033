import { join } from 'node:path';
import { stringify } from 'yaml';
import { termSlug } from '@galley/content';
import { encodeAddress } from '@galley/site';
import type { ExportedFile, ExportedFiles, ExportedSite } from '../exported-site.ts';
import { formsLeftOut } from '../forms-left-out.ts';
import { listFiles } from '../list-files.ts';
import { mediaFiles } from '../media-files.ts';
import { hugoConfig } from './hugo-config.ts';
import { hugoDocument } from './hugo-document.ts';
import { hugoLayouts } from './hugo-layouts.ts';

export async function hugoFiles(site: ExportedSite): Promise<ExportedFiles> {
  const { settings, documents, contentDirectory } = site;
  const pages = documents.map((document) => hugoDocument(document, site));
  const redirects = redirectsFile(site);
  const files: ExportedFile[] = [
    { path: 'hugo.toml', text: hugoConfig(settings) },
    ...Object.entries(hugoLayouts).map(([path, text]) => ({ path, text })),
    ...sections(site, new Set(pages.map(({ path }) => path))),
    ...termPages(site),
    ...pages,
    ...(redirects === '' ? [] : [{ path: 'static/_redirects', text: redirects }]),
    ...(await mediaFiles(contentDirectory, (path) => `static/${path}`)),
    ...(await dataFiles(contentDirectory)),
  ];
  const statics = staticFiles(site, new Set(files.map(({ path }) => path)));
  return {
    files: [...files, ...statics.files],
    skipped: [...formsLeftOut(site, 'Hugo'), ...statics.skipped],
    warnings: pages.flatMap(({ warnings }, at) =>
      warnings.map((message) => ({ source: documents[at]!.path, message })),
    ),
    redirects: new Set([
      ...settings.redirects.map(({ from }) => from),
      ...documents.flatMap(({ aliases }) => aliases),
    ]).size,
  };
}

/** Titles of lists; a document of the same path replaces its list. */
function* sections(
  { settings }: ExportedSite,
  taken: ReadonlySet<string>,
): Generator<ExportedFile> {
  for (const { folder, label } of Object.values(settings.content.types)) {
    for (const lang of Object.keys(settings.languages)) {
      const suffix = lang === settings.language ? '' : `.${lang}`;
      const path = `content/${folder}/_index${suffix}.md`;
      const title = label ?? folder.charAt(0).toUpperCase() + folder.slice(1);
      if (!taken.has(path)) yield { path, text: `---\ntitle: ${JSON.stringify(title)}\n---\n` };
    }
  }
}

/** Keeps addresses of terms, which Hugo forms by other rules. */
function* termPages({ settings, documents }: ExportedSite): Generator<ExportedFile> {
  const written = new Set<string>();
  for (const { isPublic, lang, taxonomies } of documents) {
    for (const [taxonomy, terms] of isPublic ? Object.entries(taxonomies) : []) {
      for (const term of terms) {
        const suffix = lang === settings.language ? '' : `.${lang}`;
        const path = `content/${taxonomy}/${hugoTermKey(term)}/_index${suffix}.md`;
        const base = settings.taxonomies[taxonomy]!.permalink.slice(0, -':term/'.length);
        const url = `${suffix === '' ? '' : `/${lang}`}${base}${termSlug(term)}/`;
        if (url.endsWith(`/${taxonomy}/${hugoTermKey(term)}/`) || written.has(path)) continue;
        written.add(path);
        yield { path, text: `---\n${stringify({ title: term, url })}---\n` };
      }
    }
  }
}

/** Hugo keeps dots, underscores and a few other characters. */
function hugoTermKey(term: string): string {
  return term
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Mark}\p{Number}._#+~\s-]/gu, '')
    .trim()
    .replace(/[\s-]+/g, '-');
}

/** Read by static hosts such as Netlify and Cloudflare Pages. */
function redirectsFile({ settings }: ExportedSite): string {
  return settings.redirects
    .flatMap(({ from, to, status }) =>
      to === undefined ? [] : [`${encodeAddress(from)} ${encodeAddress(to)} ${status}\n`],
    )
    .join('');
}

/** Hugo serves `static/` at the root, too. */
function staticFiles(
  { statics }: ExportedSite,
  taken: ReadonlySet<string>,
): Pick<ExportedFiles, 'files' | 'skipped'> {
  const all = [...statics.files].map(([name, text]) => ({ path: `static/${name}`, text }));
  const isTaken = ({ path }: ExportedFile) => taken.has(path);
  return {
    files: all.filter((file) => !isTaken(file)),
    skipped: [
      ...statics.faults.map(({ file, message }) => ({ source: file, reason: `It ${message}.` })),
      ...all
        .filter(isTaken)
        .map(({ path }) => ({ source: path, reason: 'A file of the export has this address.' })),
    ],
  };
}

async function dataFiles(contentDirectory: string): Promise<readonly ExportedFile[]> {
  const folder = join(contentDirectory, 'config/data');
  const names = await listFiles(folder);
  return names.map((name) => ({ path: `data/${name}`, from: join(folder, name) }));
}
