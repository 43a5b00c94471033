import type { PublishedDocument, PublishedSummary } from '@galley/content';
import type { SiteSettings } from '@galley/settings';
import { fillPlaceholders } from '../texts/interface-texts.ts';
import { homePath, languageTags } from '../languages.ts';
import { tableOfContents } from '../markdown/headings.ts';
import { encodeAddress } from '../markdown/public-address.ts';
import { notFoundPath } from './addresses.ts';
import { documentTrail } from './breadcrumbs.ts';
import { loadPictures, pictureView, summaryView, type PictureView } from './document-view.ts';
import { listNewest } from './list-pages.ts';
import type { ArticleHead, HeadImage, PageHead } from './page-head.ts';
import { readPageKeys } from './page-keys.ts';
import type { Page, PageContext, PageSettings } from './page.ts';
import { listBylineAuthors } from './profile-pictures.ts';
import { siteView } from './site-view.ts';

const descriptionLength = 200;
const relatedCount = 3;

export interface DocumentPageOptions {
  readonly isHidden?: boolean;
  /** In addition to that of the document, whose translations win. */
  readonly head?: Partial<PageHead>;
}

/** Layouts in order: its own, its type's, `page`. */
export async function documentPage(
  context: PageContext,
  document: PublishedDocument,
  { isHidden = false, head: added = {} }: DocumentPageOptions = {},
): Promise<Page> {
  const { settings } = context;
  const { lang, url } = document;
  const isHome = homePath(settings, lang) === url;
  const type = findListedType(settings, document);
  const [head, view, around, list] = await Promise.all([
    documentHead(context, document, isHome),
    documentView(context, document),
    isHome ? notInAList : loadRelated(context, document),
    type === undefined ? null : listNewest(context, lang, type),
  ]);
  return {
    lang,
    layouts: layoutsFor(settings, document, isHome),
    view: {
      ...siteView(context, {
        ...head,
        ...added,
        translations: { ...added.translations, ...head.translations },
        isHidden: isHidden || !isForSearchEngines(settings, document),
      }),
      document: { ...view, ...around },
      list,
    },
  };
}

/** Also applies to the site search. */
export function isForSearchEngines(
  settings: SiteSettings,
  { params, url, lang }: Pick<PublishedSummary, 'params' | 'url' | 'lang'>,
): boolean {
  return params.noindex !== true && url !== notFoundPath(settings, lang);
}

async function documentHead(
  context: PageContext,
  document: PublishedDocument,
  isHome: boolean,
): Promise<PageHead> {
  const { summary, body } = document;
  const { seoTitle, seoDescription, canonical } = readPageKeys(context.settings, document);
  const [pictures, found, trail, description] = await Promise.all([
    loadPictures(context, [document]),
    translations(context, document),
    isHome ? [] : documentTrail(context, document),
    seoDescription ?? summary ?? context.bodies.excerpt(body, descriptionLength),
  ]);
  return {
    lang: document.lang,
    path: document.url,
    title: isHome ? '' : document.title,
    seoTitle,
    description,
    canonical,
    translations: found,
    trail,
    article: articleHead(context.settings, document),
    image: headImage(pictureView(document, pictures)),
  };
}

function headImage(picture: PictureView | null): HeadImage | undefined {
  if (picture === null) return undefined;
  const { src, alt, width, height } = picture;
  return { src, alt, ...(width !== undefined && height !== undefined && { width, height }) };
}

/** Plain pages are not articles. */
function articleHead(settings: PageSettings, document: PublishedDocument): ArticleHead | undefined {
  const { type, date, updatedAt, taxonomies } = document;
  if (type === 'page') return undefined;
  return {
    kind: type === 'post' ? 'BlogPosting' : 'Article',
    published: date,
    modified: updatedAt !== null && updatedAt > date ? updatedAt : date,
    authors: listBylineAuthors(settings, document),
    section: taxonomies.categories?.[0] ?? null,
    tags: taxonomies.tags ?? [],
  };
}

function layoutsFor(
  settings: PageSettings,
  { layout, type }: PublishedDocument,
  isHome: boolean,
): readonly string[] {
  const typeLayout = settings.content.types[type]?.layout;
  const wanted = [layout, isHome ? 'home' : null, typeLayout, 'page'];
  return wanted.filter((name): name is string => Boolean(name));
}

export async function documentView(
  context: PageContext,
  document: PublishedDocument,
): Promise<object> {
  const [{ html, headings, readingMinutes }, pictures] = await Promise.all([
    context.bodies.render(document, context.published),
    loadPictures(context, [document]),
  ]);
  const { toc } = document.params;
  const upper = headings.filter(({ level }) => level <= 3);
  const texts = context.settings.texts.for(document.lang);
  return {
    ...summaryView(context.settings, document, pictures),
    html,
    headings: toc === true ? upper : [],
    outline: toc === false ? [] : tableOfContents(upper),
    reading_time: fillPlaceholders(texts.reading_time, { minutes: readingMinutes }),
  };
}

const notInAList = { newer: null, older: null, related: [] };

/** Plain pages have no order. */
async function loadRelated(context: PageContext, document: PublishedDocument): Promise<object> {
  const { settings, published } = context;
  if (document.type === 'page') return notInAList;
  const [{ newer, older }, related] = await Promise.all([
    published.neighbours(document),
    published.related(document, relatedCount),
  ]);
  const pictures = await loadPictures(context, related);
  return {
    newer: neighbourView(newer),
    older: neighbourView(older),
    related: related.map((one) => summaryView(settings, one, pictures)),
  };
}

function neighbourView(neighbour: PublishedSummary | undefined): object | null {
  if (neighbour === undefined) return null;
  return { title: neighbour.title, url: encodeAddress(neighbour.url) };
}

async function translations(
  { published, settings }: PageContext,
  document: PublishedDocument,
): Promise<Record<string, string>> {
  const all = await published.translations(document);
  const known = all.filter(({ lang }) => languageTags(settings).includes(lang));
  return Object.fromEntries(known.map(({ lang, url }) => [lang, url]));
}

/** `list: posts` in the frontmatter, by name or folder. */
function findListedType(settings: PageSettings, { params }: PublishedDocument): string | undefined {
  const types = Object.entries(settings.content.types);
  return types.find(([name, { folder }]) => params.list === name || params.list === folder)?.[0];
}
