import { Parser } from 'htmlparser2';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { documentFile, SiteHarness } from './fixtures.ts';
import { builtInThemeNames, loadBuiltInTheme } from './theme/load-theme.ts';

const hostile = `"'><script>alert(1)</script><img src=x onerror=alert(1)>&lt;{{ site.title }}{% raw %}\u202e]]>`;

let kiosk: SiteHarness;

beforeAll(async () => {
  const text = JSON.stringify(hostile);
  kiosk = await SiteHarness.open(`
title: ${text}
description: ${text}
languages: { ar: { name: ${text}, title: ${text} } }
taxonomies: { tags: { label: ${text} }, categories: {} }
content: { types: { page: {}, post: { label: ${text} } } }
menu: [{ title: ${text}, url: '/"onclick="alert(1)' }]
`);
  const frontmatter = {
    title: hostile,
    summary: hostile,
    author: hostile,
    tags: [hostile],
    categories: [hostile],
    date: '2026-01-01',
    image: 'x"onerror="alert(1)',
    image_alt: hostile,
    toc: true,
  };
  await kiosk.print({
    'posts/bad.md': documentFile(
      { ...frontmatter, slug: 'bad' },
      `# ${hostile}\n\n## ${hostile}\n\n${hostile}`,
    ),
    'posts/ar/bad.md': documentFile(
      { ...frontmatter, slug: 'bad', image: 'javascript:alert(1)' },
      hostile,
    ),
    'pages/index.md': documentFile({ ...frontmatter, list: 'posts' }, hostile),
  });
});
afterAll(() => kiosk[Symbol.asyncDispose]());

/** Data blocks never run; themes have a search form and its script. */
function isOfTheme(name: string, { type, src, role }: Readonly<Record<string, string>>): boolean {
  if (name === 'script')
    return type === 'application/ld+json' || Boolean(src?.startsWith('/assets/search.'));
  return name === 'form' && role === 'search';
}

function scriptable(html: string): readonly string[] {
  const found: string[] = [];
  const parser = new Parser({
    onopentag: (name, attributes) => {
      if (isOfTheme(name, attributes)) return;
      if (['script', 'iframe', 'object', 'style', 'base', 'form'].includes(name)) found.push(name);
      for (const [attribute, value] of Object.entries(attributes)) {
        if (attribute.startsWith('on') || attribute === 'style') found.push(`${name} ${attribute}`);
        if (/^\s*(?:javascript|data|vbscript):/i.test(value)) found.push(`${name} ${value}`);
      }
    },
  });
  parser.end(html);
  return found;
}

const slug = 'script-alert-1-script-img-src-x-onerror-alert-1-lt-site-title-raw';

describe.each(await builtInThemeNames())('the theme %s', (name) => {
  beforeAll(async () => {
    const theme = await loadBuiltInTheme(name);
    kiosk.theme = () => Promise.resolve(theme);
  });

  test.each([
    '/',
    '/posts/',
    '/posts/bad/',
    '/ar/',
    '/ar/posts/bad/',
    '/tags/',
    `/tags/${slug}/`,
    '/nothing/',
  ])('shows hostile titles, terms and settings as text on %s', async (address) => {
    const { body, status } = await kiosk.get(address);
    expect(status).toBe(address === '/nothing/' ? 404 : 200);
    expect(scriptable(String(body))).toEqual([]);
    expect(body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(body).toContain('{{ site.title }}{% raw %}');
  });

  test('says that a language runs from right to left', async () => {
    const html = await kiosk.read('/ar/posts/bad/');
    expect(html).toContain('<html lang="ar" dir="rtl">');
    expect(html).not.toContain('<figure class="picture">');
  });
});

test('in the feed and the sitemap, too', async () => {
  const feed = await kiosk.read('/feed.xml');
  expect(feed).not.toMatch(/<script|<img|CDATA/);
  const texts: string[] = [];
  const parser = new Parser({ ontext: (text) => texts.push(text) }, { xmlMode: true });
  parser.end(feed);
  expect(texts.join('')).toContain(hostile);
  expect(await kiosk.read('/sitemap.xml')).not.toContain('script');
});
