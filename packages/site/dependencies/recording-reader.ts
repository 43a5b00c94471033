import type {
  Neighbours,
  PublishedAddress,
  PublishedDocument,
  PublishedOpening,
  PublishedPage,
  PublishedQuery,
  PublishedReader,
  PublishedSearch,
  PublishedSummary,
  TermCount,
} from '@galley/content';
import type { DependencyRecorder } from '../pages/rendered-bodies.ts';
import { orderTag, rangeTag, tagOf, listTermKeys } from './tags.ts';

/** Records the dependencies of one answer, see `tagOf`. */
export class RecordingReader implements PublishedReader, DependencyRecorder {
  readonly tags = new Set<string>();
  readonly #reader: PublishedReader;

  constructor(reader: PublishedReader) {
    this.#reader = reader;
  }

  async findByUrl(url: string): Promise<PublishedDocument | undefined> {
    this.tags.add(tagOf.url(url));
    return this.#recordDisplayed(await this.#reader.findByUrl(url));
  }

  async findByPath(path: string): Promise<PublishedDocument | undefined> {
    this.tags.add(tagOf.path(path));
    return this.#reader.findByPath(path);
  }

  async findById(id: string): Promise<PublishedDocument | undefined> {
    this.tags.add(tagOf.id(id));
    return this.#recordDisplayed(await this.#reader.findById(id));
  }

  async titlesAt(urls: readonly string[]): Promise<ReadonlyMap<string, string>> {
    for (const url of urls) this.tags.add(tagOf.url(url));
    return this.#reader.titlesAt(urls);
  }

  async urlsOf(paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
    for (const path of paths) this.tags.add(tagOf.path(path));
    return this.#reader.urlsOf(paths);
  }

  async list(query: PublishedQuery): Promise<PublishedPage> {
    this.tags.add(orderTag(query));
    const page = await this.#reader.list(query);
    page.items.forEach((item) => this.#recordDisplayed(item));
    return page;
  }

  search(query: PublishedSearch): ReturnType<PublishedReader['search']> {
    this.tags.add(tagOf.anything);
    return this.#reader.search(query);
  }

  async translations(
    document: PublishedSummary,
  ): Promise<readonly Pick<PublishedSummary, 'lang' | 'url' | 'title'>[]> {
    this.tags.add(tagOf.translations(document.translationKey));
    return this.#reader.translations(document);
  }

  async terms(taxonomy: string, lang: string): Promise<readonly TermCount[]> {
    this.tags.add(tagOf.terms(taxonomy, lang));
    return this.#reader.terms(taxonomy, lang);
  }

  async findTerm(taxonomy: string, lang: string, slug: string): Promise<TermCount | undefined> {
    this.tags.add(orderTag({ lang, taxonomy: { name: taxonomy, term: slug } }));
    return this.#reader.findTerm(taxonomy, lang, slug);
  }

  async neighbours(document: PublishedSummary): Promise<Neighbours> {
    const { lang, type } = document;
    const found = await this.#reader.neighbours(document);
    const from = found.older ? secondsOf(found.older) : -Infinity;
    const until = found.newer ? secondsOf(found.newer) : Infinity;
    this.tags.add(rangeTag({ lang, of: `type ${type}`, from, until }));
    this.#recordDisplayed(found.newer);
    this.#recordDisplayed(found.older);
    return found;
  }

  async related(document: PublishedSummary, limit: number): Promise<readonly PublishedSummary[]> {
    const { lang } = document;
    const [from, until] = [-Infinity, secondsOf(document)];
    for (const term of listTermKeys(document))
      if (term.includes(':')) this.tags.add(rangeTag({ lang, of: `term ${term}`, from, until }));
    const found = await this.#reader.related(document, limit);
    found.forEach((one) => this.#recordDisplayed(one));
    return found;
  }

  async findMoved(url: string): Promise<string | undefined> {
    this.tags.add(tagOf.anything);
    return this.#reader.findMoved(url);
  }

  async openings(
    query: Required<Pick<PublishedQuery, 'lang' | 'page' | 'pageSize'>>,
  ): Promise<readonly PublishedOpening[]> {
    this.tags.add(orderTag({ lang: query.lang, sort: 'path' }));
    const found = await this.#reader.openings(query);
    found.forEach((one) => this.#recordDisplayed(one));
    return found;
  }

  async addresses(
    query: Pick<PublishedQuery, 'page' | 'pageSize'>,
  ): Promise<readonly PublishedAddress[]> {
    this.tags.add(orderTag({ sort: 'path' }));
    const found = await this.#reader.addresses(query);
    found.forEach(({ translationKey }) => this.tags.add(tagOf.translations(translationKey)));
    return found;
  }

  async addressPages(pageSize: number): Promise<readonly Date[]> {
    this.tags.add(tagOf.anything);
    return this.#reader.addressPages(pageSize);
  }

  noteAnything(): void {
    this.tags.add(tagOf.anything);
  }

  notePicture(path: string): void {
    this.tags.add(tagOf.media(path));
  }

  #recordDisplayed<Found extends PublishedSummary | undefined>(found: Found): Found {
    if (found) {
      this.tags.add(tagOf.path(found.path));
      for (const hash of Object.values(found.authorPictures))
        this.tags.add(tagOf.profilePicture(hash));
    }
    return found;
  }
}

function secondsOf({ date }: PublishedSummary): number {
  return date.getTime() / 1_000;
}
