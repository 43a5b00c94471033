import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseSiteSettings } from '@galley/settings';
import { documentFile, SiteHarness } from './fixtures.ts';
import { loadBuiltInTheme } from './theme/load-theme.ts';

const everything = `
markdown:
  { definition_lists: true, abbreviations: true, attributes: true, math: true, diagrams: true, admonitions: true }
`;
const text = [
  'With $x^2$ and HTML.\n{.lead}',
  '*[HTML]: HyperText Markup Language',
  'Ink\n: Black',
  ':::note\nClosed.\n:::',
  '$$\n\\frac{1}{2}\n$$',
  '```mermaid\ngraph TD\n  A --> B\n```',
].join('\n\n');

let site: SiteHarness;
beforeAll(async () => {
  site = await SiteHarness.open(`title: T\nurl: https://t.example\n${everything}`);
  await site.print({
    'posts/a.md': documentFile({ title: 'A', date: '2026-01-01' }, text),
    'posts/plain.md': documentFile({ title: 'P', date: '2026-01-02' }, 'Plain.'),
  });
});
afterAll(() => site[Symbol.asyncDispose]());

const parts = [
  '<p class="lead">',
  '<abbr title="HyperText Markup Language">',
  '<dl>',
  'callout-note',
  '<math',
  'class="diagram"',
];

test('ADD-THM-9: the settings decide what a page shows, and a change applies to texts that are cached', async () => {
  const before = site.settings;
  const page = await site.read('/posts/a/');
  for (const part of parts) expect(page).toContain(part);
  site.settings = { ...before, markdown: parseSiteSettings('', 'site.yaml').markdown };
  const without = await site.read('/posts/a/');
  for (const part of parts) expect(without).not.toContain(part);
  expect(without).toContain('With $x^2$ and HTML.\n{.lead}');
  site.settings = before;
  expect(await site.read('/posts/a/')).toBe(page);
});

test.each(['default', 'documentation'])(
  'ADD-THM-10: pages of the theme %s load styles of formulas and diagrams only where there are some',
  async (name) => {
    const theme = loadBuiltInTheme(name);
    site.theme = () => theme;
    const styles = (page: string) => page.match(/\/assets\/(?:math|diagram)\.[\da-f]+\.css/g) ?? [];
    const found = styles(await site.read('/posts/a/'));
    expect(found).toHaveLength(2);
    for (const address of found) {
      const css = await site.read(address);
      for (const [, file] of css.matchAll(/url\(["']?([^"')]+\.woff2)/g))
        expect((await site.get(`/assets/${file!}`)).status).toBe(200);
      expect(css).not.toMatch(/https?:\/\/(?!www\.w3\.org)/);
    }
    expect(styles(await site.read('/posts/plain/'))).toEqual([]);
  },
);

test('ADD-THM-10: summaries have the text of formulas, and feeds their source', async () => {
  const summary = '"With x^2 and HTML."';
  expect(await site.read('/posts/a/')).toContain(`<meta name="description" content=${summary}>`);
  expect(await site.read('/search/en/1.json')).toContain(`"summary":${summary}`);
  const feed = await site.read('/feed.json');
  expect(feed).toContain('<code class=\\"language-math\\">x^2</code>');
  expect(feed).toContain('language-mermaid');
  expect(feed).not.toMatch(/<math|<svg/);
});

test('ADD-THM-10: a preview shows the same as the page', async () => {
  const document = (await site.published.findByPath('posts/a.md'))!;
  const preview = String((await site.site.preview(document)).body);
  const article = (page: string) => /<p class="lead">.*<\/figure>/s.exec(page)?.[0];
  expect(article(preview)).toBe(article(await site.read('/posts/a/')));
  expect(article(preview)).toContain('<svg ');
});
