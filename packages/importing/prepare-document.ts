import type { ReadDocument } from '@galley/content';
import { canonicalJson, frontmatterKeys, sha256 } from '@galley/kernel';
import { contentPathFor, type SiteSettings } from '@galley/settings';
import { addressIn, replaceAddresses, type References } from './references.ts';
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
  /** Files that the text shows and the source lacks. */
  readonly missing: readonly string[];
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
  { place, values: written, body: text, status, metadata }: ReadDocument,
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
  const body = replaceAddresses(text, (address) => {
    const target = find(address);
    if (!target && mediaName.test(address)) missing.add(address);
    return target && addressIn(target, { address, from: place.path });
  });
  const title = typeof values['title'] === 'string' ? values['title'] : metadata.title;
  const aliases = aliasesOf(page, { values, url: metadata.url });
  if (aliases.length > 0) values['aliases'] = aliases;
  const isDraft = page.isDraft || status !== 'published';
  const facts = { values, body, isDraft, language: settings.language };
  return {
    title,
    values: { title, ...values },
    body,
    isDraft,
    url: metadata.url,
    missing: [...missing],
    redirects: aliases.filter((address) => address.startsWith('/')),
    hash: sha256(canonicalJson(facts)).slice(0, 16),
  };
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
  { addresses }: SourcePage,
  { values, url }: { readonly values: Values; readonly url: string },
): readonly string[] {
  const chosen = [values['url'], values['permalink']].find(
    (value) => typeof value === 'string' && /^\/[^:]*$/.test(value),
  );
  const given = [values['aliases']].flat().filter((value) => typeof value === 'string');
  const old = chosen === undefined ? addresses : [chosen as string];
  const own = new Set([url, `${url}index.html`, '/']);
  return [...new Set([...given, ...old])].filter((address) => !own.has(address));
}
