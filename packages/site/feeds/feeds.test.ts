import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { documentFile, SiteHarness } from '../fixtures.ts';
import { findChild, children, parseXml } from './fixtures.ts';

const hostile = `</title>]]><script>alert(1)</script>&amp;"' \u0008\ud83d`;

let kiosk: SiteHarness;

beforeAll(async () => {
  kiosk = await SiteHarness.open(`
title: The Paper
description: All of it
url: https://paper.example
languages: { es: { title: El Papel } }
feed: { limit: 2 }
content: { types: { page: {}, post: {}, note: { folder: notes, label: Notes } } }
`);
  await kiosk.print({
    'pages/about.md': documentFile({ title: 'About' }),
    'posts/old.md': documentFile({ title: 'Old', date: '2026-01-01' }, 'Old text.'),
    'posts/new.md': documentFile(
      {
        title: 'New & newer',
        date: '2026-03-01',
        updated_at: '2026-03-05T06:07:08Z',
        author: 'Ruth',
        tags: ['Ink'],
        summary: 'Short.',
        image: '../media/p.svg',
      },
      '[old](old.md) ![p](../media/p.svg) [part](#part) \u0008',
    ),
    'posts/mid.md': documentFile({ title: 'Mid', date: '2026-02-01T10:00:00Z' }, 'Mid text.'),
    'posts/es/new.md': documentFile({ title: 'Nuevo', date: '2026-03-01' }, 'Texto.'),
    'notes/bad.md': documentFile(
      {
        title: hostile.replace('\ud83d', ''),
        date: '2020-01-01',
        tags: ['Ink'],
        author: hostile.replace('\ud83d', ''),
      },
      'A note.',
    ),
  });
});
afterAll(() => kiosk[Symbol.asyncDispose]());

const json = async (address: string) =>
  JSON.parse(await kiosk.read(address)) as Record<string, unknown> & {
    items: Record<string, unknown>[];
  };

describe('the Atom feed', () => {
  test('has the members that RFC 4287 demands', async () => {
    const { headers, body } = await kiosk.get('/feed.xml');
    expect(headers['content-type']).toBe('application/atom+xml; charset=utf-8');
    const feed = parseXml(String(body));
    expect(feed.attributes).toEqual({ xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': 'en' });
    expect(findChild(feed, 'title').text).toBe('The Paper');
    expect(findChild(feed, 'id').text).toBe('https://paper.example/');
    expect(findChild(feed, 'updated').text).toBe('2026-03-05T06:07:08.000Z');
    expect(
      children(feed, 'link').map(({ attributes }) => [attributes.rel, attributes.href]),
    ).toEqual([
      ['alternate', 'https://paper.example/'],
      ['self', 'https://paper.example/feed.xml'],
    ]);
  });

  test('carries the newest documents of its language, whole, up to the limit', async () => {
    const entries = children(parseXml(await kiosk.read('/feed.xml')), 'entry');
    expect(entries.map((entry) => findChild(entry, 'title').text)).toEqual(['New & newer', 'Mid']);
    const [newest] = entries;
    expect(findChild(newest!, 'id').text).toBe('https://paper.example/posts/new/');
    expect(findChild(newest!, 'summary').text).toBe('Short.');
    expect(findChild(findChild(newest!, 'author'), 'name').text).toBe('Ruth');
    expect(findChild(newest!, 'category').attributes).toEqual({ term: 'Ink' });
    expect(findChild(entries[1]!, 'published').text).toBe('2026-02-01T10:00:00.000Z');
  });

  test('has absolute addresses in its text, and no character that XML forbids', async () => {
    const xml = await kiosk.read('/feed.xml');
    const html = findChild(children(parseXml(xml), 'entry')[0]!, 'content').text;
    expect(html).toContain('href="https://paper.example/posts/old/"');
    expect(html).toContain('src="https://paper.example/media/p.svg"');
    expect(html).toContain('href="https://paper.example/posts/new/#part"');
    expect(xml).not.toContain('\u0008');
  });

  test('of another language is its own', async () => {
    const feed = parseXml(await kiosk.read('/es/feed.xml'));
    expect(findChild(feed, 'title').text).toBe('El Papel');
    expect(children(feed, 'entry').map((entry) => findChild(entry, 'title').text)).toEqual([
      'Nuevo',
    ]);
  });

  test('of an empty site is valid all the same', async () => {
    await using empty = await SiteHarness.open('{}');
    const feed = parseXml(await empty.read('/feed.xml'));
    expect(findChild(feed, 'updated').text).toBe('1970-01-01T00:00:00.000Z');
    expect(
      findChild(findChild(parseXml(await empty.read('/rss.xml')), 'channel'), 'description').text,
    ).toBe('Galley');
    expect((JSON.parse(await empty.read('/feed.json')) as { items: unknown[] }).items).toEqual([]);
  });
});

describe('the RSS feed', () => {
  test('says the same in RSS 2.0', async () => {
    const { headers, body } = await kiosk.get('/rss.xml');
    expect(headers['content-type']).toBe('application/rss+xml; charset=utf-8');
    const rss = parseXml(String(body));
    expect([rss.name, rss.attributes.version]).toEqual(['rss', '2.0']);
    const channel = findChild(rss, 'channel');
    expect(findChild(channel, 'title').text).toBe('The Paper');
    expect(findChild(channel, 'link').text).toBe('https://paper.example/');
    expect(findChild(channel, 'language').text).toBe('en');
    expect(findChild(channel, 'lastBuildDate').text).toBe('Thu, 05 Mar 2026 06:07:08 GMT');
    expect(findChild(channel, 'atom:link').attributes.href).toBe('https://paper.example/rss.xml');
    const [newest] = children(channel, 'item');
    expect(findChild(newest!, 'title').text).toBe('New & newer');
    expect(findChild(newest!, 'guid').text).toBe('https://paper.example/posts/new/');
    expect(findChild(newest!, 'pubDate').text).toBe('Sun, 01 Mar 2026 00:00:00 GMT');
    expect(findChild(newest!, 'dc:creator').text).toBe('Ruth');
    expect(findChild(newest!, 'description').text).toBe('Short.');
    expect(findChild(newest!, 'content:encoded').text).toContain(
      'https://paper.example/posts/old/',
    );
  });
});

describe('the JSON feed', () => {
  test('says the same in JSON Feed 1.1', async () => {
    const { headers } = await kiosk.get('/feed.json');
    expect(headers['content-type']).toBe('application/feed+json; charset=utf-8');
    const feed = await json('/feed.json');
    expect(feed).toMatchObject({
      version: 'https://jsonfeed.org/version/1.1',
      title: 'The Paper',
      home_page_url: 'https://paper.example/',
      feed_url: 'https://paper.example/feed.json',
      language: 'en',
    });
    expect(feed.items[0]).toMatchObject({
      id: 'https://paper.example/posts/new/',
      title: 'New & newer',
      summary: 'Short.',
      image: 'https://paper.example/media/p.svg',
      date_published: '2026-03-01T00:00:00.000Z',
      date_modified: '2026-03-05T06:07:08.000Z',
      authors: [{ name: 'Ruth' }],
      tags: ['Ink'],
    });
    expect(feed.items[0]!.content_html).toContain('https://paper.example/posts/old/');
  });
});

describe('feeds of lists', () => {
  test('sections have their own in each format', async () => {
    const atom = parseXml(await kiosk.read('/notes/feed.xml'));
    expect(findChild(atom, 'title').text).toBe('Notes – The Paper');
    expect(findChild(atom, 'id').text).toBe('https://paper.example/notes/');
    const rss = findChild(parseXml(await kiosk.read('/notes/rss.xml')), 'channel');
    expect(children(rss, 'item')).toHaveLength(1);
    expect((await json('/es/posts/feed.json')).items.map(({ title }) => title)).toEqual(['Nuevo']);
  });

  test('so have terms that something carries, and no others', async () => {
    const feed = await json('/tags/ink/feed.json');
    expect(feed.title).toBe('Ink – The Paper');
    expect(feed.items.map(({ title }) => title)).toEqual([
      'New & newer',
      expect.stringContaining('</title>'),
    ]);
    for (const address of ['/tags/nothing/feed.xml', '/tags/feed.xml', '/es/tags/ink/rss.xml']) {
      expect((await kiosk.get(address)).status, address).toBe(404);
    }
  });

  test('pages point to the feeds of their list and of the site', async () => {
    const html = await kiosk.read('/notes/');
    const links = html.matchAll(
      /<link rel="alternate" type="([^"]+)" title="([^"]+)" href="([^"]+)">/g,
    );
    expect([...links].map(([, type, title, href]) => [type, title, href])).toEqual([
      ['application/atom+xml', 'Notes – The Paper (Atom)', '/notes/feed.xml'],
      ['application/rss+xml', 'Notes – The Paper (RSS)', '/notes/rss.xml'],
      ['application/feed+json', 'Notes – The Paper (JSON Feed)', '/notes/feed.json'],
      ['application/atom+xml', 'The Paper (Atom)', '/feed.xml'],
      ['application/rss+xml', 'The Paper (RSS)', '/rss.xml'],
      ['application/feed+json', 'The Paper (JSON Feed)', '/feed.json'],
    ]);
  });

  test('whatever a title holds, the XML is well-formed and the title is the same', async () => {
    const shown = hostile.replace('\u0008', '').replace('\ud83d', '');
    const entry = findChild(parseXml(await kiosk.read('/notes/feed.xml')), 'entry');
    expect(findChild(entry, 'title').text).toBe(shown);
    const item = findChild(
      findChild(parseXml(await kiosk.read('/notes/rss.xml')), 'channel'),
      'item',
    );
    expect([findChild(item, 'title').text, findChild(item, 'dc:creator').text]).toEqual([
      shown,
      shown,
    ]);
  });
});

describe('settings of the feeds', () => {
  test('only the chosen formats are there, and nothing points to others', async () => {
    await using small = await SiteHarness.open('feed: { formats: [json] }');
    expect((await small.get('/feed.json')).status).toBe(200);
    expect((await small.get('/feed.xml')).status).toBe(404);
    const html = await small.read('/');
    expect(html).toContain('href="/feed.json"');
    expect(html).not.toContain('feed.xml');
  });

  test('without any format no page has a link to one', async () => {
    await using silent = await SiteHarness.open('feed: { formats: [] }');
    expect(await silent.read('/')).not.toMatch(/feed\.(xml|json)|rss\.xml/);
  });

  test('summaries alone are the summary or the beginning of the text', async () => {
    await using brief = await SiteHarness.open('feed: { content: summary }');
    await brief.print({
      'posts/a.md': documentFile({ title: 'A', summary: 'Written.', date: '2026-02-01' }, 'Body.'),
      'posts/b.md': documentFile(
        { title: 'B', date: '2026-01-01' },
        'The *beginning*.\n\nThe rest.',
      ),
    });
    const { items } = JSON.parse(await brief.read('/feed.json')) as { items: object[] };
    expect(items).toMatchObject([
      { title: 'A', summary: 'Written.', content_text: 'Written.' },
      { title: 'B', summary: 'The beginning.', content_text: 'The beginning.' },
    ]);
    const entries = children(parseXml(await brief.read('/feed.xml')), 'entry');
    expect(entries.map((entry) => findChild(entry, 'summary').text)).toEqual([
      'Written.',
      'The beginning.',
    ]);
    expect(entries.flatMap((entry) => children(entry, 'content'))).toEqual([]);
  });
});
