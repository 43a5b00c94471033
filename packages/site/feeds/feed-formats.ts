import type { SiteSettings } from '@galley/settings';

export type FeedFormat = SiteSettings['feed']['formats'][number];

export const feedFormats = {
  atom: { file: 'feed.xml', contentType: 'application/atom+xml', name: 'Atom' },
  rss: { file: 'rss.xml', contentType: 'application/rss+xml', name: 'RSS' },
  json: { file: 'feed.json', contentType: 'application/feed+json', name: 'JSON Feed' },
} as const satisfies Record<
  FeedFormat,
  { readonly file: string; readonly contentType: string; readonly name: string }
>;

/** `undefined` when disabled. */
export function findFeedFormat(settings: SiteSettings, file: string): FeedFormat | undefined {
  return settings.feed.formats.find((format) => feedFormats[format].file === file);
}
