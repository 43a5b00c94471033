/** The public revision of a document, as `published_documents` holds it. Never the working text. */
export interface PublishedDocument {
  /** Path in the content tree, `posts/es/hello.md`. */
  readonly path: string;
  /** `<lang>:<type>:<path in the type's folder>`. */
  readonly id: string;
  readonly type: string;
  readonly lang: string;
  /** The same for every language of one document: `<type>:<path in the type's folder>`. */
  readonly translationKey: string;
  readonly slug: string;
  readonly title: string;
  /** Path of the public page, `/es/posts/hello/`. */
  readonly url: string;
  readonly layout: string | null;
  readonly summary: string | null;
  readonly author: string | null;
  readonly lastEditor: string | null;
  /** What lists are sorted by; the day of publishing where the frontmatter names none. */
  readonly date: Date;
  /** Whether the frontmatter names that date. */
  readonly hasOwnDate: boolean;
  /** Taxonomy name to its terms, as written: `{ tags: ['Ink', 'Paper'] }`. */
  readonly taxonomies: Readonly<Record<string, readonly string[]>>;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly params: Readonly<Record<string, unknown>>;
  /** Markdown. */
  readonly body: string;
  /** History entry whose bytes are public: names this text for good, so that what is made from it can be kept. */
  readonly hash: string;
  readonly revision: string;
  readonly createdAt: Date | null;
  readonly updatedAt: Date | null;
  readonly publishedAt: Date;
}

export type PublishedSummary = Omit<PublishedDocument, 'body'>;

export interface PublishedQuery {
  readonly type?: string | undefined;
  readonly lang?: string | undefined;
  /** A taxonomy, and a term of it by its slug; without a term, everything that has the taxonomy. */
  readonly taxonomy?: { readonly name: string; readonly term?: string | undefined } | undefined;
  readonly sort?: 'date' | 'title' | 'updated_at' | 'path' | undefined;
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

/** What the public may read. Implemented on PostgreSQL by `PublishedReadModel`. */
export interface PublishedReader {
  findByUrl(url: string): Promise<PublishedDocument | undefined>;
  findByPath(path: string): Promise<PublishedDocument | undefined>;
  findById(id: string): Promise<PublishedDocument | undefined>;
  list(query: PublishedQuery): Promise<PublishedPage>;
  /** Other languages of a document, itself included. */
  translations(
    translationKey: string,
  ): Promise<readonly Pick<PublishedSummary, 'lang' | 'url' | 'title'>[]>;
  terms(taxonomy: string, lang: string): Promise<readonly TermCount[]>;
}
