import type { FeedLink, FeedPlace } from '../feeds/feed-links.ts';
import type { BylineAuthor } from './profile-pictures.ts';

export interface Crumb {
  readonly title: string;
  /** Path on this site. */
  readonly url: string;
}

export interface PageHead {
  readonly lang: string;
  /** Encoded or not. */
  readonly path: string;
  /** Empty on home pages. */
  readonly title: string;
  /** Replaces the title in search results and shared links. */
  readonly seoTitle?: string | undefined;
  readonly description?: string | undefined;
  /** Absolute address of the original; defaults to the page itself. */
  readonly canonical?: string | undefined;
  /** Language to path. */
  readonly translations?: Readonly<Record<string, string>>;
  /** Targets of the language switch without a translation; defaults to the home page. */
  readonly counterparts?: Readonly<Record<string, string>>;
  /** Ancestors from the top, without home and the page itself. */
  readonly trail?: readonly Crumb[];
  readonly article?: ArticleHead | undefined;
  readonly image?: HeadImage | undefined;
  readonly feeds?: FeedPlace;
  /** Path, as `next`. */
  readonly previous?: string | null;
  readonly next?: string | null;
  /** Excluded from search engines. */
  readonly isHidden?: boolean;
}

export interface ArticleHead {
  readonly kind: 'Article' | 'BlogPosting';
  readonly published: Date;
  readonly modified: Date;
  readonly authors: readonly BylineAuthor[];
  readonly section: string | null;
  readonly tags: readonly string[];
}

export interface HeadImage {
  /** Path on this site, or absolute. */
  readonly src: string;
  readonly alt: string;
  /** Pixels, if known. */
  readonly width?: number;
  readonly height?: number;
}

/** `page` in a layout, without `head`. */
export interface PageData {
  readonly title: string;
  readonly full_title: string;
  /** Empty unless the document has one. */
  readonly seo_title: string;
  readonly description: string;
  readonly url: string;
  readonly canonical: string;
  readonly locale: string;
  /** Absolute, including this language and `x-default`. */
  readonly alternates: readonly { readonly lang: string; readonly url: string }[];
  readonly is_home: boolean;
  readonly is_article: boolean;
  readonly is_hidden: boolean;
  readonly image: ImageData | null;
  readonly article: ArticleData | null;
  readonly breadcrumbs: readonly Crumb[];
  readonly previous: string | null;
  readonly next: string | null;
  readonly feeds: readonly FeedLink[];
}

/** With absolute address. */
export interface ImageData extends Omit<HeadImage, 'src'> {
  readonly url: string;
}

interface ArticleData {
  readonly published: string;
  readonly modified: string;
  /** All names, in a sentence. */
  readonly author: string;
  readonly authors: readonly string[];
  readonly section: string;
  readonly tags: readonly string[];
}
