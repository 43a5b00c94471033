import type { DocumentFields, DocumentSort, FieldName } from '@galley/kernel';
import type { Highlight } from '../search/highlight.ts';

/** The public revision, not the working text. */
export interface PublishedDocument extends DocumentFields<FieldName<'public'>> {
  readonly path: string;
  /** `<lang>:<type>:<path in the type's folder>`. */
  readonly id: string;
  readonly type: string;
  readonly lang: string;
  /** `<type>:<path in the type's folder>`, the same in all languages. */
  readonly translationKey: string;
  /** Sort key of lists. Defaults to the day of publishing. */
  readonly date: Date;
  readonly hasOwnDate: boolean;
  /** Display name of the owner: empty for an account without one, null without an account. */
  readonly authorName: string | null;
  /** Hashes of the approved profile pictures of the people of the byline, by display name (ADD-ACC-2). */
  readonly authorPictures: Readonly<Record<string, string>>;
  readonly body: string;
  /** Identifies this text permanently, so that results derived from it can be cached. */
  readonly hash: string;
  readonly revision: string;
  readonly publishedAt: Date;
  /** Additional addresses of the document, in the form of `url`. */
  readonly aliases: readonly string[];
  /** Changes with every change of any field here. */
  readonly version: number;
}

export type PublishedSummary = Omit<PublishedDocument, 'body'>;

export interface Neighbours {
  readonly newer: PublishedSummary | undefined;
  readonly older: PublishedSummary | undefined;
}

export interface PublishedQuery {
  readonly type?: string | undefined;
  readonly lang?: string | undefined;
  /** Without a term, all documents with the taxonomy. */
  readonly taxonomy?: { readonly name: string; readonly term?: string | undefined } | undefined;
  readonly sort?: DocumentSort | undefined;
  readonly order?: 'asc' | 'desc' | undefined;
  readonly page: number;
  readonly pageSize: number;
}

/** Found by their words, the best match first unless sorted. */
export interface PublishedSearch extends PublishedQuery {
  readonly q: string;
  /** Leaves out what search engines must not list. */
  readonly isForReaders?: boolean | undefined;
}

export interface FoundPublished {
  readonly document: PublishedSummary;
  readonly highlight: Highlight;
}

export interface PublishedPage {
  readonly items: readonly PublishedSummary[];
  readonly total: number;
}

export interface TermCount {
  readonly name: string;
  readonly slug: string;
  readonly count: number;
}

export interface PublishedOpening extends PublishedSummary {
  readonly opening: string;
}

export interface PublishedAddress extends Pick<
  PublishedSummary,
  'url' | 'lang' | 'translationKey' | 'date' | 'updatedAt' | 'params'
> {
  /** All languages of the document, itself included. */
  readonly translations: readonly Pick<PublishedSummary, 'lang' | 'url'>[];
}

export interface PublishedReader {
  findByUrl(url: string): Promise<PublishedDocument | undefined>;
  findByPath(path: string): Promise<PublishedDocument | undefined>;
  findById(id: string): Promise<PublishedDocument | undefined>;
  /** Addresses that are not public are absent. */
  titlesAt(urls: readonly string[]): Promise<ReadonlyMap<string, string>>;
  urlsOf(paths: readonly string[]): Promise<ReadonlyMap<string, string>>;
  list(query: PublishedQuery): Promise<PublishedPage>;
  search(
    query: PublishedSearch,
  ): Promise<{ readonly items: readonly FoundPublished[]; readonly total: number }>;
  translations(
    document: PublishedSummary,
  ): Promise<readonly Pick<PublishedSummary, 'lang' | 'url' | 'title'>[]>;
  terms(taxonomy: string, lang: string): Promise<readonly TermCount[]>;
  findTerm(taxonomy: string, lang: string, slug: string): Promise<TermCount | undefined>;
  neighbours(document: PublishedSummary): Promise<Neighbours>;
  /** Most terms in common, newest first, among the twenty before it under each term: new documents change nothing. */
  related(document: PublishedSummary, limit: number): Promise<readonly PublishedSummary[]>;
  /** Current address of the document that was public at `url` before, or claims it as an alias. */
  findMoved(url: string): Promise<string | undefined>;
  openings(
    query: Required<Pick<PublishedQuery, 'lang' | 'page' | 'pageSize'>>,
  ): Promise<readonly PublishedOpening[]>;
  addresses(query: Pick<PublishedQuery, 'page' | 'pageSize'>): Promise<readonly PublishedAddress[]>;
  /** Time of the last change on each page of `addresses`. */
  addressPages(pageSize: number): Promise<readonly Date[]>;
}
