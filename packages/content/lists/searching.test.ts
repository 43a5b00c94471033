import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DocumentQuery } from './document-list-read-model.ts';
import { author, editor, Newsroom } from '../workflow/newsroom.fixtures.ts';

const files: Record<string, string> = {
  'posts/press.md':
    '---\ntitle: The iron press\ntags: [Letterpress]\nsummary: A machine of the nineteenth century.\ndate: 2026-01-03\n---\nIt was running when we came; the café was open.\n',
  'posts/runs.md':
    '---\ntitle: Two runs\nauthor: maria\ndate: 2026-01-02\n---\nWe ran out of wood type. The iron was cold, and the press too.\n',
  'posts/type.md':
    '---\ntitle: Type\nauthor: maria\ndate: 2026-01-01\n---\nType made of wood, O’Neil’s, well-known; costs 2.50 on 2026-03-01.\n',
  'posts/es/prensa.md':
    '---\ntitle: La prensa\nsummary: Sobre la publicación.\n---\nLas canciones de los impresores, y una habitación.\n',
  'posts/es/cancion.md': '---\ntitle: Una canción\n---\nPublicaciones del año.\n',
  'posts/de/drucke.md': '---\ntitle: Bücher\n---\nDie Drucker druckten.\n',
  'posts/tlh/qap.md': '---\ntitle: Running in Klingon\n---\nDIvI’ Hol\n',
  'posts/broken-press.md': '---\ntitle: [unclosed\n---\nGibberish.\n',
};

let room: Newsroom;

beforeAll(async () => {
  room = await Newsroom.open('languages:\n  es: {}\n  de: {}\n  tlh: {}\n');
  for (const [path, text] of Object.entries(files)) await room.write(path, text);
  await room.indexer.scan();
});

afterAll(() => room[Symbol.asyncDispose]());

const find = (q: string, query: Partial<DocumentQuery> = {}) =>
  room.service.list(editor, { q, pageSize: 50, ...query });

async function pathsFor(q: string, query?: Partial<DocumentQuery>): Promise<string[]> {
  return (await find(q, query)).items.map(({ place }) => place.path.slice('posts/'.length));
}

describe('a search (GAP-DOC-6)', () => {
  test.each<[why: string, q: string, found: string[]]>([
    ['finds words in any of their forms', 'machines', ['press.md']],
    ['and the other way round', 'run ', ['press.md', 'runs.md']],
    ['in capitals', 'NINETEENTH', ['press.md']],
    ['finds terms of taxonomies', 'letterpress', ['press.md']],
    ['wants all the words', 'iron wood', ['runs.md']],
    ['finds nothing that is nowhere', 'lithography', []],
    ['knows Spanish: singular for plural', 'habitaciones', ['es/prensa.md']],
    ['and plural for singular', 'publicación', ['es/cancion.md', 'es/prensa.md']],
    ['takes words without their accents', 'habitacion', ['es/prensa.md']],
    ['in English texts too', 'cafe', ['press.md']],
    ['and words with them', 'café', ['press.md']],
    ['composed of two characters', 'cafe\u0301 ', ['press.md']],
    ['knows German', 'drucker buch', ['de/drucke.md']],
    ['takes words of a language without stems as they are', 'hol ', ['tlh/qap.md']],
    ['of which a stem is none', 'klingons ', []],
    ['finds what is being typed', 'machi', ['press.md']],
    ['although the stem is shorter', 'runnin', ['press.md', 'tlh/qap.md']],
    ['in Spanish, without the accent', 'habitaci', ['es/prensa.md']],
    ['behind other words', 'wood ty', ['runs.md', 'type.md']],
    ['but not a beginning followed by a space', 'machi ', []],
    ['nor one in front', 'machi nineteenth', []],
    ['takes quoted words in their order', '"wood type"', ['runs.md']],
    ['with what stands between them', '"type made of wood"', ['type.md']],
    ['leaves out what has a minus sign', 'type -ran', ['type.md']],
    ['or a phrase with one', 'type -"wood type"', ['type.md']],
    ['takes or', 'lithography or letterpress', ['press.md']],
    ['finds the words of a hyphenated one', 'well-known', ['type.md']],
    ['and of one with an apostrophe', "o'neil", ['type.md']],
    ['finds numbers', '2.50', ['type.md']],
    ['and dates', '2026-03-01', ['type.md']],
    ['finds nothing by words that say nothing in one language', 'die ', []],
    ['ignores words that say nothing', 'the machine of', ['press.md']],
    ['finds documents by their names', 'cancion', ['es/cancion.md', 'es/prensa.md']],
  ])('%s: %s', async (_why, q, found) => {
    expect((await pathsFor(q)).toSorted()).toEqual(found);
  });

  test('ranks matches in the title first, then terms, summary and body', async () => {
    await room.write('posts/rank-body.md', '---\ntitle: D\n---\n' + 'Vellum is here. '.repeat(200));
    await room.write('posts/rank-summary.md', '---\ntitle: C\nsummary: Of vellum.\n---\n');
    await room.write('posts/rank-tags.md', '---\ntitle: B\ntags: [Vellum]\n---\n');
    await room.write('posts/rank-title.md', '---\ntitle: Vellum\n---\n');
    await room.indexer.scan();
    const ranked = ['rank-title.md', 'rank-tags.md', 'rank-summary.md', 'rank-body.md'];
    expect(await pathsFor('vellum ')).toEqual(ranked);
    expect(await pathsFor('vellum', { sort: 'relevance', order: 'asc' })).toEqual(
      ranked.toReversed(),
    );
    expect(await pathsFor('vellum', { sort: 'title' })).toEqual([
      'rank-tags.md',
      'rank-summary.md',
      'rank-body.md',
      'rank-title.md',
    ]);
  });

  test('counts its matches together with other filters', async () => {
    expect(await find('iron')).toMatchObject({ total: 2 });
    expect(await find('iron', { author: 'maria' })).toMatchObject({ total: 1 });
    expect(await find('running', { lang: 'tlh' })).toMatchObject({ total: 1 });
    expect(await find('iron', { lang: 'es' })).toMatchObject({ total: 0, items: [] });
    expect(await find('iron', { pageSize: 1, page: 2 })).toMatchObject({
      total: 2,
      items: [{ place: { path: 'posts/runs.md' } }],
    });
  });

  test('shows authors only their own documents', async () => {
    const { items, total } = await room.service.list(author('maria'), { q: 'iron', pageSize: 9 });
    expect(items.map(({ place }) => place.path)).toEqual(['posts/runs.md']);
    expect(total).toBe(1);
    const powerless = { ...editor, grants: new Set<string>() };
    expect(await room.service.list(powerless, { q: 'iron', pageSize: 9 })).toMatchObject({
      total: 0,
      items: [],
    });
  });

  test('finds a broken file by its path and its text', async () => {
    const [found] = (await find('broken press md')).items;
    expect(found).toMatchObject({
      place: { path: 'posts/broken-press.md' },
      problem: { line: 2 },
      highlight: { title: '<mark>Broken</mark> <mark>press</mark>' },
    });
    expect(await pathsFor('unclosed')).toEqual(['broken-press.md']);
  });

  test.each([
    '"',
    '"""',
    "'",
    "''",
    '\\',
    "\\'",
    ':*',
    'a:*',
    '&',
    '!',
    '|',
    '<->',
    '(((',
    '- - -',
    '-"',
    '--',
    '%_',
    "'; drop table documents; --",
    '<b>',
    'or',
    'or or',
    'and not',
    '½ ² ٣ 𝒳',
    '\uFEFF\u200B',
    '🖨️',
    'x'.repeat(500),
    '" '.repeat(250),
    'a '.repeat(250),
    '-a '.repeat(166),
  ])('ignores characters that are not words: %j', async (q) => {
    const { items, total } = await find(q);
    expect(total).toBe(items.length);
  });

  test('without words is treated as no search', async () => {
    const { total } = await room.service.list(editor, { pageSize: 1 });
    expect((await find('  ')).total).toBe(total);
    expect((await find('')).items[0]!.highlight).toBeNull();
  });
});

describe('highlights', () => {
  test('mark each match in its context', async () => {
    expect((await find('machines iron')).items[0]!.highlight).toEqual({
      title: 'The <mark>iron</mark> press',
      summary: 'A <mark>machine</mark> of the nineteenth century.',
      body: null,
    });
    expect((await find('cafe ')).items[0]!.highlight).toEqual({
      title: 'The iron press',
      summary: 'A machine of the nineteenth century.',
      body: 'It was running when we came; the <mark>café</mark> was open.',
    });
    expect((await find('habitacion', { lang: 'es' })).items[0]!.highlight).toMatchObject({
      body: expect.stringContaining('<mark>habitación</mark>.') as string,
    });
  });

  test('mark the word being typed, but no excluded words', async () => {
    const [found] = (await find('-"wood type" machi')).items;
    expect(found!.highlight!.summary).toBe('A <mark>machine</mark> of the nineteenth century.');
    const [other] = (await find('machine -typing')).items;
    expect(other!.highlight!.summary).toBe('A <mark>machine</mark> of the nineteenth century.');
  });

  test('escape markup', async () => {
    const hostile =
      '<script>alert(1)</script> <mark>x</mark> "quoins" & \'quoins\' <img src=quoins>';
    const text = `---\ntitle: ${JSON.stringify(hostile)}\nsummary: ${JSON.stringify(hostile)}\n---\n${hostile}\n`;
    await room.write('posts/hostile.md', text);
    await room.indexer.scan();
    const [found] = (await find('quoins')).items;
    const escaped =
      '&lt;script&gt;alert(1)&lt;/script&gt; &lt;mark&gt;x&lt;/mark&gt; &quot;<mark>quoins</mark>&quot; &amp; ' +
      '&#39;<mark>quoins</mark>&#39; &lt;img src=<mark>quoins</mark>&gt;';
    expect(found!.highlight).toEqual({ title: escaped, summary: escaped, body: escaped });
  });
});

describe('search results are up to date', () => {
  test('after a save, without a scan', async () => {
    const created = await room.service.create(editor, {
      type: 'post',
      lang: 'en',
      title: 'Quire',
      slug: 'quire',
      content: 'Deckle edge.\n',
    });
    expect(await pathsFor('deckle')).toEqual(['quire.md']);
    const { path } = created.indexed.place;
    await room.service.save(editor, { path, content: 'Cut edge.\n' });
    expect(await pathsFor('deckle')).toEqual([]);
    expect(await pathsFor('quire cut')).toEqual(['quire.md']);
  });

  test('after an edit on disk and a scan', async () => {
    await room.write('posts/edited.md', '---\ntitle: Edited\n---\nOctavo.\n');
    await room.indexer.scan();
    expect(await pathsFor('octavo')).toEqual(['edited.md']);
    await room.write('posts/edited.md', '---\ntitle: Edited\n---\nDuodecimo.\n');
    await room.indexer.indexPath('posts/edited.md');
    expect(await pathsFor('octavo')).toEqual([]);
    expect(await pathsFor('duodecimo')).toEqual(['edited.md']);
  });

  test('after a file is removed and comes back', async () => {
    await room.write('posts/gone.md', '---\ntitle: Gone\n---\nIncunabula.\n');
    await room.indexer.scan();
    await room.remove('posts/gone.md');
    await room.indexer.scan();
    expect(await find('incunabula')).toMatchObject({ total: 0 });
    await room.write('posts/gone.md', '---\ntitle: Back\n---\nIncunabula.\n');
    await room.indexer.scan();
    expect(await pathsFor('incunabula')).toEqual(['gone.md']);
  });

  test('after an upgrade from a Galley without search, at the first scan', async () => {
    await room.database.db.deleteFrom('document_search').execute();
    expect(await find('letterpress')).toMatchObject({ total: 0 });
    await room.colleague().indexer.scan();
    expect(await pathsFor('letterpress')).toEqual(['press.md']);
    expect(await pathsFor('broken press md')).toEqual(['broken-press.md']);
    const { total } = await room.service.list(editor, { pageSize: 1 });
    const searched = await room.database.db.selectFrom('document_search').selectAll().execute();
    expect(searched).toHaveLength(total);
  });

  test('after a settings change', async () => {
    await room.write('posts/es/adentro.md', '---\ntitle: Caja\nmateria: Cajista\n---\n');
    await room.indexer.scan();
    expect(await pathsFor('cajista')).toEqual([]);
    const colleague = room.colleague();
    colleague.settings = {
      ...room.settings,
      taxonomies: { ...room.settings.taxonomies, materia: room.settings.taxonomies['tags']! },
    };
    await colleague.indexer.rederive();
    expect(await pathsFor('cajista')).toEqual(['es/adentro.md']);
    await room.indexer.rederive();
    expect(await pathsFor('cajista')).toEqual([]);
  });

  test('with the last save when two users write at once', async () => {
    await room.write('posts/raced.md', '---\ntitle: Raced\n---\nRecto.\n');
    await room.indexer.scan();
    await room.database.db.deleteFrom('document_search').execute();
    await Promise.all([
      room.colleague().indexer.scan(),
      room.service.save(editor, { path: 'posts/raced.md', content: 'Verso.\n' }),
      room.indexer.scan(),
    ]);
    expect(await pathsFor('verso')).toEqual(['raced.md']);
    expect(await pathsFor('recto')).toEqual([]);
  });
});

const manyWords = Array.from({ length: 18_000 }, (_, at) => `w${at.toString(36)}-ñ${at}`).join(' ');
const syllables = Array.from({ length: 26_000 }, (_, at) =>
  String.fromCharCode(0xac00 + (at % 11_000), 0xac00 + Math.floor(at / 11)),
).join(' ');

test.each([
  ['eighteen thousand different words', manyWords],
  ['words of six bytes', syllables],
  ['one word of a hundred thousand letters', 'ab'.repeat(50_000)],
  ['one word ten thousand times', 'ink '.repeat(10_000)],
  ['nothing but signs', '-'.repeat(100_000)],
])('a text of %s can be saved, and its beginning is searchable', async (_what, text) => {
  await using large = await Newsroom.open();
  const input = { type: 'post', lang: 'es', title: 'x'.repeat(500), slug: 'large' };
  await large.service.create(editor, { ...input, content: `Frontispiece. ${text}\n` });
  const { items } = await large.service.list(editor, { q: 'frontispiece', pageSize: 1 });
  expect(items).toMatchObject([
    { highlight: { body: expect.stringMatching(/^<mark>Frontispiece<\/mark>/) as string } },
  ]);
  expect(items[0]!.highlight!.body!.length).toBeLessThan(400);
});
