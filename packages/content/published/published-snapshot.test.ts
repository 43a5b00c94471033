import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Newsroom } from '../workflow/newsroom.fixtures.ts';
import { takePublishedSnapshot } from './published-snapshot-read-model.ts';
import type { PublishedSnapshot } from './published-snapshot.ts';
import type { PublishedQuery, PublishedReader } from './published.ts';

let room: Newsroom;
let snapshot: PublishedSnapshot;

const tags = ['Ink', 'ink', 'Wood type', 'wood Type', 'Paper', 'Élan', 'Z'];
const titles = ['Ink', 'ink', 'Äpfel', 'apfel', 'Zeta', '字', '𝒜', 'Ink', '-'];
const days = ['2026-01-01', '2026-01-02', '2026-01-02T10:00:00Z'];

beforeAll(async () => {
  room = await Newsroom.open('languages:\n  es: {}\n  de: {}\n');
  for (let index = 0; index < 120; index += 1) {
    const lang = ['', 'es/', 'de/'][index % 3]!;
    const folder = index % 4 === 0 ? 'pages' : 'posts';
    const lines = [
      `title: ${JSON.stringify(titles[index % titles.length])}`,
      `date: ${days[index % days.length]}`,
      `tags: ${JSON.stringify([tags[index % 7], tags[(index * 3) % 7]])}`,
      ...(index % 5 === 0 ? ['categories: [Trade]'] : []),
      ...(index % 6 === 0 ? [`updated_at: 2026-0${1 + (index % 9)}-01`] : []),
      ...(index % 10 === 0 ? [`slug: same`] : []),
      ...(index % 11 === 0 ? [`aliases: [/old/${index % 2}/, /posts/a-${index}/]`] : []),
    ];
    const name = ['a', 'B', 'ä', '字', '𝒜'][index % 5]!;
    const text = `---\n${lines.join('\n')}\n---\n${'Text 𝒜. '.repeat(index * 3)}`;
    await room.write(`${folder}/${lang}${name}-${Math.floor(index / 3)}.md`, text);
  }
  await room.indexer.scan();
  await room.write('posts/B-2.md', '---\nslug: moved\n---\n');
  await room.write('posts/es/B-0.md', '---\nslug: movido\n---\n');
  await room.indexer.scan();
  snapshot = await takePublishedSnapshot(room.database.db);
});

afterAll(() => room[Symbol.asyncDispose]());

/** What both answer to the same question, which must be the same. */
async function same<Answer>(ask: (reader: PublishedReader) => Promise<Answer>): Promise<Answer> {
  const [inMemory, inDatabase] = [await ask(snapshot), await ask(room.published)];
  expect(inMemory).toEqual(inDatabase);
  return inMemory;
}

const all = () => [...snapshot.summaries()];

describe('a snapshot answers as the database does', () => {
  test('to what lists of every kind hold, on every page', async () => {
    const taxonomies: PublishedQuery['taxonomy'][] = [
      undefined,
      { name: 'tags' },
      { name: 'tags', term: 'wood-type' },
      { name: 'categories', term: 'nothing' },
    ];
    for (const lang of [undefined, 'en', 'es', 'xx'])
      for (const type of [undefined, 'post'])
        for (const taxonomy of taxonomies)
          for (const sort of [undefined, 'date', 'title', 'updated_at', 'path'] as const)
            for (const order of [undefined, 'asc', 'desc'] as const)
              for (const page of [1, 3])
                await same((reader) =>
                  reader.list({ lang, type, taxonomy, sort, order, page, pageSize: 13 }),
                );
  });

  test('to which document is at an address, a path or an id', async () => {
    expect(all().length).toBeGreaterThan(100);
    for (const { url, path, id } of [...all(), { url: '/no/', path: 'no.md', id: 'no' }]) {
      await same((reader) => reader.findByUrl(url));
      await same((reader) => reader.findByPath(path));
      await same((reader) => reader.findById(id));
    }
    const urls = ['/no/', ...all().map(({ url }) => url)];
    await same(async (reader) => new Map([...(await reader.titlesAt(urls))].sort()));
    const paths = ['posts/no.md', ...all().map(({ path }) => path)];
    expect((await same((reader) => reader.urlsOf(paths))).size).toBe(all().length);
  });

  test('to what is beside a document, related to it, or the same in other languages', async () => {
    for (const document of all()) {
      await same((reader) => reader.neighbours(document));
      await same((reader) => reader.related(document, 4));
      await same((reader) => reader.translations(document));
      // What comes with a document that is found by its address is what it would be if it were asked for.
      await same(async (reader) => {
        const opened = (await reader.findByUrl(document.url))!;
        return [
          await reader.neighbours(opened),
          await reader.related(opened, 4),
          await reader.translations(opened),
        ];
      });
    }
  });

  test.each(['en', 'es', 'xx'])('to the terms of a taxonomy in %s', async (lang) => {
    await same((reader) => reader.terms('tags', lang));
    await same((reader) => reader.terms('none', lang));
    for (const slug of ['wood-type', 'ink', 'none'])
      await same((reader) => reader.findTerm('tags', lang, slug));
  });

  test('to where addresses lead', async () => {
    const former = ['/posts/B-2/', '/es/posts/B-0/', '/old/0/', '/old/1/', '/posts/moved/', '/no/'];
    const found = new Map<string, string | undefined>();
    for (const url of [...former, ...snapshot.moved.keys()])
      found.set(url, await same((reader) => reader.findMoved(url)));
    expect(found.get('/posts/B-2/')).toBe('/posts/moved/');
    expect(found.get('/old/0/')).toMatch(/^\//);
  });

  test('to what sitemaps and searches are made of', async () => {
    for (const page of [1, 2, 4, 99]) {
      await same((reader) => reader.addresses({ page, pageSize: 50 }));
      await same((reader) => reader.openings({ lang: 'en', page, pageSize: 20 }));
    }
    await same((reader) => reader.addressPages(50));
  });

  test('whether texts were read before or not', async () => {
    const paths = all().map(({ path }) => path);
    await snapshot.prefetch(paths.slice(0, 10));
    for (const path of paths.slice(0, 20)) await same((reader) => reader.findByPath(path));
  });
});
