import { openingLength, relatedAmong } from './published-limits.ts';
import type {
  Neighbours,
  PublishedAddress,
  PublishedDocument,
  PublishedOpening,
  PublishedPage,
  PublishedQuery,
  PublishedReader,
  PublishedSummary,
  TermCount,
} from './published.ts';
import { gatherBySlug } from './gather-terms.ts';
import {
  byLang,
  comparators,
  groupsOf,
  newestFirst,
  placeIn,
  termsOf,
  type LanguageGroups,
  type Ranked,
  type Sort,
} from './published-ranks.ts';

export interface SnapshotParts {
  /** In the order of their paths, as the database has it. */
  readonly documents: readonly PublishedSummary[];
  /** Names all of them, as they are: see `digestOf`. */
  readonly digest: string;
  /** Address to where it leads. */
  readonly moved: ReadonlyMap<string, string>;
  /** Texts of documents by their paths. */
  readonly bodiesOf: (paths: readonly string[]) => Promise<ReadonlyMap<string, string>>;
}

/** A term is rarer than a type. */
interface Group {
  readonly lang: string;
  readonly type?: string | undefined;
  readonly term?: string | undefined;
}

/**
 * What was public at one moment, in memory but for the texts: for whoever asks about all of it. Answers exactly as
 * `PublishedReadModel` does; titles alone are compared as they are, whatever the collation of the database.
 */
export class PublishedSnapshot implements PublishedReader {
  readonly #documents: readonly Ranked[];
  readonly #newest: readonly Ranked[];
  readonly #byPath: ReadonlyMap<string, Ranked>;
  readonly #byUrl = new Map<string, Ranked>();
  readonly #byId = new Map<string, Ranked>();
  readonly #byKey = new Map<string, Ranked[]>();
  readonly #lists = new Map<string, readonly Ranked[]>();
  readonly #terms = new Map<string, readonly TermCount[]>();
  readonly #parts: SnapshotParts;
  #bodies: ReadonlyMap<string, string> = new Map();
  #groups: ReadonlyMap<string, LanguageGroups> | undefined;
  readonly #changedAt = new Map<number, readonly Date[]>();

  constructor(parts: SnapshotParts) {
    this.#parts = parts;
    this.#documents = parts.documents.map((summary, pathRank) => ({
      summary,
      pathRank,
      dateRank: 0,
      terms: termsOf(summary),
    }));
    this.#newest = this.#documents.toSorted(newestFirst);
    this.#newest.forEach((one, rank) => (one.dateRank = rank));
    this.#byPath = new Map(this.#documents.map((one) => [one.summary.path, one]));
    for (const one of this.#documents) {
      const { url, id, translationKey } = one.summary;
      // Of several with one address, the first by path has it.
      if (!this.#byUrl.has(url)) this.#byUrl.set(url, one);
      if (!this.#byId.has(id)) this.#byId.set(id, one);
      const group = this.#byKey.get(translationKey);
      if (group) group.push(one);
      else this.#byKey.set(translationKey, [one]);
    }
  }

  /** The number of documents. */
  get size(): number {
    return this.#documents.length;
  }

  /** Names all documents, as they are: another set of them has another. */
  get digest(): string {
    return this.#parts.digest;
  }

  /** All documents, in the order of their paths. */
  *summaries(): Iterable<PublishedSummary> {
    for (const { summary } of this.#documents) yield summary;
  }

  get moved(): ReadonlyMap<string, string> {
    return this.#parts.moved;
  }

  /** Reads the texts of these at once, and forgets those that were read before. */
  async prefetch(paths: readonly string[]): Promise<void> {
    this.hold(await this.bodiesOf(paths));
  }

  /** Texts of documents by their paths, to be held when something is made of them. */
  bodiesOf(paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return this.#parts.bodiesOf(paths);
  }

  /** From now on, these texts need not be read, and those that were held before are forgotten. */
  hold(bodies: ReadonlyMap<string, string>): void {
    this.#bodies = bodies;
  }

  findByUrl(url: string): Promise<PublishedDocument | undefined> {
    return this.#withBody(this.#byUrl.get(url));
  }

  findByPath(path: string): Promise<PublishedDocument | undefined> {
    return this.#withBody(this.#byPath.get(path));
  }

  findById(id: string): Promise<PublishedDocument | undefined> {
    return this.#withBody(this.#byId.get(id));
  }

  titlesAt(urls: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const found = urls.flatMap((url) => {
      const known = this.#byUrl.get(url);
      return known ? [[url, known.summary.title] as const] : [];
    });
    return Promise.resolve(new Map(found));
  }

  urlsOf(paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const found = paths.flatMap((path) => {
      const known = this.#byPath.get(path);
      return known ? [[path, known.summary.url] as const] : [];
    });
    return Promise.resolve(new Map(found));
  }

  list(query: PublishedQuery): Promise<PublishedPage> {
    const { sort = 'date', page, pageSize } = query;
    const order = query.order ?? (sort === 'date' || sort === 'updated_at' ? 'desc' : 'asc');
    const matching = this.#list(query, sort, order);
    const items = matching.slice((page - 1) * pageSize, page * pageSize);
    return Promise.resolve({ items: items.map(({ summary }) => summary), total: matching.length });
  }

  translations({
    translationKey,
  }: PublishedSummary): Promise<readonly Pick<PublishedSummary, 'lang' | 'url' | 'title'>[]> {
    const all = this.#byKey.get(translationKey) ?? [];
    const found = all.map(({ summary: { lang, url, title } }) => ({ lang, url, title }));
    return Promise.resolve(found.sort(byLang));
  }

  terms(taxonomy: string, lang: string): Promise<readonly TermCount[]> {
    const key = JSON.stringify([taxonomy, lang]);
    const known = this.#terms.get(key) ?? this.#countTerms(taxonomy, lang);
    this.#terms.set(key, known);
    return Promise.resolve(known);
  }

  async findTerm(taxonomy: string, lang: string, slug: string): Promise<TermCount | undefined> {
    return (await this.terms(taxonomy, lang)).find((term) => term.slug === slug);
  }

  #countTerms(taxonomy: string, lang: string): readonly TermCount[] {
    const counts = new Map<string, number>();
    for (const { summary } of this.#list({ lang }, 'path', 'asc')) {
      const names = Object.hasOwn(summary.taxonomies, taxonomy)
        ? summary.taxonomies[taxonomy]!
        : [];
      for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    return gatherBySlug([...counts].map(([name, count]) => ({ name, count })));
  }

  neighbours({ type, lang, path }: PublishedSummary): Promise<Neighbours> {
    const own = this.#byPath.get(path);
    if (own === undefined) return Promise.resolve({ newer: undefined, older: undefined });
    const list = this.#group({ lang, type });
    const at = placeIn(list, own);
    return Promise.resolve({ newer: list[at - 1]?.summary, older: list[at + 1]?.summary });
  }

  related(document: PublishedSummary, limit: number): Promise<readonly PublishedSummary[]> {
    const own = this.#byPath.get(document.path);
    if (own === undefined) return Promise.resolve([]);
    const shared = new Map<Ranked, number>();
    for (const term of own.terms) {
      if (!term.includes(':')) continue;
      const newest = this.#group({ lang: document.lang, term });
      const at = placeIn(newest, own);
      for (const one of newest.slice(at + 1, at + 1 + relatedAmong))
        shared.set(one, (shared.get(one) ?? 0) + 1);
    }
    const found = [...shared].sort(
      ([a, sharedA], [b, sharedB]) => sharedB - sharedA || a.dateRank - b.dateRank,
    );
    return Promise.resolve(found.slice(0, limit).map(([{ summary }]) => summary));
  }

  findMoved(url: string): Promise<string | undefined> {
    return Promise.resolve(this.#parts.moved.get(url));
  }

  async openings({
    lang,
    page,
    pageSize,
  }: Required<Pick<PublishedQuery, 'lang' | 'page' | 'pageSize'>>): Promise<
    readonly PublishedOpening[]
  > {
    const { items } = await this.list({ lang, page, pageSize, sort: 'path' });
    const bodies = await this.#parts.bodiesOf(items.map(({ path }) => path));
    return items.map((item) => ({
      ...item,
      opening: firstCharacters(bodies.get(item.path) ?? '', openingLength),
    }));
  }

  addresses({
    page,
    pageSize,
  }: Pick<PublishedQuery, 'page' | 'pageSize'>): Promise<readonly PublishedAddress[]> {
    const part = this.#documents.slice((page - 1) * pageSize, page * pageSize);
    const found = part.map(({ summary }) => {
      const { url, lang, translationKey, date, updatedAt, params } = summary;
      const translations = this.#byKey
        .get(translationKey)!
        .map((other) => ({ lang: other.summary.lang, url: other.summary.url }))
        .sort(byLang);
      return { url, lang, translationKey, date, updatedAt, params, translations };
    });
    return Promise.resolve(found);
  }

  addressPages(pageSize: number): Promise<readonly Date[]> {
    const known = this.#changedAt.get(pageSize);
    if (known) return Promise.resolve(known);
    const pages: number[] = [];
    this.#documents.forEach(({ summary: { date, updatedAt } }, index) => {
      const page = Math.floor(index / pageSize);
      pages[page] = Math.max(pages[page] ?? 0, date.getTime(), updatedAt?.getTime() ?? 0);
    });
    const changedAt = pages.map((time) => new Date(time));
    this.#changedAt.set(pageSize, changedAt);
    return Promise.resolve(changedAt);
  }

  async #withBody(found: Ranked | undefined): Promise<PublishedDocument | undefined> {
    if (found === undefined) return undefined;
    const { path } = found.summary;
    const body = this.#bodies.get(path) ?? (await this.#parts.bodiesOf([path])).get(path);
    return body === undefined ? undefined : { ...found.summary, body };
  }

  #list(
    { type, lang, taxonomy }: Pick<PublishedQuery, 'type' | 'lang' | 'taxonomy'>,
    sort: Sort,
    order: 'asc' | 'desc',
  ): readonly Ranked[] {
    const key = JSON.stringify([type, lang, taxonomy?.name, taxonomy?.term, sort, order]);
    const known = this.#lists.get(key);
    if (known) return known;
    const term =
      taxonomy &&
      (taxonomy.term === undefined ? taxonomy.name : `${taxonomy.name}:${taxonomy.term}`);
    // Most lists are by date: they are taken out of what is sorted already.
    const isNewestFirst = sort === 'date' && order === 'desc';
    const isGroup = lang !== undefined && (type === undefined) !== (term === undefined);
    const found = isGroup
      ? this.#group({ lang, type, term })
      : this.#candidates(lang, type, term).filter(
          ({ summary, terms }) =>
            (type === undefined || summary.type === type) &&
            (lang === undefined || summary.lang === lang) &&
            (term === undefined || terms.includes(term)),
        );
    const compared = comparators[sort](order === 'desc' ? -1 : 1);
    const list = isNewestFirst ? found : found.toSorted(compared);
    this.#lists.set(key, list);
    return list;
  }

  /** The smallest group that holds a list, from the newest. */
  #candidates(
    lang: string | undefined,
    type: string | undefined,
    term: string | undefined,
  ): readonly Ranked[] {
    if (lang === undefined || (type === undefined && term === undefined)) return this.#newest;
    return this.#group({ lang, type, term });
  }

  /** What is of a language and has a term, or, without one, is of a type: the newest first. */
  #group({ lang, type, term }: Group): readonly Ranked[] {
    this.#groups ??= groupsOf(this.#newest);
    const groups = this.#groups.get(lang);
    return (term === undefined ? groups?.types.get(type!) : groups?.terms.get(term)) ?? [];
  }
}

/** As PostgreSQL counts them: code points. */
function firstCharacters(text: string, count: number): string {
  if (text.length <= count) return text;
  let end = 0;
  for (let counted = 0; counted < count && end < text.length; counted += 1)
    end += text.codePointAt(end)! > 0xffff ? 2 : 1;
  return text.slice(0, end);
}
