export interface SourcePage {
  readonly kind: 'page';
  /** Identifies the page in its source: a path, or a number of the export. */
  readonly source: string;
  /** Below the site's root, with `/` and without extension: `posts/2024/hello`. */
  readonly path: string;
  readonly isPost: boolean;
  /** Markdown with frontmatter, or without. */
  readonly text: string;
  /** Adds to the frontmatter of the text, which wins. */
  readonly values: Readonly<Record<string, unknown>>;
  /** As the source says; the frontmatter of the text may say so, too. */
  readonly isDraft: boolean;
  /** Paths at which the source served the page. */
  readonly addresses: readonly string[];
  /** Further paths that led to the page. */
  readonly aliases?: readonly string[];
  readonly warnings: readonly string[];
}

/** A page that comes later, so that links to its file and addresses can follow it. */
export interface SourcePlace extends Pick<
  SourcePage,
  'source' | 'path' | 'isPost' | 'addresses' | 'aliases'
> {
  readonly kind: 'place';
  /** Ids of headings, and those of Galley where they differ; undefined when the texts have not been read. */
  readonly headings?: ReadonlyMap<string, string> | undefined;
}

export interface SourceMedia {
  readonly kind: 'media';
  readonly source: string;
  /** Absolute. */
  readonly file: string;
  /** Below `media/`. */
  readonly path: string;
  /** Addresses in texts: paths of the old site, or whole addresses. */
  readonly addresses: readonly string[];
}

export interface MenuEntry {
  readonly title: string;
  readonly url: string;
  readonly children?: readonly MenuEntry[];
}

export interface SourceMenu {
  readonly kind: 'menu';
  readonly source: string;
  /** `main` is the main menu. */
  readonly name: string;
  readonly entries: readonly MenuEntry[];
}

export interface SkippedSource {
  readonly kind: 'skipped';
  readonly source: string;
  readonly reason: string;
}

/** Places and media files come before the pages that refer to them. */
export type SourceItem = SourcePlace | SourceMedia | SourcePage | SourceMenu | SkippedSource;
