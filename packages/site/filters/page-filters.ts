/** What HTML is shown to filters on its way out. */
export const pageFilterNames = ['page.html', 'document.html'] as const;
export type PageFilterName = (typeof pageFilterNames)[number];

/** A block of a text that is made by a plugin: `:::name key="value"` … `:::`, or `{{name key="value"}}`. */
export interface BlockCall {
  readonly name: string;
  /** As written; one without a value is empty. */
  readonly attributes: Readonly<Record<string, string>>;
  /** The Markdown within it; empty for one within a line. */
  readonly text: string;
  /** Stands within a line of text. */
  readonly isInline: boolean;
  /** Of the document, in the content tree. */
  readonly path: string;
  readonly lang: string;
}

/** What a filter is told of the HTML that it is given: JSON. */
export type FilterContext = Readonly<Record<string, unknown>>;

/** What pages and texts pass through before anybody is shown them: the enabled plugins. */
export interface PageFilters {
  /** Names all of what they do: with another plugin, version or setting it is another; empty where there are none. */
  readonly key: string;
  /** How often something of it failed so far: what was made meanwhile may lack it, and is not kept. */
  readonly failures: number;
  /** Whether what they make may also depend on other documents, which then outdate it (`tagOf.anything`). */
  readonly readsContent: boolean;
  /** Names of the blocks that texts may have. */
  readonly blocks: ReadonlySet<string>;
  has(filter: PageFilterName): boolean;
  /** Never rejects for what a plugin does: the HTML is then as it was. */
  filter(filter: PageFilterName, html: string, about: FilterContext): Promise<string>;
  /** HTML, not yet safe, in which `<slot></slot>` is where the text within stands; undefined when it cannot be made. */
  block(call: BlockCall): Promise<string | undefined>;
}

/** Where no plugin changes anything. */
export const noFilters: PageFilters = {
  key: '',
  failures: 0,
  readsContent: false,
  blocks: new Set(),
  has: () => false,
  filter: (_filter, html) => Promise.resolve(html),
  block: () => Promise.resolve(undefined),
};
