import { afterAll, beforeAll, expect, test } from 'vitest';
import { documentFile, SiteHarness } from './fixtures.ts';
import { themesDirectoryWith } from './theme/fixtures.ts';
import { loadTheme } from './theme/load-theme.ts';

let kiosk: SiteHarness;

beforeAll(async () => {
  kiosk = await SiteHarness.open('languages: { es: {} }');
  const one = documentFile({ title: 'One', date: '2026-01-01' }, 'Text of one.');
  const two = documentFile({ title: 'Two', date: '2026-01-01' }, 'Text of two.');
  await kiosk.print({ 'posts/one.md': one, 'posts/two.md': two });
});

afterAll(() => kiosk[Symbol.asyncDispose]());

const discreet = {
  'cache-control': 'private, no-store',
  'x-robots-tag': 'noindex, nofollow',
  'referrer-policy': 'no-referrer',
};

async function changed(path: string, body: string) {
  const document = (await kiosk.published.findByPath(path))!;
  return kiosk.site.preview({ ...document, body });
}

test('a preview looks like the page, says that it is none, and is not for search engines (GAP-DOC-15)', async () => {
  const page = await kiosk.get('/posts/one/');
  const preview = await changed('posts/one.md', 'Changed.');
  expect(preview.status).toBe(200);
  expect(preview.body).toContain('<p>Changed.</p>');
  expect(preview.htmlBody).toBe('<p>Changed.</p>\n');
  expect(preview.body).toMatch(/<body>\s*<aside [^>]*>[^]*Preview, not published[^]*<\/aside>/);
  expect(String(preview.body).match(/<meta name="robots" content="noindex">/g)).toHaveLength(1);
  expect(preview.body).toMatch(/\/assets\/theme\.[0-9a-f]{16}\.css/);
  expect(preview.headers).toMatchObject(discreet);
  expect(preview.headers['etag']).toBeUndefined();
  const policy = 'content-security-policy';
  expect(preview.headers[policy]).toBe(page.headers[policy]);
});

test('a preview says so in the language of the page', async () => {
  const document = (await kiosk.published.findByPath('posts/one.md'))!;
  const { body } = await kiosk.site.preview({ ...document, lang: 'es' });
  expect(body).toMatch(/<aside [^>]*lang="es"[^>]*>.*Vista previa, sin publicar/);
});

test('a preview leaves nothing behind that a public page could be made of', async () => {
  // Has the hash of the public text, which is cached.
  await changed('posts/two.md', 'Changed.');
  const page = await kiosk.read('/posts/two/');
  expect(page).toContain('<p>Text of two.</p>');
  expect(page).not.toMatch(/Changed|Preview/);
  expect(await kiosk.read('/feed.xml')).not.toContain('Changed.');
});

test('a preview that a theme fails at is as discreet as one that it shows', async () => {
  const themesDirectory = await themesDirectoryWith('mine', {
    'layouts/post.liquid': '{{ document.title | nonsense }}',
    'layouts/page.liquid': '{% render document.title %}',
  });
  kiosk.theme = () => loadTheme({ themesDirectory, name: 'mine' });
  const preview = await changed('posts/one.md', 'Changed.');
  kiosk.theme = () => loadTheme({ themesDirectory: '/nowhere', name: 'default' });
  expect(preview).toMatchObject({
    status: 500,
    headers: discreet,
    htmlBody: '<p>Changed.</p>\n',
  });
});

test('a preview that leads nowhere is 404 with an explanation, and one that is not to be read 405', async () => {
  const invalid = await kiosk.site.refusePreview('preview_invalid');
  expect(invalid).toMatchObject({ status: 404, headers: discreet });
  expect(invalid.body).toContain('Ask the sender for a new one.');
  expect(invalid.body).toMatch(/\/assets\/theme\.[0-9a-f]{16}\.css/);
  const unreadable = await kiosk.site.refusePreview('method_not_allowed');
  const headers = { ...discreet, allow: 'GET, HEAD' };
  expect(unreadable).toMatchObject({ status: 405, headers });
});
