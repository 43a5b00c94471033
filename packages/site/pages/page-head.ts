import type { FeedLink, FeedPlace } from '../feeds/feed-links.ts';

/** One step on the way from the home page. */
export interface Crumb {
  readonly title: string;
  /** Path on this site. */
  readonly url: string;
}

/** What every page says of itself. */
export interface PageHead {
  readonly lang: string;
  /** Path of the page, encoded or not. */
  readonly path: string;
  /** Empty on a home page, which is titled like the site. */
  readonly title: string;
  readonly description?: string | undefined;
  /** Other languages of this very page: language to path. */
  readonly translations?: Readonly<Record<string, string>>;
  /** Where the choice of a language leads for which there is no translation, if not to its home. */
  readonly counterparts?: Readonly<Record<string, string>>;
  /** What this page lies below, from the top; neither home nor itself. */
  readonly trail?: readonly Crumb[];
  readonly article?: ArticleHead | undefined;
  /** What stands for the page where it is linked to from elsewhere. */
  readonly image?: HeadImage | undefined;
  /** Feeds of the list that this page shows, beside those of the site. */
  readonly feeds?: FeedPlace;
  /** The pages of a list before and after this one: paths. */
  readonly previous?: string | null;
  readonly next?: string | null;
  /** Not for search engines: an error, a preview, or what says so. */
  readonly isHidden?: boolean;
}

export interface ArticleHead {
  readonly kind: 'Article' | 'BlogPosting';
  readonly published: Date;
  readonly modified: Date;
  readonly author: string | null;
  readonly section: string | null;
  readonly tags: readonly string[];
}

export interface HeadImage {
  /** Path on this site, or a whole address. */
  readonly src: string;
  readonly alt: string;
  /** In pixels, where they are known. */
  readonly width?: number;
  readonly height?: number;
}

/** `page` in a layout, but for its `head`. */
export interface PageData {
  readonly title: string;
  readonly full_title: string;
  readonly description: string;
  readonly url: string;
  readonly canonical: string;
  /** As Open Graph writes a language. */
  readonly locale: string;
  /** Whole addresses of this page in every language that it is in, itself included, and `x-default`. */
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

/** A picture for other sites, with its whole address. */
export interface ImageData extends Omit<HeadImage, 'src'> {
  readonly url: string;
}

interface ArticleData {
  readonly published: string;
  readonly modified: string;
  readonly author: string;
  readonly section: string;
  readonly tags: readonly string[];
}
