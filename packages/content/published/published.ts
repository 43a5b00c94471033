import type { DocumentFields, DocumentSort, FieldName } from '@galley/kernel';

/** The public revision of a document, as `published_documents` holds it. Never the working text. */
export interface PublishedDocument extends DocumentFields<FieldName<'public'>> {
  /** Path in the content tree, `posts/es/hello.md`. */
  readonly path: string;
  /** `<lang>:<type>:<path in the type's folder>`. */
  readonly id: string;
  readonly type: string;
  readonly lang: string;
  /** The same for every language of one document: `<type>:<path in the type's folder>`. */
  readonly translationKey: string;
  /** What lists are sorted by; the day of publishing where the frontmatter names none. */
  readonly date: Date;
  /** Whether the frontmatter names that date. */
  readonly hasOwnDate: boolean;
  /** Markdown. */
  readonly body: string;
  /** History entry whose bytes are public: names this text for good, so that what is made from it can be kept. */
  readonly hash: string;
  readonly revision: string;
  readonly publishedAt: Date;
  /** Addresses that the document claims besides its own, as `url` is written. */
  readonly aliases: readonly string[];
  /** Another number at each change of anything here. */
  readonly version: number;
}

export type PublishedSummary = Omit<PublishedDocument, 'body'>;

/** The documents before and after one in the list of its type and language. */
export interface Neighbours {
  readonly newer: PublishedSummary | undefined;
  readonly older: PublishedSummary | undefined;
}

export interface PublishedQuery {
  readonly type?: string | undefined;
  readonly lang?: string | undefined;
  /** A taxonomy, and a term of it by its slug; without a term, everything that has the taxonomy. */
  readonly taxonomy?: { readonly name: string; readonly term?: string | undefined } | undefined;
  readonly sort?: DocumentSort | undefined;
  readonly order?: 'asc' | 'desc' | undefined;
  readonly page: number;
  readonly pageSize: number;
}

export interface PublishedPage {
  readonly items: readonly PublishedSummary[];
  readonly total: number;
}

export interface TermCount {
  /** As most documents write it. */
  readonly name: string;
  readonly slug: string;
  readonly count: number;
}

/** A document with the beginning of its text. */
export interface PublishedOpening extends PublishedSummary {
  /** Markdown, up to a thousand characters. */
  readonly opening: string;
}

/** What a sitemap says of a document. */
export interface PublishedAddress extends Pick<
  PublishedSummary,
  'url' | 'lang' | 'translationKey' | 'date' | 'updatedAt' | 'params'
> {
  /** Every language of the document, itself included. */
  readonly translations: readonly Pick<PublishedSummary, 'lang' | 'url'>[];
}

/** What the public may read. Implemented on PostgreSQL by `PublishedReadModel`. */
export interface PublishedReader {
  findByUrl(url: string): Promise<PublishedDocument | undefined>;
  findByPath(path: string): Promise<PublishedDocument | undefined>;
  findById(id: string): Promise<PublishedDocument | undefined>;
  /** Titles of the documents at those of these addresses that are public. */
  titlesAt(urls: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Addresses of those of these paths that are public. */
  urlsOf(paths: readonly string[]): Promise<ReadonlyMap<string, string>>;
  list(query: PublishedQuery): Promise<PublishedPage>;
  /** Other languages of a document, itself included. */
  translations(
    document: PublishedSummary,
  ): Promise<readonly Pick<PublishedSummary, 'lang' | 'url' | 'title'>[]>;
  terms(taxonomy: string, lang: string): Promise<readonly TermCount[]>;
  /** One of them by its slug. */
  findTerm(taxonomy: string, lang: string, slug: string): Promise<TermCount | undefined>;
  neighbours(document: PublishedSummary): Promise<Neighbours>;
  /**
   * Documents of the same language that share the most terms with one, among the twenty that came before it under each
   * of its terms; the newest first where they share as many. What came before does not change when something new comes.
   */
  related(document: PublishedSummary, limit: number): Promise<readonly PublishedSummary[]>;
  /** Where the document is now that was once public at an address, or claims it as an alias. */
  findMoved(url: string): Promise<string | undefined>;
  /** Documents of a language in the order of their paths, with the beginning of each. */
  openings(
    query: Required<Pick<PublishedQuery, 'lang' | 'page' | 'pageSize'>>,
  ): Promise<readonly PublishedOpening[]>;
  /** Addresses of all languages in the order of their paths. */
  addresses(query: Pick<PublishedQuery, 'page' | 'pageSize'>): Promise<readonly PublishedAddress[]>;
  /** When something was last changed on each page of `addresses`; as many as it has pages. */
  addressPages(pageSize: number): Promise<readonly Date[]>;
}
