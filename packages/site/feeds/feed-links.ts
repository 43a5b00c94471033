import type { SiteSettings } from '@galley/settings';
import { encodeAddress } from '../markdown/public-address.ts';
import { feedFormats } from './feed-formats.ts';

/** A feed, as pages point to it. */
export interface FeedLink {
  /** Content type. */
  readonly type: string;
  readonly title: string;
  /** Path on this site. */
  readonly url: string;
}

/** What has feeds: a home, a section or a term. */
export interface FeedPlace {
  /** The list's own address, with a slash at its end. */
  readonly base: string;
  readonly title: string;
}

/** The feeds of a list, one for each format that the site has. */
export function feedLinks(settings: SiteSettings, { base, title }: FeedPlace): readonly FeedLink[] {
  return settings.feed.formats.map((format) => {
    const { file, contentType, name } = feedFormats[format];
    return { type: contentType, title: `${title} (${name})`, url: encodeAddress(base + file) };
  });
}
