import { Parser } from 'htmlparser2';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { documentFile, Kiosk } from './fixtures.ts';

let kiosk: Kiosk;

beforeAll(async () => {
  kiosk = await Kiosk.open(`
title: The Paper
url: https://paper.example
languages: { es: { title: El Papel } }
feed: { limit: 2 }
`);
  await kiosk.print({
    'pages/about.md': documentFile({ title: 'About' }),
    'posts/old.md': documentFile({ title: 'Old', date: '2026-01-01' }, 'Old text.'),
    'posts/new.md': documentFile(
      {
        title: 'New & newer',
        date: '2026-03-01',
        author: 'Ruth',
        tags: ['Ink'],
        summary: 'Short.',
      },
      '[old](old.md) ![p](../media/p.svg) [part](#part) \u0008',
    ),
    'posts/mid.md': documentFile({ title: 'Mid', date: '2026-02-01T10:00:00Z' }, 'Mid text.'),
    'posts/es/new.md': documentFile({ title: 'Nuevo', date: '2026-03-01' }, 'Texto.'),
  });
});
afterAll(() => kiosk[Symbol.asyncDispose]());

interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
  text: string;
}

/** The elements of an XML text; it must be well-formed as far as nesting goes. */
function parseXml(xml: string): XmlElement {
  const root: XmlElement = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        const element: XmlElement = { name, attributes, children: [], text: '' };
        open.at(-1)!.children.push(element);
        open.push(element);
      },
      ontext: (text) => {
        open.at(-1)!.text += text;
      },
      onclosetag: (_name, implied) => {
        const { name, children: inner, text } = open.pop()!;
        // An empty element that closes itself counts as implied, too.
        if (implied && (inner.length > 0 || text !== '')) throw new Error(`${name} is not closed`);
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return root.children[0]!;
}

const child = (element: XmlElement, name: string) =>
  element.children.find((one) => one.name === name)!;
const children = (element: XmlElement, name: string) =>
  element.children.filter((one) => one.name === name);

describe('the Atom feed', () => {
  test('has the members that RFC 4287 demands', async () => {
    const { headers, body } = await kiosk.get('/feed.xml');
    expect(headers['content-type']).toBe('application/atom+xml; charset=utf-8');
    const feed = parseXml(String(body));
    expect(feed.attributes).toEqual({ xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': 'en' });
    expect(child(feed, 'title').text).toBe('The Paper');
    expect(child(feed, 'id').text).toBe('https://paper.example/');
    expect(child(feed, 'updated').text).toBe('2026-03-01T00:00:00.000Z');
    expect(
      children(feed, 'link').map(({ attributes }) => [attributes.rel, attributes.href]),
    ).toEqual([
      ['alternate', 'https://paper.example/'],
      ['self', 'https://paper.example/feed.xml'],
    ]);
  });

  test('carries the newest documents of its language, whole, up to the limit', async () => {
    const entries = children(parseXml(await kiosk.read('/feed.xml')), 'entry');
    expect(entries.map((entry) => child(entry, 'title').text)).toEqual(['New & newer', 'Mid']);
    const [newest] = entries;
    expect(child(newest!, 'id').text).toBe('https://paper.example/posts/new/');
    expect(child(newest!, 'summary').text).toBe('Short.');
    expect(child(child(newest!, 'author'), 'name').text).toBe('Ruth');
    expect(child(newest!, 'category').attributes).toEqual({ term: 'Ink' });
    expect(child(entries[1]!, 'published').text).toBe('2026-02-01T10:00:00.000Z');
  });

  test('has absolute addresses in its text, and no character that XML forbids', async () => {
    const xml = await kiosk.read('/feed.xml');
    const html = child(children(parseXml(xml), 'entry')[0]!, 'content').text;
    expect(html).toContain('href="https://paper.example/posts/old/"');
    expect(html).toContain('src="https://paper.example/media/p.svg"');
    expect(html).toContain('href="https://paper.example/posts/new/#part"');
    expect(xml).not.toContain('\u0008');
  });

  test('of another language is its own', async () => {
    const feed = parseXml(await kiosk.read('/es/feed.xml'));
    expect(child(feed, 'title').text).toBe('El Papel');
    expect(children(feed, 'entry').map((entry) => child(entry, 'title').text)).toEqual(['Nuevo']);
  });

  test('of an empty site is valid all the same', async () => {
    await using empty = await Kiosk.open('{}');
    const feed = parseXml(await empty.read('/feed.xml'));
    expect(child(feed, 'updated').text).toBe('1970-01-01T00:00:00.000Z');
  });
});

test('the sitemap names every public page once, with the day of its last change', async () => {
  const urls = children(parseXml(await kiosk.read('/sitemap.xml')), 'url');
  const addresses = urls.map((url) => child(url, 'loc').text.slice('https://paper.example'.length));
  expect(addresses.toSorted()).toEqual([
    '/',
    '/about/',
    '/es/',
    '/es/posts/',
    '/es/posts/new/',
    '/posts/',
    '/posts/mid/',
    '/posts/new/',
    '/posts/old/',
  ]);
  const old = urls.find((url) => child(url, 'loc').text.endsWith('/old/'))!;
  expect(child(old, 'lastmod').text).toBe('2026-01-01T00:00:00.000Z');
});

test('robots.txt names the sitemap', async () => {
  expect(await kiosk.read('/robots.txt')).toContain('Sitemap: https://paper.example/sitemap.xml');
});
