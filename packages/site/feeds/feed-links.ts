import type { SiteSettings } from '@galley/settings';
import { encodeAddress } from '../markdown/public-address.ts';
import { feedFormats } from './feed-formats.ts';

export interface FeedLink {
  readonly type: string;
  readonly title: string;
  readonly url: string;
}

export interface FeedPlace {
  readonly base: string;
  readonly title: string;
}

export function listFeedLinks(
  settings: SiteSettings,
  { base, title }: FeedPlace,
): readonly FeedLink[] {
  return settings.feed.formats.map((format) => {
    const { file, contentType, name } = feedFormats[format];
    return { type: contentType, title: `${title} (${name})`, url: encodeAddress(base + file) };
  });
}
