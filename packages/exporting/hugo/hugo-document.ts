import { stringify } from 'yaml';
import { homePath } from '@galley/site';
import { localTime } from '../local-time.ts';
import type { ExportedDocument, ExportedSite } from '../exported-site.ts';
import { rewriteLinks } from '../rewrite-links.ts';

/** Hugo gives them other meanings. */
const reservedKeys: ReadonlySet<string> = new Set([
  ...['_build', 'build', 'cascade', 'headless', 'kind', 'layout', 'linktitle', 'markup', 'menu'],
  ...['outputs', 'publishdate', 'expirydate', 'resources', 'type', 'translationkey', 'permalink'],
  ...['published', 'url', 'aliases', 'sitemap', 'pubdate', 'unpublishdate'],
]);

export interface HugoDocument {
  readonly path: string;
  readonly text: string;
  readonly warnings: readonly string[];
}

export function hugoDocument(document: ExportedDocument, site: ExportedSite): HugoDocument {
  const { params } = document;
  const isReserved = (key: string) => reservedKeys.has(key.toLowerCase()) && key !== 'aliases';
  const left = Object.keys(params).filter((key) => isReserved(key) && key !== 'url');
  const blocks = /^:{3,}[ \t]*[a-z]|\{\{[ \t]*[a-z]/m.test(document.body);
  return {
    path: hugoPath(document, site),
    text: `---\n${stringify(frontmatterOf(document, site), { version: '1.1', lineWidth: 0 })}---\n${bodyOf(document, site)}`,
    warnings: [
      ...(left.length > 0
        ? [`Left out ${left.join(', ')}, which Hugo understands differently.`]
        : []),
      ...(blocks ? ['Keeps blocks of plugins as text.'] : []),
    ],
  };
}

/** `posts/es/hello.md` → `content/posts/hello.es.md`. Pages of folders are `_index.md`, so that Hugo finds those beside. */
export function hugoPath({ lang, key, type, url }: ExportedDocument, { settings }: ExportedSite) {
  const isHome = url === homePath(settings, lang);
  const plain = isHome ? 'index' : `${settings.content.types[type]!.folder}/${key}`;
  const name = plain.replace(/(^|\/)index$/, '$1_index');
  const last = /\.([^./]+)$/.exec(name)?.[1];
  const isAmbiguous = last !== undefined && Object.hasOwn(settings.languages, last);
  const suffix = lang === settings.language && !isAmbiguous ? '' : `.${lang}`;
  return `content/${name}${suffix}.md`;
}

function frontmatterOf(
  document: ExportedDocument,
  { settings: { timeZone } }: ExportedSite,
): Readonly<Record<string, unknown>> {
  const { params, date, updatedAt, aliases, taxonomies, authors, fields } = document;
  const others = Object.entries(params).filter(([key]) => !reservedKeys.has(key.toLowerCase()));
  const terms = Object.entries(taxonomies).filter(([, names]) => names.length > 0);
  const values: Readonly<Record<string, unknown>> = {
    title: document.title,
    date: date ? localTime(date, timeZone) : undefined,
    lastmod: updatedAt ? localTime(updatedAt, timeZone) : undefined,
    draft: !document.isPublic,
    slug: document.key.endsWith(document.slug) ? undefined : document.slug,
    url: decoded(document.url),
    summary: document.summary ?? undefined,
    description: document.summary ?? undefined,
    ...Object.fromEntries(terms),
    aliases: aliases.length > 0 ? aliases.map(decoded) : undefined,
    fields: Object.keys(fields).length > 0 ? fields : undefined,
    ...Object.fromEntries(others),
    authors: authors.length > 0 ? authors : undefined,
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

/** Relative links between documents become addresses, and nothing is read as a shortcode of Hugo. */
function bodyOf(document: ExportedDocument, { urls }: ExportedSite): string {
  const linked = rewriteLinks(document.body, document.path, (path) =>
    path.startsWith('media/') ? `/${path}` : urls.get(path),
  );
  return linked
    .replace(/\{\{([<%])(?!\/\*)(.*?)([>%])\}\}/gs, '{{$1/*$2*/$3}}')
    .replace(/\{\{([<%])(?!\/\*)/g, '{&#123;$1');
}

function decoded(address: string): string {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
}
