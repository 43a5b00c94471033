import {
  termSlug,
  type PublicChange,
  type PublicFacts,
  type PublishedQuery,
} from '@galley/content';

/**
 * A tag names something that an answer was made from: one document, or which documents a list has in which order. An
 * answer is outdated by a change exactly when one of its tags is among those of the change. A list is tagged with its
 * order and with the documents that it shows, so that mending one of them outdates the pages that show it, and no other.
 */
export const tagOf = {
  path: (path: string) => `path:${path}`,
  id: (id: string) => `id:${id}`,
  url: (url: string) => `url:${url}`,
  translations: (translationKey: string) => `translations:${translationKey}`,
  terms: (taxonomy: string, lang: string) => `terms:${lang}:${taxonomy}`,
  /** What any change of whatever is public outdates. */
  anything: 'anything',
  media: (path: string) => `media:${path}`,
  order: ({ lang, type, term, sort }: Order) =>
    `order:${lang ?? '*'}:${type ?? '*'}:${term ?? '*'}:${sort}`,
} as const;

type Sort = NonNullable<PublishedQuery['sort']>;

interface Order {
  readonly lang: string | undefined;
  readonly type: string | undefined;
  /** `tags` or `tags:letterpress`. */
  readonly term: string | undefined;
  readonly sort: Sort;
}

/** The tag of which documents a query finds, and in which order. */
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

/** Where lists are by date: which documents one has within a time, in seconds since 1970, both ends included. */
export interface Stretch {
  readonly lang: string;
  /** `type post`, or `term tags:letterpress`. */
  readonly of: string;
  readonly from: number;
  readonly until: number;
}

const stretchPrefix = 'between:';

/**
 * The tag of a part of a list: what comes to it or goes from it outside of that part changes nothing. So a new document
 * outdates the page of the one before it, and not of every document in its list.
 */
export function stretchTag({ lang, of, from, until }: Stretch): string {
  return `${stretchKey(lang, of)}@${from}..${until}`;
}

function stretchKey(lang: string, of: string): string {
  return `${stretchPrefix}${lang}:${of}`;
}

/** By which a tag is looked up: itself, or, of a part of a list, the list. */
export function keyOf(tag: string): string {
  return tag.startsWith(stretchPrefix) ? tag.slice(0, tag.lastIndexOf('@')) : tag;
}

/** The time that a tag of a part of a list is about; undefined for every other tag. */
export function rangeOf(tag: string): Pick<Stretch, 'from' | 'until'> | undefined {
  if (!tag.startsWith(stretchPrefix)) return undefined;
  const [from, until] = tag.slice(tag.lastIndexOf('@') + 1).split('..');
  return { from: Number(from), until: Number(until) };
}

/** Where in which lists a change brings something or takes it away. */
export function pointsOfChange({ before, after }: PublicChange): (readonly [string, number])[] {
  if (!sortsChanged(before, after).includes('date')) return [];
  return [before, after].flatMap((facts) => {
    if (facts === undefined) return [];
    const lists = [`type ${facts.type}`, ...termsOf(facts).map((term) => `term ${term}`)];
    return lists.map((of) => [stretchKey(facts.lang, of), facts.date] as const);
  });
}

/** The tags of everything that a change outdates. */
export function tagsOfChange({ before, after }: PublicChange): Set<string> {
  const tags = new Set<string>([tagOf.anything]);
  const sorts = sortsChanged(before, after);
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

/** In which of its orders a document has come to another place. */
function sortsChanged(
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
  const terms = [undefined, ...termsOf(facts)];
  for (const sort of sorts)
    for (const lang of [undefined, facts.lang])
      for (const type of [undefined, facts.type])
        for (const term of terms) yield tagOf.order({ lang, type, term, sort });
}

/** `tags`, `tags:letterpress`, … */
export function termsOf({ taxonomies }: Pick<PublicFacts, 'taxonomies'>): string[] {
  return Object.entries(taxonomies).flatMap(([name, terms]) =>
    terms.length === 0 ? [] : [name, ...terms.map((term) => `${name}:${termSlug(term)}`)],
  );
}
