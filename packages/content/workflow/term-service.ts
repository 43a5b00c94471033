import type { Actor } from '@galley/kernel';
import { permalinkFor, type SiteSettings } from '@galley/settings';
import type { ContentServiceOptions } from './content-service.ts';
import { requireTaxonomy } from '../document/require-taxonomy.ts';
import { termSlug } from '../document/term-slug.ts';
import {
  TermListReadModel,
  type DescribingDocument,
  type TermUse,
} from '../lists/term-list-read-model.ts';

export interface ListedTerm {
  /** The most frequent spelling. */
  readonly name: string;
  /** Terms with the same slug are one term; empty for a term without letters and digits, which has no page. */
  readonly slug: string;
  readonly spellings: readonly string[];
  /** That the actor may read. */
  readonly documents: number;
  readonly published: number;
  /** Public pages, in languages with published documents or a published description. */
  readonly pages: readonly { readonly lang: string; readonly url: string }[];
  readonly descriptions: readonly DescribingDocument[];
}

/** Documents of this type in this folder have addresses of terms. */
export interface DescriptionPlace {
  readonly type: string;
  /** Below the folder of the type; empty if it is there. */
  readonly folder: string;
}

export interface TermList {
  readonly taxonomy: string;
  readonly terms: readonly ListedTerm[];
  readonly total: number;
  readonly describedBy: DescriptionPlace | null;
}

export interface TermQuery {
  readonly taxonomy: string;
  /** Part of a name. */
  readonly q?: string | undefined;
  readonly limit: number;
}

export class TermService {
  readonly #settings: () => SiteSettings;
  readonly #lists: TermListReadModel;

  constructor({ db, settings }: Pick<ContentServiceOptions, 'db' | 'settings'>) {
    this.#settings = settings;
    this.#lists = new TermListReadModel(db);
  }

  /** Most frequent first. @throws `invalid_fields` for an unknown taxonomy */
  async list(actor: Actor, { taxonomy, q = '', limit }: TermQuery): Promise<TermList> {
    const settings = this.#settings();
    requireTaxonomy(settings, taxonomy);
    const [working, published] = await Promise.all([
      this.#lists.working(actor, taxonomy),
      this.#lists.published(taxonomy),
    ]);
    const matching = gather(working, published).filter(({ names }) =>
      isFound([...names.keys()], q),
    );
    const shown = matching.toSorted(byFrequency).slice(0, limit);
    const langs = Object.keys(settings.languages);
    const urlOf = (slug: string, lang: string) => termUrl(settings, { taxonomy, slug, lang });
    const urls = shown.flatMap(({ slug }) =>
      slug === '' ? [] : langs.map((lang) => urlOf(slug, lang)),
    );
    const describing = await this.#lists.describing(actor, urls);
    const byUrl = new Map(describing.map((document) => [document.url, document]));
    const terms = shown.map(({ slug, names, documents, published: open }): ListedTerm => {
      const own = slug === '' ? [] : langs.map((lang) => ({ lang, url: urlOf(slug, lang) }));
      const spellings = [...names].toSorted(byCount).map(([name]) => name);
      return {
        name: spellings[0]!,
        slug,
        spellings,
        documents,
        published: [...open.values()].reduce((sum, count) => sum + count, 0),
        pages: own.filter(({ lang, url }) => open.has(lang) || byUrl.get(url)?.isPublic),
        descriptions: own.flatMap(({ url }) => byUrl.get(url) ?? []),
      };
    });
    return {
      taxonomy,
      terms,
      total: matching.length,
      describedBy: findDescriptionPlace(settings, taxonomy),
    };
  }
}

interface GatheredTerm {
  readonly slug: string;
  /** Uses of each spelling, in working and public texts. */
  readonly names: Map<string, number>;
  documents: number;
  readonly published: Map<string, number>;
}

function gather(working: readonly TermUse[], published: readonly TermUse[]): GatheredTerm[] {
  const terms = new Map<string, GatheredTerm>();
  const termOf = ({ name, count }: TermUse): GatheredTerm => {
    const slug = termSlug(name);
    const key = slug === '' ? `name:${name}` : slug;
    const term = terms.get(key) ?? emptyTerm(slug);
    term.names.set(name, (term.names.get(name) ?? 0) + count);
    terms.set(key, term);
    return term;
  };
  for (const use of working) termOf(use).documents += use.count;
  for (const use of published) {
    const { published: open } = termOf(use);
    open.set(use.lang, (open.get(use.lang) ?? 0) + use.count);
  }
  return [...terms.values()];
}

function emptyTerm(slug: string): GatheredTerm {
  return { slug, names: new Map(), documents: 0, published: new Map() };
}

type NameCount = readonly [name: string, count: number];

/** By code units: the order must not depend on the database's collation. */
function byCount([a, countA]: NameCount, [b, countB]: NameCount): number {
  return countB - countA || (a < b ? -1 : 1);
}

function byFrequency(a: GatheredTerm, b: GatheredTerm): number {
  return b.documents - a.documents || (a.slug < b.slug ? -1 : 1);
}

function isFound(names: readonly string[], q: string): boolean {
  const wanted = q.trim().toLowerCase();
  return names.some((name) => name.toLowerCase().includes(wanted));
}

/** In the form of a document's `url`. */
function termUrl(
  settings: SiteSettings,
  {
    taxonomy,
    slug,
    lang,
  }: { readonly taxonomy: string; readonly slug: string; readonly lang: string },
): string {
  const path = settings.taxonomies[taxonomy]!.permalink.replace(':term', slug);
  const prefix = lang === settings.language ? '' : `/${lang}`;
  return prefix + path.split('/').map(encodeURIComponent).join('/');
}

/** Plain pages first; null if no type has such addresses. */
function findDescriptionPlace(settings: SiteSettings, taxonomy: string): DescriptionPlace | null {
  const slug = 'a';
  const lang = settings.language;
  const url = termUrl(settings, { taxonomy, slug, lang });
  const base = settings.taxonomies[taxonomy]!.permalink.slice(1, -'/:term/'.length);
  const types = Object.keys(settings.content.types);
  for (const type of types.toSorted((a, b) => Number(b === 'page') - Number(a === 'page')))
    for (const folder of [base, '']) {
      const path = folder === '' ? slug : `${folder}/${slug}`;
      if (permalinkFor(settings, { type, lang, path, slug }) === url) return { type, folder };
    }
  return null;
}
