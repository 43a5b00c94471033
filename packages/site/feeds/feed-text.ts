import type { PageContext } from '../pages/page.ts';
import type { FeedRoute } from '../pages/route.ts';
import { atomFeed } from './atom-feed.ts';
import type { FeedFormat } from './feed-formats.ts';
import { feedOf, type Feed } from './feed.ts';
import { jsonFeed } from './json-feed.ts';
import { rssFeed } from './rss-feed.ts';

const writers: Readonly<Record<FeedFormat, (feed: Feed) => string>> = {
  atom: atomFeed,
  rss: rssFeed,
  json: jsonFeed,
};

/** A feed, written out; undefined for one of a term that nothing carries. */
export async function feedText(
  context: PageContext,
  scope: FeedRoute,
  format: FeedFormat,
): Promise<string | undefined> {
  const feed = await feedOf(context, scope, format);
  return feed && writers[format](feed);
}
