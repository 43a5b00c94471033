import { element, xmlDeclaration } from '../xml.ts';
import { feedFormats } from './feed-formats.ts';
import type { Feed, FeedItem } from './feed.ts';

const namespaces = {
  'xmlns:atom': 'http://www.w3.org/2005/Atom',
  'xmlns:content': 'http://purl.org/rss/1.0/modules/content/',
  'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
};

/** `dc:creator` needs no e-mail address. */
export function rssFeed(feed: Feed): string {
  const { lang, title, description, home, self, updated, generator, items } = feed;
  const channel = element('channel', {}, [
    element('title', {}, title),
    element('link', {}, home),
    element('description', {}, description || title),
    element('language', {}, lang),
    element('lastBuildDate', {}, updated.toUTCString()),
    element('generator', {}, `${generator.name} ${generator.version}`),
    element('atom:link', { rel: 'self', type: feedFormats.rss.contentType, href: self }),
    ...items.map(item),
  ]);
  return xmlDeclaration + element('rss', { version: '2.0', ...namespaces }, [channel]);
}

function item({ title, url, published, authors, terms, summary, html }: FeedItem) {
  return element('item', {}, [
    element('title', {}, title),
    element('link', {}, url),
    element('guid', { isPermaLink: 'true' }, url),
    element('pubDate', {}, published.toUTCString()),
    ...authors.map(({ name }) => element('dc:creator', {}, name)),
    ...terms.map((term) => element('category', {}, term)),
    ...(summary === null ? [] : [element('description', {}, summary)]),
    ...(html === null ? [] : [element('content:encoded', {}, html)]),
  ]);
}
