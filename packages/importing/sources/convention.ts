import type { SourcePage } from '../source.ts';

type Values = Readonly<Record<string, unknown>>;

export interface PlacedPage extends Pick<SourcePage, 'path' | 'isPost' | 'addresses'> {
  readonly values?: SourcePage['values'];
  readonly isDraft?: boolean;
}

export interface WrittenPage extends PlacedPage {
  /** Relative to the folder of pages, `folder`, without extension. */
  readonly below: string;
  readonly folder: string;
  /** The frontmatter. */
  readonly written: Values;
}

export interface PageFacts {
  readonly addresses: readonly string[];
  readonly aliases?: readonly string[];
  /** Why the page has no address in its source, for the report. */
  readonly hidden?: string | undefined;
}

/** How a system stores a site in a folder. */
export interface Convention {
  readonly describe: string;
  /** Folders of pages, below the folder of the site. Without one that exists, the import fails. */
  readonly pages: readonly string[];
  /** Folders whose files are served below the root of the old site, except those of `pages`. */
  readonly files: readonly string[];
  /** A path below the folder of the site. */
  readonly isIgnored: (path: string) => boolean;
  /** `path` is relative to the folder of pages, `folder`, without extension. */
  readonly place: (path: string, folder: string) => PlacedPage;
  /** Replaces parts of the convention by the configuration of the site. */
  readonly configure?: (site: string) => Promise<Partial<Convention>>;
  /** Facts of each page that frontmatter decides; others stay as placed. */
  readonly complete?: (pages: readonly WrittenPage[]) => readonly PageFacts[];
  /** `[[links]]`, `![[embeds]]` and `#tags` in texts. */
  readonly hasWikiLinks?: true;
  /** `{% link … %}` and filters for addresses in texts. */
  readonly hasLiquidLinks?: true;
}

export const postFolders = /^(?:posts?|blog|articles|news)\//i;
export const hidden = /(?:^|\/)(?:\.|node_modules\/|vendor\/bundle\/)/;

const datedName = /^(?:(.*)\/)?(\d{4})-(\d\d?)-(\d\d?)[-/]([^/]+?)(?:\/index)?$/;

export function placed(path: string, addresses: readonly string[]): PlacedPage {
  return { path, isPost: postFolders.test(path), addresses };
}

export function addressOf(path: string): string {
  const folder = path.replace(/(?:^|\/)_?index$/i, '');
  return folder === '' ? '/' : `/${folder}/`;
}

/** `blog/2024-1-2-hello` */
export function datedPage(path: string) {
  const [, folder = '', year, month, day, slug] = datedName.exec(path) ?? [];
  if (slug === undefined) return undefined;
  const parts = [year!, month!.padStart(2, '0'), day!.padStart(2, '0')];
  return { folder, slug, date: parts.join('-'), dated: `${parts.join('/')}/${slug}` };
}
