import type { Feed, FeedItem } from './feed.ts';

/** JSON Feed 1.1 (jsonfeed.org) */
export function jsonFeed({ lang, title, description, home, self, items }: Feed): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: home,
    feed_url: self,
    description: description || undefined,
    language: lang,
    items: items.map(entry),
  });
}

function entry({
  title,
  url,
  lang,
  published,
  updated,
  authors,
  terms,
  ...text
}: FeedItem): object {
  const { summary, html, image } = text;
  return {
    id: url,
    url,
    title,
    // JSON Feed requires one of the two.
    ...(html === null ? { content_text: summary ?? '' } : { content_html: html }),
    summary: summary ?? undefined,
    image: image ?? undefined,
    date_published: published.toISOString(),
    date_modified: updated.toISOString(),
    authors:
      authors.length > 0
        ? authors.map(({ name, picture }) => ({ name, avatar: picture }))
        : undefined,
    tags: terms.length > 0 ? terms : undefined,
    language: lang,
  };
}
