import { termSlug, type PublishedSummary } from '@galley/content';
import {
  listPictureSources,
  type FocalPoint,
  type Picture,
  type PictureSources,
} from '@galley/media';
import { listPublicFields } from '@galley/settings';
import { fillPlaceholders } from '../texts/interface-texts.ts';
import { formatDay, listNames } from '../languages.ts';
import { encodeAddress, publicAddress } from '../markdown/public-address.ts';
import { mediaPath } from '../markdown/pictures.ts';
import { taxonomyPath } from './addresses.ts';
import { readPageKeys } from './page-keys.ts';
import { listAuthorPictures } from './profile-pictures.ts';
import { visibleFields } from './visible-fields.ts';
import type { PageContext, PageSettings } from './page.ts';

const oneDay = 24 * 60 * 60 * 1000;

/** Localised in the site's time zone. */
export function timeView(settings: PageSettings, lang: string, moment: Date): object {
  return { iso: moment.toISOString(), text: formatDay(lang, settings.timeZone, moment) };
}

export function summaryView(
  settings: PageSettings,
  document: PublishedSummary,
  pictures: KnownPictures,
): Record<string, unknown> {
  const { lang, date, updatedAt } = document;
  const { authors } = readPageKeys(settings, document);
  const author = listNames(lang, authors);
  const hasChangedSince = updatedAt !== null && updatedAt.getTime() - date.getTime() > oneDay;
  const groups = taxonomyViews(settings, document);
  return {
    title: document.title,
    url: encodeAddress(document.url),
    type: document.type,
    lang,
    summary: document.summary ?? '',
    author,
    authors,
    byline: author === '' ? '' : fillPlaceholders(settings.texts.for(lang).by, { author }),
    author_pictures: listAuthorPictures(authors, document),
    date: timeView(settings, lang, date),
    updated: hasChangedSince ? timeView(settings, lang, updatedAt) : null,
    image: pictureView(document, pictures),
    taxonomies: groups,
    kicker: groups.find(({ name }) => name === 'categories')?.terms[0] ?? null,
    params: document.params,
    fields: listPublicFields(settings.customFields, document.type, document.fields),
    visible_fields: visibleFields(settings, document),
  };
}

interface TaxonomyView {
  readonly name: string;
  readonly label: string;
  readonly terms: readonly { readonly name: string; readonly url: string }[];
}

function taxonomyViews(
  settings: PageSettings,
  { lang, taxonomies }: PublishedSummary,
): readonly TaxonomyView[] {
  return Object.keys(settings.taxonomies).flatMap((name) => {
    const base = taxonomyPath(settings, lang, name);
    const terms = Object.hasOwn(taxonomies, name) ? taxonomies[name]! : [];
    const linked = terms.flatMap((term) => {
      const slug = termSlug(term);
      return slug === '' ? [] : [{ name: term, url: encodeAddress(`${base}${slug}/`) }];
    });
    if (linked.length === 0) return [];
    return [{ name, label: taxonomyLabel(settings, lang, name), terms: linked }];
  });
}

export type KnownPictures = ReadonlyMap<string, Picture>;

export function loadPictures(
  { bodies, published }: Pick<PageContext, 'bodies' | 'published'>,
  documents: readonly PublishedSummary[],
): Promise<KnownPictures> {
  const sources = documents.map(pictureSource).filter((source) => source !== undefined);
  const paths = sources.map(mediaPath).filter((path) => path !== undefined);
  return bodies.describe(paths, published);
}

const pictureSizes = '(min-width: 50rem) 48rem, 100vw';

export interface PictureView extends Partial<PictureSources> {
  readonly src: string;
  readonly alt: string;
  /** For a picture above a text; other places pass their own. */
  readonly sizes: string;
  readonly focal: FocalView | null;
}

/** In percent from left and top. */
interface FocalView extends FocalPoint {
  /** In steps of ten: `focal-x-30 focal-y-50`, because inline styles are not allowed. */
  readonly class: string;
}

function focalView({ x, y }: FocalPoint): FocalView {
  const tens = (share: number) => 10 * Math.round(10 * share);
  return {
    x: Math.round(100 * x),
    y: Math.round(100 * y),
    class: `focal-x-${tens(x)} focal-y-${tens(y)}`,
  };
}

export function pictureView(
  document: PublishedSummary,
  pictures: KnownPictures,
): PictureView | null {
  const { params, fields } = document;
  const src = pictureSource(document);
  if (src === undefined) return null;
  const path = mediaPath(src);
  const picture = path === undefined ? undefined : pictures.get(path);
  const alt = params.image_alt ?? fields.image_alt ?? picture?.alt;
  return {
    src,
    alt: typeof alt === 'string' ? alt : '',
    sizes: pictureSizes,
    focal: picture?.focal ? focalView(picture.focal) : null,
    ...(picture !== undefined && listPictureSources(path!, picture)),
  };
}

function pictureSource({ path, params, fields }: PublishedSummary): string | undefined {
  const source = params.image ?? fields.image;
  if (typeof source !== 'string' || source === '') return undefined;
  const address = source.startsWith('media/') ? `/${source}` : source;
  return publicAddress(address, 'image', { path });
}

export function typeLabel(settings: PageSettings, lang: string, type: string): string {
  return label(lang, settings, { name: type, given: settings.content.types[type]?.label });
}

export function taxonomyLabel(settings: PageSettings, lang: string, taxonomy: string): string {
  return label(lang, settings, { name: taxonomy, given: settings.taxonomies[taxonomy]?.label });
}

/** Labels in settings are in the default language; others prefer the built-in name. */
function label(
  lang: string,
  settings: PageSettings,
  { name, given }: { readonly name: string; readonly given: string | undefined },
): string {
  const { names } = settings.texts.for(lang);
  const builtIn = Object.hasOwn(names, name) ? names[name] : undefined;
  const isOwn = lang === settings.language || !settings.texts.has(lang);
  const capitalised = name.charAt(0).toUpperCase() + name.slice(1);
  return (isOwn ? given || builtIn : builtIn || given) ?? capitalised;
}
