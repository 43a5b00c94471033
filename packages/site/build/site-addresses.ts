import type { PublishedSnapshot } from '@galley/content';
import { isRedirectPattern, type SiteSettings } from '@galley/settings';
import { feedFormats } from '../feeds/feed-formats.ts';
import { sitemapPageSize } from '../feeds/sitemap.ts';
import { homePath, languageTags } from '../languages.ts';
import { encodeAddress } from '../markdown/public-address.ts';
import {
  headersPath,
  pagedPath,
  redirectsPath,
  searchIndexPath,
  searchPartPath,
  searchPath,
  sectionPath,
  securityTxtPath,
  sitemapPartPath,
  taxonomyPath,
} from '../pages/addresses.ts';
import { termPath } from '../pages/term-page.ts';
import { renderHeaders } from '../page-policy.ts';
import { renderRedirects } from '../redirects-file.ts';
import { searchPartSize } from '../search/search-index.ts';
import { documentUrl } from '../site-address.ts';
import type { Theme } from '../theme/theme.ts';
import { outputPath } from './output-path.ts';
import type { BuildTask } from './page-builder.ts';

export interface SiteAddressesParts {
  readonly settings: SiteSettings;
  readonly snapshot: PublishedSnapshot;
  readonly theme: Theme;
}

export async function addSiteAddresses(tasks: TaskList, parts: SiteAddressesParts): Promise<void> {
  await addPageAddresses(tasks, parts);
  for (const name of staticNames(parts)) tasks.add(documentUrl(`/${name}`));
  // Existing pages win over redirects.
  for (const address of elsewhere(parts)) tasks.add(address);
}

/** Files of `static/` that are not served, because a page or a file of Galley has their address. */
export async function listHiddenStaticFiles(parts: SiteAddressesParts): Promise<readonly string[]> {
  const tasks = new TaskList();
  await addPageAddresses(tasks, parts);
  return [...staticNames(parts)].filter(
    (name) => name !== 'robots.txt' && tasks.has(documentUrl(`/${name}`)),
  );
}

function staticNames({ theme }: SiteAddressesParts): Iterable<string> {
  return theme.parts.statics.files.keys();
}

async function addPageAddresses(tasks: TaskList, parts: SiteAddressesParts): Promise<void> {
  for (const { url, path } of parts.snapshot.documents) tasks.add(url, path);
  for (const lang of languageTags(parts.settings)) {
    for (const address of await languageAddresses(parts, lang)) tasks.add(encodeAddress(address));
  }
  for (const address of siteFiles(parts)) tasks.add(address);
}

/** At most one address per output file, and no file where others need a folder. */
export class TaskList {
  readonly #tasks = new Map<string, BuildTask>();
  readonly #folders = new Set<string>();

  /** `document`: path of the document of the page or data. */
  add(address: string, document?: string): void {
    if (this.has(address)) return;
    const file = outputPath(address);
    this.#tasks.set(file ?? address, { address, file, document });
    if (file !== undefined) for (const folder of foldersAbove(file)) this.#folders.add(folder);
  }

  /** Whether it, or an address that makes it impossible, has been added. */
  has(address: string): boolean {
    const file = outputPath(address) ?? address;
    if (this.#tasks.has(file) || this.#folders.has(file)) return true;
    return foldersAbove(file).some((folder) => this.#tasks.has(folder));
  }

  all(): readonly BuildTask[] {
    return [...this.#tasks.values()];
  }
}

/** `a/b` and `a` for `a/b/index.html` */
function foldersAbove(file: string): readonly string[] {
  const folders: string[] = [];
  for (let at = file.lastIndexOf('/'); at > 0; at = file.lastIndexOf('/', at - 1))
    folders.push(file.slice(0, at));
  return folders;
}

async function languageAddresses(parts: SiteAddressesParts, lang: string): Promise<string[]> {
  const {
    settings,
    snapshot: { reader },
  } = parts;
  const found = [...withFeeds(settings, homePath(settings, lang))];
  found.push(`${homePath(settings, lang)}404.html`);
  for (const type of Object.keys(settings.content.types)) {
    const { total } = await reader.list({ lang, type, page: 1, pageSize: 1 });
    found.push(...listAddresses(settings, sectionPath(settings, lang, type), total));
  }
  for (const taxonomy of Object.keys(settings.taxonomies)) {
    const base = taxonomyPath(settings, lang, taxonomy);
    found.push(base);
    for (const { slug, count } of await reader.terms(taxonomy, lang)) {
      if (slug === '') continue;
      found.push(...listAddresses(settings, `${base}${slug}/`, count));
    }
  }
  if (settings.search.enabled) {
    const { total } = await reader.list({ lang, page: 1, pageSize: 1 });
    found.push(searchPath(settings, lang), searchIndexPath(lang));
    for (let part = 1; part <= Math.ceil(total / searchPartSize); part += 1)
      found.push(searchPartPath(lang, part));
  }
  return found;
}

function* listAddresses(settings: SiteSettings, base: string, total: number): Iterable<string> {
  yield* withFeeds(settings, base);
  const pages = Math.ceil(total / settings.paging.pageSize);
  for (let page = 2; page <= pages; page += 1) yield pagedPath(base, page);
}

function* withFeeds(settings: SiteSettings, base: string): Iterable<string> {
  yield base;
  for (const format of settings.feed.formats) yield base + feedFormats[format].file;
}

function* siteFiles({ settings, snapshot, theme }: SiteAddressesParts): Iterable<string> {
  yield '/robots.txt';
  yield '/sitemap.xml';
  if (settings.securityTxt.contacts.length > 0) yield securityTxtPath;
  if (renderRedirects(settings) !== undefined) yield redirectsPath;
  if (renderHeaders(settings) !== undefined) yield headersPath;
  const parts = Math.ceil(snapshot.documents.length / sitemapPageSize);
  for (let part = 1; parts > 1 && part <= parts; part += 1) yield sitemapPartPath(part);
  yield* theme.assetAddresses();
}

function* elsewhere({ settings, snapshot }: SiteAddressesParts): Iterable<string> {
  for (const { from, to } of settings.redirects)
    if (to !== undefined && !isRedirectPattern(from)) yield encodeAddress(withTrailingSlash(from));
  for (const [taxonomy, { renamed }] of Object.entries(settings.taxonomies))
    for (const term of Object.keys(renamed))
      for (const lang of languageTags(settings))
        yield encodeAddress(termPath(settings, { lang, taxonomy, term }));
  yield* snapshot.movedAddresses;
}

/** Redirects match with and without trailing slash. */
function withTrailingSlash(address: string): string {
  return /\/[^/]*\.[^/]*$/.test(address) || address.endsWith('/') ? address : `${address}/`;
}
