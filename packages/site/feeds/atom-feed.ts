import { element, xmlDeclaration } from '../xml.ts';
import { feedFormats } from './feed-formats.ts';
import type { Feed, FeedItem } from './feed.ts';

/** RFC 4287 */
export function atomFeed(feed: Feed): string {
  const { lang, title, description, home, self, updated, siteTitle, generator, items } = feed;
  return (
    xmlDeclaration +
    element('feed', { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': lang }, [
      element('title', {}, title),
      ...(description === '' ? [] : [element('subtitle', {}, description)]),
      element('id', {}, home),
      element('link', { rel: 'alternate', type: 'text/html', href: home }),
      element('link', { rel: 'self', type: feedFormats.atom.contentType, href: self }),
      element('updated', {}, updated.toISOString()),
      element('author', {}, [element('name', {}, siteTitle)]),
      element('generator', { version: generator.version }, generator.name),
      ...items.map(entry),
    ])
  );
}

function entry({ title, url, published, updated, authors, terms, summary, html }: FeedItem) {
  return element('entry', {}, [
    element('title', {}, title),
    element('id', {}, url),
    element('link', { rel: 'alternate', type: 'text/html', href: url }),
    element('published', {}, published.toISOString()),
    element('updated', {}, updated.toISOString()),
    ...authors.map(({ name }) => element('author', {}, [element('name', {}, name)])),
    ...terms.map((term) => element('category', { term })),
    ...(summary === null ? [] : [element('summary', {}, summary)]),
    ...(html === null ? [] : [element('content', { type: 'html', 'xml:base': url }, html)]),
  ]);
}
