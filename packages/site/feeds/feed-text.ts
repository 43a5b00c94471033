import type { PageContext } from '../pages/page.ts';
import type { FeedRoute } from '../pages/route.ts';
import { atomFeed } from './atom-feed.ts';
import type { FeedFormat } from './feed-formats.ts';
import { loadFeed, type Feed } from './feed.ts';
import { jsonFeed } from './json-feed.ts';
import { rssFeed } from './rss-feed.ts';

const writers: Readonly<Record<FeedFormat, (feed: Feed) => string>> = {
  atom: atomFeed,
  rss: rssFeed,
  json: jsonFeed,
};

/** `undefined` for a term without documents. */
export async function renderFeed(
  context: PageContext,
  scope: FeedRoute,
  format: FeedFormat,
): Promise<string | undefined> {
  const feed = await loadFeed(context, scope, format);
  return feed && writers[format](feed);
}
