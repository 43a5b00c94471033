import { readWithFaults, type PublishedDocument } from '@galley/content';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { documentFile, SiteHarness } from '../fixtures.ts';
import { themesDirectoryWith } from '../theme/fixtures.ts';
import { loadTheme } from '../theme/load-theme.ts';
import { findPageFaults } from './page-faults.ts';

const path = 'posts/one.md';
let kiosk: SiteHarness;
let published: PublishedDocument;

beforeAll(async () => {
  kiosk = await SiteHarness.open('');
  await kiosk.print({ [path]: documentFile({ title: 'One' }, 'Text.') });
  published = (await kiosk.published.findByPath(path))!;
});

afterAll(() => kiosk[Symbol.asyncDispose]());

beforeEach(async () => {
  await useTheme({});
});

async function useTheme(files: Readonly<Record<string, string>>): Promise<void> {
  const themesDirectory = await themesDirectoryWith('mine', files);
  kiosk.theme = () => loadTheme({ themesDirectory, name: 'mine' });
}

async function faultsOf(text: string) {
  const { document, faults } = readWithFaults(path, Buffer.from(text), kiosk.settings);
  const { body, metadata } = document!;
  const page = { ...published, ...metadata, body, date: published.date };
  const one = { path, document, faults, links: [], page };
  return findPageFaults([one], (wanted) => kiosk.site.tryPage(wanted));
}

const head = '---\ntitle: One\n---\n';

describe('ADD-CHECK-7: preview', () => {
  test.each([
    'Plain.',
    '`:::card` and `{{card}}`',
    '```\n:::card\n{{card}}\n```',
    '\\{{card}}, {{ page.title }}, {{ 1 }}',
  ])('%s passes', async (body) => {
    expect(await faultsOf(`${head}${body}\n`)).toEqual([]);
  });

  test.each([
    ['Text.\n\n:::card by="Ada"\nInner\n:::\n', 'card', 6],
    ['Text with {{card by="a_b"}} in it.\n', 'card', 4],
    ['`{{card}}`\n\n> {{card}}\n\n- a\n- {{video id=1}}\n', 'video', 9],
    ['::: warning\nHot.\n:::\n', 'warning', 4],
  ])('a block that no plugin has fails: %j', async (body, name, line) => {
    const message = `no enabled plugin has a block “${name}”, so the page shows its source`;
    expect(await faultsOf(head + body)).toContainEqual({ path, line, message });
  });

  test('a missing layout fails at its line', async () => {
    const message = 'the theme has no layout “wide”; it has 404, list, page, term, terms';
    expect(await faultsOf('---\ntitle: One\nlayout: wide\n---\n')).toEqual([
      { path, line: 3, message },
    ]);
  });

  test('unreadable frontmatter fails at its line', async () => {
    expect(await faultsOf('---\ntitle: [\n---\n')).toMatchObject([{ path, line: 2 }]);
  });

  test('a template that fails is named with its line', async () => {
    await useTheme({ 'layouts/post.liquid': 'A\n{{ document.title | nonsense }}' });
    const [fault] = await faultsOf(`${head}Text.\n`);
    expect(fault).toMatchObject({ path, line: null });
    expect(fault?.message).toMatch(
      /^the theme cannot render this page: layouts\/post\.liquid, line 2, column \d+: .*nonsense/,
    );
  });

  test('a missing partial of the theme is named with the line that renders it', async () => {
    await useTheme({ 'layouts/post.liquid': "{% render 'no-such-part' %}" });
    const [fault] = await faultsOf(`${head}Text.\n`);
    expect(fault?.message).toMatch(/layouts\/post\.liquid, line 1, column \d+: .*no-such-part/);
  });

  test('a partial named by a field is named, too', async () => {
    await useTheme({ 'layouts/page.liquid': '{% render document.title %}' });
    const [fault] = await faultsOf(`${head}Text.\n`);
    expect(fault?.message).toMatch(/layouts\/page\.liquid, line 1, column \d+: .*One/);
  });
});
