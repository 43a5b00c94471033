import { posix } from 'node:path';
import { findNotPublic, parseDocumentTime, type ReadDocument } from '@galley/content';
import { canonicalJson, frontmatterKeys, sha256 } from '@galley/kernel';
import { contentPathFor, type SiteSettings } from '@galley/settings';
import { headingIds } from './heading-ids.ts';
import { addressIn, decoded, replaceAddresses, type References } from './references.ts';
import type { SourcePage } from './source.ts';

type Values = Readonly<Record<string, unknown>>;

export interface PreparedDocument {
  readonly title: string;
  readonly values: Values;
  readonly body: string;
  readonly isDraft: boolean;
  readonly url: string;
  /** Old addresses of this site that lead to the document. */
  readonly redirects: readonly string[];
  readonly warnings: readonly string[];
  /** 16 hexadecimal digits: of everything that the import writes. */
  readonly hash: string;
}

/** A folder of a content type decides the type; other pages are posts or pages as in the source. */
export function placePage(
  { path, isPost }: Pick<SourcePage, 'path' | 'isPost'>,
  settings: SiteSettings,
) {
  const { name, lang } = splitLanguage(path, settings);
  const types = Object.entries(settings.content.types);
  const owner = types.find(([, { folder }]) => name.startsWith(`${folder}/`));
  const type = owner?.[0] ?? (isPost ? 'post' : 'page');
  const key = owner ? name.slice(owner[1].folder.length + 1) : isPost ? afterFolder(name) : name;
  const parts = key.split('/');
  const slug = parts.pop()!;
  const folder = parts.length === 0 ? undefined : parts.join('/');
  return { type, lang, slug, folder, path: contentPathFor(settings, { type, lang, path: key }) };
}

/** `about.de` is the German version of `about`. */
function splitLanguage(path: string, { languages, language }: SiteSettings) {
  const [, name, lang] = /^(.+)\.([A-Za-z-]+)$/.exec(path) ?? [];
  const isKnown = name !== undefined && lang !== undefined && Object.hasOwn(languages, lang);
  return isKnown ? { name, lang } : { name: path, lang: language };
}

const afterFolder = (path: string) => path.slice(path.indexOf('/') + 1);

const ownKeys = new Set([...frontmatterKeys('server'), ...frontmatterKeys('state')]);

const mediaName = /\.(?:png|jpe?g|gif|webp|avif|svg|pdf|zip|mp[34]|webm|m4a|ogg|mov)$/i;

/** Keys of other systems for a key of Galley, which wins where it is given. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  date: ['pubDate', 'publishDate', 'published_at'],
  summary: ['description', 'excerpt', 'subtitle'],
  authors: ['author'],
  image: [
    'featured_image',
    'feature_image',
    'featuredImage',
    'heroImage',
    'cover',
    'images',
    'thumbnail',
  ],
  weight: ['sidebar_position', 'nav_order', 'order'],
};

export function prepareDocument(
  page: SourcePage,
  { place, values: written, body: text, status, metadata, notice: found }: ReadDocument,
  { settings, references }: { readonly settings: SiteSettings; readonly references: References },
): PreparedDocument {
  const find = (address: string) => references.find(address, page);
  const values = withOwnNames({ ...given(page.values), ...writtenIn(page, written) });
  for (const [key, value] of Object.entries(values)) {
    values[key] = changeTexts(value, (one) => {
      const target = /\.[a-z\d]+$/i.test(one) ? find(one) : undefined;
      return target?.kind === 'media' ? `/${target.path}` : one;
    });
  }
  const missing = new Set<string>();
  const links = { page, from: place.path, url: metadata.url, references, missing };
  const own = text.includes('](#') ? headingIds(text) : undefined;
  const body = replaceAddresses(text, (address, rest) =>
    address === '' ? withHeading(rest, own) : followed(address, rest, links),
  );
  const dateWarnings = replaceDate(values, { fallback: page.values['date'], settings });
  const title = typeof values['title'] === 'string' ? values['title'] : metadata.title;
  const aliases = aliasesOf(page, { values, url: metadata.url });
  if (aliases.length > 0) values['aliases'] = aliases;
  const notice = found && noticeWithDates(written, place.path, settings);
  const isDraft = page.isDraft || (found ? notice !== undefined : status !== 'published');
  const facts = { values, body, isDraft, language: settings.language };
  return {
    title,
    values: { title, ...values },
    body,
    isDraft,
    url: metadata.url,
    warnings: [
      ...page.warnings,
      ...(notice ? [`${notice.message}, so the page is a draft.`] : []),
      ...dateWarnings,
      ...missingFiles(missing),
    ],
    redirects: aliases.filter((address) => address.startsWith('/')),
    hash: sha256(canonicalJson(facts)).slice(0, 16),
  };
}

interface Links {
  readonly page: SourcePage;
  readonly from: string;
  /** The address of the page here. */
  readonly url: string;
  readonly references: References;
  /** Collects files that the source lacks. */
  readonly missing: Set<string>;
}

/** Undefined where the address stays. */
function followed(address: string, rest: string, links: Links): string | undefined {
  const { page, from, url, references, missing } = links;
  const target = references.find(address, page);
  if (!target) {
    if (mediaName.test(address) && !/^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(address))
      missing.add(address);
    return undefined;
  }
  const heading = withHeading(rest, references.headingsOf(target.path));
  // Old addresses redirect, so links by them stay, unless they are relative and the page has moved.
  const isKept =
    target.kind === 'document' &&
    !address.endsWith('.md') &&
    references.findDocument(posix.resolve(url, address)) === target.path;
  const moved = isKept ? undefined : addressIn(target, { address, from });
  if (moved === undefined && heading === undefined) return undefined;
  return `${moved ?? address}${heading ?? rest}`;
}

/** Undefined for a heading that has the same id here. */
function withHeading(
  rest: string,
  headings: ReadonlyMap<string, string> | undefined,
): string | undefined {
  const id = rest.startsWith('#') ? headings?.get(decoded(rest.slice(1))) : undefined;
  return id === undefined ? undefined : `#${id}`;
}

/** Other systems accept more spellings, such as `Jul 08 2022`. */
function replaceDate(
  values: Record<string, unknown>,
  { fallback, settings }: { readonly fallback: unknown; readonly settings: SiteSettings },
): readonly string[] {
  const { date } = values;
  const isTime = (value: unknown) => parseDocumentTime(value, settings.timeZone) !== undefined;
  if (date === undefined || date === null || isTime(date)) return [];
  const found = [plainDate(date), fallback].find(
    (one): one is string => typeof one === 'string' && isTime(one),
  );
  if (found === undefined) delete values['date'];
  else values['date'] = found;
  const instead = found === undefined ? 'it has none now' : `it is ${found} now`;
  return [`Its date ${JSON.stringify(date)} is not one that Galley reads; ${instead}.`];
}

/** Why the page is not public; undefined when only the spelling of a date was the reason. */
function noticeWithDates(written: Values, path: string, { timeZone }: SiteSettings) {
  const read = Object.entries(written).map(([key, value]) => {
    const isDate = key === 'date' || otherNames['date']!.includes(key);
    const isTime = parseDocumentTime(value, timeZone) !== undefined;
    return [key, isDate && !isTime ? (plainDate(value) ?? value) : value] as const;
  });
  return findNotPublic(Object.fromEntries(read), { path, timeZone, now: new Date() });
}

function plainDate(date: unknown): string | undefined {
  const text = String(date);
  const [day] = /^\d{4}-\d\d-\d\d/.exec(text) ?? [];
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) return day;
  // Without a time of day, JavaScript reads the local one.
  if (text.includes(':')) return time.toISOString();
  const parts = [time.getFullYear(), time.getMonth() + 1, time.getDate()];
  return parts.map((part) => String(part).padStart(2, '0')).join('-');
}

/** Files that the text shows and the source lacks. */
function missingFiles(missing: ReadonlySet<string>): readonly string[] {
  if (missing.size === 0) return [];
  const names = [...missing].slice(0, 5).join(', ') + (missing.size > 5 ? ' …' : '');
  return [`The source does not have the files ${names}; their addresses stay.`];
}

/** Tags of the text are added to those of the frontmatter. The owner of an imported document is Galley. */
function writtenIn({ values }: SourcePage, written: Values): Values {
  const own = Object.entries(written).filter(([key]) => key === 'author' || !ownKeys.has(key));
  const tags = [written['tags'] ?? [], values['tags'] ?? []].flat();
  return { ...Object.fromEntries(own), ...(tags.length > 0 && { tags: [...new Set(tags)] }) };
}

const given = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
    ),
  );

function withOwnNames(values: Values): Record<string, unknown> {
  const named: Record<string, unknown> = { ...values };
  for (const [own, others] of Object.entries(otherNames)) {
    const other = others.find((name) => values[name] !== undefined);
    if (other === undefined) continue;
    if (own in values) continue;
    named[own] = own === 'image' ? pictureOf(values[other]) : values[other];
    if (own !== 'image' || named[own] !== undefined) delete named[other];
  }
  delete named['author'];
  // A slug of Docusaurus may be a whole address; here it is a name.
  if (typeof named['slug'] === 'string' && named['slug'].includes('/')) delete named['slug'];
  return named;
}

/** `cover: {image: …}` and `images: […]` of common themes. */
function pictureOf(value: unknown): unknown {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  if (typeof first !== 'object' || first === null) return first;
  const { image, src, url } = first as Record<string, unknown>;
  return image ?? src ?? url;
}

function changeTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((one) => changeTexts(one, change));
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, changeTexts(one, change)]),
  );
}

function aliasesOf(
  { addresses, aliases = [] }: SourcePage,
  { values, url }: { readonly values: Values; readonly url: string },
): readonly string[] {
  const chosen = [values['url'], values['permalink']].find(
    (value) => typeof value === 'string' && /^\/[^:]*$/.test(value),
  );
  const given = [values['aliases']].flat().filter((value) => typeof value === 'string');
  const old = chosen === undefined ? addresses : [chosen as string];
  const own = new Set([url, `${url}index.html`, '/']);
  return [...new Set([...given, ...old, ...aliases])].filter((address) => !own.has(address));
}
