import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BuildHarness } from '../../build/fixtures.ts';
import { documentFile } from '../../fixtures.ts';
import { serveOutput, type ServedOutput } from './served-output.fixtures.ts';

interface Found {
  readonly total: number;
}

type Marked = readonly (readonly [text: string, isMatch: boolean])[];

interface Result {
  readonly title: Marked;
  readonly url: string;
  readonly excerpt: Marked;
  readonly kind: string;
  readonly date: string;
}

interface SearchScript {
  readonly FullTextSearch: new (address: string) => {
    find(query: string): Promise<Found>;
    results(found: Found, from: number, to: number): Promise<Result[]>;
  };
}

const { FullTextSearch } = (await import(
  new URL('../../included/assets/full-text-search.js', import.meta.url).href
)) as SearchScript;

const filler = 'The quoin holds the type in the chase, and the chase holds the page. ';

const files: Record<string, string> = {
  'posts/press.md': documentFile(
    { title: 'The iron press', tags: ['Letterpress'], date: '2026-01-03' },
    `${filler.repeat(40)}\n\nIt was **running** when [we](https://example.com/x) came; the café <b>was</b> open.\n\n${filler.repeat(40)}`,
  ),
  'posts/wood.md': documentFile(
    { title: 'Wood type', date: '2026-01-02', summary: 'Maple.' },
    'Houses that cut wood type ran cold. <script>alert(1)</script>',
  ),
  'posts/house.md': documentFile({ title: 'A house', date: '2026-01-01' }, 'Presses for rent.'),
  'posts/quiet.md': documentFile({ title: 'Quiet press', noindex: true }, 'Hidden press.'),
  'posts/draft.md': documentFile({ title: 'Draft', workflow: 'draft' }, 'Unicorn press.'),
  'posts/de/haus.md': documentFile({ title: 'Das Haus' }, 'Viele Häuser an der Straße.'),
  'posts/es/a.md': documentFile({ title: 'A' }, 'Con tinta.'),
  'posts/es/b.md': documentFile({ title: 'B', summary: 'Todo sobre la tinta.' }, 'Nada.'),
  'posts/es/c.md': documentFile({ title: 'C', tags: ['Tinta'] }, 'Nada.'),
  'posts/es/d.md': documentFile({ title: 'Tinta', date: '2026-01-01' }, 'Nada.'),
  'posts/es/e.md': documentFile({ title: 'Tinta', date: '2026-01-02' }, 'Nada.'),
  'posts/es/prensa.md': documentFile({ title: 'La prensa' }, 'Las canciones de los impresores.'),
  'posts/fr/presse.md': documentFile({ title: 'La presse' }, 'Les machines étaient françaises.'),
  'posts/ja/tokyo.md': documentFile({ title: '東京の印刷' }, '私は東京都で活字を買いました。'),
  'posts/ja/kyoto.md': documentFile({ title: '京都' }, '古い本。'),
  'posts/th/press.md': documentFile({ title: 'แท่นพิมพ์' }, 'โรงพิมพ์ในกรุงเทพ'),
};

const site = 'title: The Quoin\nlanguages: { de: {}, es: {}, fr: {}, ja: {}, th: {} }\n';

let output: BuildHarness;
let served: ServedOutput;

beforeAll(async () => {
  output = await BuildHarness.open(site);
  await output.kiosk.print(files);
  await output.build();
  served = await serveOutput(output.publicDirectory, output.kiosk.settings);
});
afterAll(async () => {
  await served[Symbol.asyncDispose]();
  await output[Symbol.asyncDispose]();
});

const openSearch = (lang = 'en', from = served) =>
  new FullTextSearch(`${from.url}/search/${lang}/words.json`);

async function search(query: string, lang?: string): Promise<readonly Result[]> {
  const engine = openSearch(lang);
  const found = await engine.find(query);
  const results = await engine.results(found, 0, 10);
  expect(results).toHaveLength(found.total);
  return results;
}

const titlesFor = async (query: string, lang?: string) =>
  (await search(query, lang)).map(({ title }) => title.map(([text]) => text).join(''));

const shown = (parts: Marked) =>
  parts.map(([text, isMatch]) => (isMatch ? `[${text}]` : text)).join('');

describe('ADD-INT-13: the search of the static output finds', () => {
  test.each<[query: string, titles: string[], lang?: string]>([
    ['running', ['The iron press']],
    ['run', ['The iron press']],
    ['RUNS café', ['The iron press']],
    ['cafe', ['The iron press']],
    ['press', ['The iron press', 'A house']],
    ['presse', ['A house']],
    ['letterpress', ['The iron press']],
    ['maple', ['Wood type']],
    ['house', ['A house', 'Wood type']],
    ['housings', ['A house', 'Wood type']],
    ['wood houses', ['Wood type']],
    ['wood nothing', []],
    ['ood', []],
    ['wo', []],
    ['the', []],
    ['the press', ['The iron press', 'A house']],
    ['unicorn', []],
    ['hidden', []],
    ['alert', ['Wood type']],
    ['  ', []],
    ['__proto__ constructor', []],
    ['Haus', ['Das Haus'], 'de'],
    ['häuser', ['Das Haus'], 'de'],
    ['strasse', ['Das Haus'], 'de'],
    ['canción', ['La prensa'], 'es'],
    ['tinta', ['Tinta', 'Tinta', 'C', 'B', 'A'], 'es'],
    ['machine française', ['La presse'], 'fr'],
    ['東京', ['東京の印刷'], 'ja'],
    ['京都', ['京都', '東京の印刷'], 'ja'],
    ['東京都', ['東京の印刷'], 'ja'],
    ['東', ['東京の印刷'], 'ja'],
    ['活字 印刷', ['東京の印刷'], 'ja'],
    ['กรุงเทพ', ['แท่นพิมพ์'], 'th'],
  ])('for %j: %j', async (query, titles, lang) => {
    expect(await titlesFor(query, lang)).toEqual(titles);
  });

  test('the newest of equal matches first', async () => {
    expect((await search('tinta', 'es')).map(({ url }) => url).slice(0, 2)).toEqual([
      '/es/posts/e/',
      '/es/posts/d/',
    ]);
  });

  test('excerpts around the matches, as plain text', async () => {
    const [press] = await search('running open');
    expect(shown(press!.excerpt)).toMatch(
      /^… .*It was \[running\] when we came; the café was \[open\]\..* …$/,
    );
    expect(press).toMatchObject({ url: '/posts/press/', kind: 'Posts', date: '2026-01-03' });
    const [wood] = await search('maples');
    expect(shown(wood!.excerpt)).toBe('[Maple].');
    const [tokyo] = await search('東京', 'ja');
    expect([shown(tokyo!.title), shown(tokyo!.excerpt)]).toEqual([
      '[東京]の印刷',
      '私は[東京]都で活字を買いました。',
    ]);
  });
});

describe('ADD-INT-13: the index', () => {
  test('has no text that is not public, and is missing without search', async () => {
    const all = Object.entries(await output.files()).filter(([file]) => /^search\//.test(file));
    expect(JSON.stringify(all)).not.toMatch(/unicorn|Hidden press/i);
    await using plain = await BuildHarness.open('search: { enabled: false }');
    await plain.kiosk.print({ 'posts/a.md': documentFile({ title: 'A' }, 'Text.') });
    await plain.build();
    expect(Object.keys(await plain.files()).filter((file) => file.startsWith('search'))).toEqual(
      [],
    );
  });

  test('is the same after a complete build, and only changed parts are written by others', async () => {
    await using own = await BuildHarness.open('{}');
    const many = Array.from({ length: 30 }, (_, at) => [
      `posts/${at}.md`,
      documentFile({ title: `Number ${at}` }, `Word${at} ${filler}`),
    ]);
    await own.kiosk.print(Object.fromEntries(many) as Record<string, string>);
    await own.build();
    const before = await own.files();
    const texts = Object.keys(before).filter((file) => file.startsWith('search/en/texts/'));
    expect(texts).toHaveLength(30);
    expect(await own.build()).toMatchObject({ written: 0, removed: 0 });
    await own.build({ isFull: true });
    expect(await own.files()).toEqual(before);

    await own.kiosk.print({ 'posts/7.md': documentFile({ title: 'Number 7' }, 'Rewritten.') });
    await own.build();
    const after = Object.keys(await own.files());
    expect(after.filter((file) => file.includes('/texts/') && !(file in before))).toHaveLength(1);
    expect(texts.filter((file) => !after.includes(file))).toHaveLength(1);
    await own.kiosk.print({ 'posts/7.md': documentFile({ workflow: 'draft' }, 'Rewritten.') });
    await own.build();
    expect(JSON.stringify(await own.files())).not.toMatch(/rewritten/i);
  });

  test('reads little of a large index for a query', async () => {
    await using large = await BuildHarness.open('{}');
    const words = (seed: number) =>
      Array.from({ length: 300 }, (_, at) => ((seed * 7_919 + at * 104_729) % 9_973).toString(26))
        .map((word) => word.replace(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)]!))
        .join(' ');
    const many = Array.from({ length: 400 }, (_, at) => [
      `posts/${at}.md`,
      documentFile({ title: `Number ${at}` }, `${words(at)} ${at === 7 ? 'platypus' : ''}`),
    ]);
    await large.kiosk.print(Object.fromEntries(many) as Record<string, string>);
    await large.build();
    const whole = Object.entries(await large.files())
      .filter(([file]) => file.startsWith('search/en/words'))
      .reduce((sum, [, text]) => sum + text.length, 0);
    expect(whole).toBeGreaterThan(300_000);
    await using from = await serveOutput(large.publicDirectory, large.kiosk.settings);
    const engine = openSearch('en', from);
    const found = await engine.find('platypus');
    await engine.results(found, 0, 10);
    expect(found.total).toBe(1);
    expect(from.sent.length).toBeLessThan(6);
    expect(from.sent.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(100_000);
  });

  test('is opened again when a new build has replaced it', async () => {
    await using own = await BuildHarness.open('{}');
    await own.kiosk.print({ 'posts/a.md': documentFile({ title: 'A' }, 'Aardvark, zebra.') });
    await own.build();
    await using from = await serveOutput(own.publicDirectory, own.kiosk.settings);
    const engine = openSearch('en', from);
    expect((await engine.find('')).total).toBe(0);
    await own.kiosk.print({ 'posts/a.md': documentFile({ title: 'A' }, 'Paper.') });
    await own.build();
    const found = await engine.find('papers');
    expect(found.total).toBe(1);
    expect(await engine.results(found, 0, 1)).toMatchObject([{ url: '/posts/a/' }]);
  });
});
