import {
  termSlug,
  type PublicChange,
  type PublicFacts,
  type PublishedQuery,
} from '@galley/content';

/**
 * An answer is outdated by a change with which it shares a tag. Lists have tags of their order and of displayed
 * documents, so that an edit only outdates pages that show the document.
 */
export const tagOf = {
  path: (path: string) => `path:${path}`,
  id: (id: string) => `id:${id}`,
  url: (url: string) => `url:${url}`,
  translations: (translationKey: string) => `translations:${translationKey}`,
  terms: (taxonomy: string, lang: string) => `terms:${lang}:${taxonomy}`,
  /** Outdated by every public change. */
  anything: 'anything',
  media: (path: string) => `media:${path}`,
  /** By hash; never outdated, because the document is. Builds copy these pictures. */
  profilePicture: (hash: string) => `profile-picture:${hash}`,
  order: ({ lang, type, term, sort }: Order) =>
    `order:${lang ?? '*'}:${type ?? '*'}:${term ?? '*'}:${sort}`,
} as const;

type Sort = NonNullable<PublishedQuery['sort']>;

interface Order {
  readonly lang: string | undefined;
  readonly type: string | undefined;
  /** `tags` or `tags:letterpress` */
  readonly term: string | undefined;
  readonly sort: Sort;
}

export function orderTag({
  lang,
  type,
  taxonomy,
  sort = 'date',
}: Omit<PublishedQuery, 'page' | 'pageSize'>): string {
  const term =
    taxonomy && (taxonomy.term === undefined ? taxonomy.name : `${taxonomy.name}:${taxonomy.term}`);
  return tagOf.order({ lang, type, term, sort });
}

/** Seconds since 1970, inclusive. */
export interface ListRange {
  readonly lang: string;
  /** `type post` or `term tags:letterpress` */
  readonly of: string;
  readonly from: number;
  readonly until: number;
}

const stretchPrefix = 'between:';

/** A new document thus outdates its neighbour's page, not every document of the list. */
export function rangeTag({ lang, of, from, until }: ListRange): string {
  return `${stretchKey(lang, of)}@${from}..${until}`;
}

function stretchKey(lang: string, of: string): string {
  return `${stretchPrefix}${lang}:${of}`;
}

export function keyOf(tag: string): string {
  return tag.startsWith(stretchPrefix) ? tag.slice(0, tag.lastIndexOf('@')) : tag;
}

/** `undefined` for other tags. */
export function parseRange(tag: string): Pick<ListRange, 'from' | 'until'> | undefined {
  if (!tag.startsWith(stretchPrefix)) return undefined;
  const [from, until] = tag.slice(tag.lastIndexOf('@') + 1).split('..');
  return { from: Number(from), until: Number(until) };
}

/** Where a change adds or removes a document. */
export function listChangedPoints({ before, after }: PublicChange): (readonly [string, number])[] {
  if (!changedOrders(before, after).includes('date')) return [];
  return [before, after].flatMap((facts) => {
    if (facts === undefined) return [];
    const lists = [`type ${facts.type}`, ...listTermKeys(facts).map((term) => `term ${term}`)];
    return lists.map((of) => [stretchKey(facts.lang, of), facts.date] as const);
  });
}

export function listChangedTags({ before, after }: PublicChange): Set<string> {
  const tags = new Set<string>([tagOf.anything]);
  const sorts = changedOrders(before, after);
  for (const facts of [before, after]) {
    if (facts === undefined) continue;
    tags.add(tagOf.path(facts.path));
    tags.add(tagOf.id(facts.id));
    tags.add(tagOf.url(facts.url));
    tags.add(tagOf.translations(facts.translationKey));
    for (const taxonomy of Object.keys(facts.taxonomies)) {
      if (hasOtherTerms(before, after)) tags.add(tagOf.terms(taxonomy, facts.lang));
    }
    for (const tag of orderTags(facts, sorts)) tags.add(tag);
  }
  return tags;
}

const allSorts: readonly Sort[] = ['date', 'title', 'updated_at', 'path'];

function changedOrders(
  before: PublicFacts | undefined,
  after: PublicFacts | undefined,
): readonly Sort[] {
  if (before === undefined || after === undefined || isListedElsewhere(before, after))
    return allSorts;
  const changed: Sort[] = [];
  if (before.date !== after.date) changed.push('date');
  if (before.title !== after.title) changed.push('title');
  if (before.updatedAt !== after.updatedAt) changed.push('updated_at');
  return changed;
}

function isListedElsewhere(before: PublicFacts, after: PublicFacts): boolean {
  return (
    before.lang !== after.lang ||
    before.type !== after.type ||
    before.path !== after.path ||
    hasOtherTerms(before, after)
  );
}

function hasOtherTerms(before: PublicFacts | undefined, after: PublicFacts | undefined): boolean {
  return JSON.stringify(before?.taxonomies) !== JSON.stringify(after?.taxonomies);
}

function* orderTags(facts: PublicFacts, sorts: readonly Sort[]): Iterable<string> {
  const terms = [undefined, ...listTermKeys(facts)];
  for (const sort of sorts)
    for (const lang of [undefined, facts.lang])
      for (const type of [undefined, facts.type])
        for (const term of terms) yield tagOf.order({ lang, type, term, sort });
}

/** `tags`, `tags:letterpress`, … */
export function listTermKeys({ taxonomies }: Pick<PublicFacts, 'taxonomies'>): string[] {
  return Object.entries(taxonomies).flatMap(([name, terms]) =>
    terms.length === 0 ? [] : [name, ...terms.map((term) => `${name}:${termSlug(term)}`)],
  );
}
