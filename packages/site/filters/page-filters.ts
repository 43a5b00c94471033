/** HTML that passes through filters. */
export const pageFilterNames = ['page.html', 'document.html'] as const;
export type PageFilterName = (typeof pageFilterNames)[number];

/** Block rendered by a plugin: `:::name key="value"` … `:::`, or `{{name key="value"}}`. */
export interface BlockCall {
  readonly name: string;
  /** As written; empty without value. */
  readonly attributes: Readonly<Record<string, string>>;
  /** Markdown inside; empty for inline blocks. */
  readonly text: string;
  readonly isInline: boolean;
  /** Path of the document. */
  readonly path: string;
  readonly lang: string;
}

/** Context of a filter call, as JSON. */
export type FilterContext = Readonly<Record<string, unknown>>;

/** Filters and blocks of the enabled plugins. */
export interface PageFilters {
  /** Identifies plugins, versions and settings; empty without plugins. */
  readonly key: string;
  /** Number of failures so far. Output rendered during a failure may be incomplete and is not cached. */
  readonly failures: number;
  /** True when output may depend on other documents, whose changes then outdate it (`tagOf.anything`). */
  readonly readsContent: boolean;
  readonly blocks: ReadonlySet<string>;
  has(filter: PageFilterName): boolean;
  /** On a plugin failure, returns the HTML unchanged. Never rejects. */
  filter(filter: PageFilterName, html: string, about: FilterContext): Promise<string>;
  /** Unsanitised HTML, in which `<slot></slot>` marks the inner text; undefined on failure. */
  block(call: BlockCall): Promise<string | undefined>;
}

export const noFilters: PageFilters = {
  key: '',
  failures: 0,
  readsContent: false,
  blocks: new Set(),
  has: () => false,
  filter: (_filter, html) => Promise.resolve(html),
  block: () => Promise.resolve(undefined),
};
