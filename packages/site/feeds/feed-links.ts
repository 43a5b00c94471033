import type { SiteSettings } from '@galley/settings';
import { encodeAddress } from '../markdown/public-address.ts';
import { feedFormats } from './feed-formats.ts';

/** Feed link of a page. */
export interface FeedLink {
  readonly type: string;
  readonly title: string;
  /** Path on this site. */
  readonly url: string;
}

/** Source of a feed: home, section or term. */
export interface FeedPlace {
  /** Address of the list, with trailing slash. */
  readonly base: string;
  readonly title: string;
}

/** Feeds of a list, one per enabled format. */
export function listFeedLinks(
  settings: SiteSettings,
  { base, title }: FeedPlace,
): readonly FeedLink[] {
  return settings.feed.formats.map((format) => {
    const { file, contentType, name } = feedFormats[format];
    return { type: contentType, title: `${title} (${name})`, url: encodeAddress(base + file) };
  });
}
