import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { documentFile, SiteHarness } from './fixtures.ts';
import { codeClasses } from './markdown/code-classes.ts';
import { loadBuiltInTheme } from './theme/load-theme.ts';

const siteYaml = `
title: Manual
url: https://manual.example
languages: { es: {} }
menu:
  - title: Guide
    url: /guide/
    children: [{ title: Install, url: /install/ }, { title: Elsewhere, url: "https://example.org/" }, { title: Use, url: /use/ }]
  - { title: News, url: /posts/ }
`;

const file = (path: string): URL => new URL(`./themes/documentation/${path}`, import.meta.url);

let kiosk: SiteHarness;

beforeAll(async () => {
  const theme = await loadBuiltInTheme('documentation');
  kiosk = await SiteHarness.open(siteYaml);
  kiosk.theme = () => Promise.resolve(theme);
  await kiosk.print({
    'pages/index.md': documentFile({ title: 'Manual', list: 'posts' }, 'Welcome.'),
    'pages/guide.md': documentFile({ title: 'Guide' }, 'First.'),
    'pages/install.md': documentFile({ title: 'Install' }, '## Before\n\n### Room\n\n## After'),
    'pages/use.md': documentFile({ title: 'Use', toc: false }, '## Daily\n\nText.'),
    'posts/one.md': documentFile({ title: 'One', date: '2026-01-01', tags: ['Ink'] }),
    'posts/two.md': documentFile({ title: 'Two', date: '2026-02-01' }),
  });
});
afterAll(() => kiosk[Symbol.asyncDispose]());

describe('every kind of page', () => {
  test.each([
    ['/', 200, '<h1>Manual</h1>'],
    ['/install/', 200, '<h1>Install</h1>'],
    ['/posts/one/', 200, '<h1>One</h1>'],
    ['/posts/', 200, '<h1>Posts</h1>'],
    ['/tags/', 200, '<h1>Tags</h1>'],
    ['/tags/ink/', 200, '<h1>Ink</h1>'],
    ['/search/', 200, '<h1>Search</h1>'],
    ['/es/', 200, '<html lang="es" dir="ltr">'],
    ['/nothing/', 404, '<h1>Page not found</h1>'],
    ['/%zz/', 400, '<h1>This address is not written correctly.</h1>'],
  ])('is shown: %s', async (address, status, part) => {
    const page = await kiosk.get(address);
    expect([page.status, page.body]).toEqual([status, expect.stringContaining(part)]);
    expect(page.body).toMatch(/<a class="skip" href="#_content">[\s\S]*<main id="_content"/);
    expect(page.body).not.toMatch(/<style| style=| on\w+="/);
    expect(page.headers['content-security-policy']).toContain("script-src 'self'");
  });
});

test('the menu stands at the side with its sections, and marks the page', async () => {
  const html = await kiosk.read('/install/');
  expect(html).toContain('<a class="section" href="/guide/">Guide</a>');
  expect(html).toContain('<a href="/install/" aria-current="page">Install</a>');
});

test.each([
  ['/guide/', [], ['/install/', 'Install']],
  ['/install/', ['/guide/', 'Guide'], ['/use/', 'Use']],
  ['/use/', ['/install/', 'Install'], ['/posts/', 'News']],
  ['/posts/two/', ['/posts/one/', 'One'], []],
])(
  '%s leads on in the order of the menu, past other sites, and else in that of time',
  async (address, before, after) => {
    const html = await kiosk.read(address);
    const pager = /<nav class="neighbours"[\s\S]*?<\/nav>/.exec(html)![0];
    const links = [...pager.matchAll(/rel="(\w+)" href="([^"]+)"><span>\w+<\/span> ([^<]+)</g)];
    const found = Object.fromEntries(links.map(([, rel, url, title]) => [rel!, [url, title]]));
    expect([found['prev'] ?? [], found['next'] ?? []]).toEqual([before, after]);
  },
);

test('what is on the page is listed, unless the page says not to', async () => {
  const html = await kiosk.read('/install/');
  expect(html.match(/<a href="#(before|room|after)">/g)).toHaveLength(3);
  expect(await kiosk.read('/use/')).not.toContain('class="outline"');
});

test('the search leads to its page without a script, and knows where the index is', async () => {
  const html = await kiosk.read('/install/');
  expect(html).toContain('role="search" action="/search/" data-index="/search/en/index.json"');
});

describe('the search script', () => {
  const entries = [
    { title: 'Printing ink', terms: '', summary: 'Black.' },
    { title: 'Paper', terms: 'Ink', summary: 'White.' },
    { title: 'Café', terms: '', summary: 'With ink on the tables.' },
  ];

  async function found(query: string): Promise<string[]> {
    const script = (await import(file('assets/search.js').href)) as {
      folded: (text: string) => string;
      matching: (entries: object[], query: string) => { title: string }[];
    };
    const prepared = entries.map((entry) => ({
      ...entry,
      fields: [entry.title, entry.terms, entry.summary].map(script.folded),
    }));
    return script.matching(prepared, query).map(({ title }) => title);
  }

  test.each([
    ['ink', ['Printing ink', 'Paper', 'Café']],
    ['in', ['Printing ink', 'Paper', 'Café']],
    ['INK black', ['Printing ink']],
    ['cafe', ['Café']],
    ['nk', []],
    ['ink nowhere', []],
    [' ', []],
  ])('finds for %j: %j', async (query, titles) => {
    expect(await found(query)).toEqual(titles);
  });
});

describe('the colours', () => {
  const luminance = (colour: string): number => {
    const [r, g, b] = [1, 3, 5]
      .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
  };
  const contrast = (one: string, other: string): number => {
    const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (light! + 0.05) / (dark! + 0.05);
  };
  const coloursIn = (css: string) =>
    Object.fromEntries(
      [...css.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, colour]) => [name!, colour!]),
    );

  async function palette(scheme: 'light' | 'dark'): Promise<Record<string, string>> {
    const { values } = await loadBuiltInTheme('documentation');
    const css = await readFile(file('assets/theme.css'), 'utf8');
    const [light, dark] = css.split('@media (prefers-color-scheme: dark)', 2);
    return scheme === 'light'
      ? { ...coloursIn(light!), accent: String(values['accent']) }
      : { ...coloursIn(light!), ...coloursIn(dark!), accent: String(values['accent_dark']) };
  }

  test.each(['light', 'dark'] as const)(
    'can be read where it is %s (WCAG 2.2, 1.4.3)',
    async (scheme) => {
      const colours = await palette(scheme);
      const texts = Object.keys(colours).filter((name) =>
        /^(ink|muted|accent|note|tip|important|warning|caution|code-.*)$/.test(name),
      );
      expect(texts).toHaveLength(16);
      const pairs = texts.flatMap((text) =>
        ['paper', 'tint', 'mark'].map((ground) => [text, ground] as const),
      );
      const faint = pairs
        .filter(([text, ground]) => ground !== 'mark' || /^(ink|muted|code-.*)$/.test(text))
        .filter(([text, ground]) => contrast(colours[text]!, colours[ground]!) < 4.5);
      expect(faint).toEqual([]);
      for (const ground of ['inserted', 'deleted']) {
        expect(contrast(colours['ink']!, colours[ground]!)).toBeGreaterThan(4.5);
      }
    },
  );

  test('know everything that highlighted code can be', async () => {
    const css = await readFile(file('assets/theme.css'), 'utf8');
    expect(codeClasses.filter((name) => !css.includes(`.${name}`))).toEqual([]);
  });
});
