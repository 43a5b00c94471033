import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RecordingReader } from './dependencies/recording-reader.ts';
import { blankPicture, documentFile, SiteHarness } from './fixtures.ts';
import { RenderedBodies } from './pages/rendered-bodies.ts';

let kiosk: SiteHarness;
beforeAll(async () => {
  kiosk = await SiteHarness.open(`
title: The Gazette
url: https://gazette.example
html: { embeds: [video.example] }
`);
  await kiosk.print({
    'media/two words.png': blankPicture,
    'posts/press.md': documentFile(
      { title: 'Press', date: '2026-01-01', image: '../media/two words.png', image_alt: 'A press' },
      '![b](<../media/two words.png>)\n\n<iframe src="https://video.example/1"></iframe>\n',
    ),
    'posts/code.md': documentFile(
      { title: 'Code', date: '2026-01-02', toc: true },
      '# a\n## b\n\nx[^1]\n\n```ts\nconst a = 1;\n```\n\n[^1]: y\n',
    ),
    'posts/es/notas.md': documentFile({ title: 'Notas', lang: 'es' }, 'x[^1]\n\n[^1]: y\n'),
  });
});
afterAll(() => kiosk[Symbol.asyncDispose]());

describe('a page', () => {
  test('shows pictures in the text and above it in the size that a reader needs', async () => {
    const html = await kiosk.read('/posts/press/');
    const pictures = html.match(/<picture>.*?<\/picture>/gs) ?? [];
    expect(pictures).toHaveLength(2);
    for (const picture of pictures) {
      expect(picture).toMatch(
        /<source type="image\/avif" srcset="\/media-variants\/two%20words\.png\.[\da-f]{16}\.320\.avif 320w, /,
      );
      expect(picture).toMatch(/<img src="\/media\/two%20words\.png" alt="(?:A press|b)"/);
      expect(picture).toContain('width="800" height="400"');
    }
  });

  test('shows them so in lists too', async () => {
    expect(await kiosk.read('/posts/')).toMatch(/\.640\.webp 640w[^>]*sizes="\(min-width: 64rem\)/);
  });

  test('keeps in sight what matters of a picture that a list crops', async () => {
    expect(await kiosk.read('/posts/')).not.toContain('class="focal-');
    const sidecar = 'media/two words.png.meta.yaml';
    await kiosk.print({ [sidecar]: 'focal_x: 0.234\nfocal_y: 1\n' });
    expect(await kiosk.read('/posts/')).toContain('class="focal-x-20 focal-y-100"');
    await kiosk.print({ [sidecar]: 'focal_x: left\nfocal_y: 1\n' });
    expect(await kiosk.read('/posts/')).not.toContain('class="focal-');
  });

  test('ADD-KEY-5: describes its cover image as the media library does, unless it has its own alt text', async () => {
    await kiosk.print({
      'media/described.png': blankPicture,
      'media/described.png.meta.yaml': 'alt: From the library\n',
      'posts/plain.md': documentFile({ title: 'Plain', image: 'media/described.png' }),
      'posts/decorated.md': documentFile({
        title: 'Decorated',
        image: 'media/described.png',
        image_alt: '',
      }),
    });
    const altOf = async (path: string) =>
      /<img src="\/media\/described\.png" alt="([^"]*)"/.exec(await kiosk.read(path))?.[1];
    expect(await altOf('/posts/plain/')).toBe('From the library');
    expect(await altOf('/posts/decorated/')).toBe('');
  });

  test('may load frames of the hosts that the settings name, and of no other', async () => {
    const { headers, body } = await kiosk.get('/posts/press/');
    expect(headers['content-security-policy']).toContain('; frame-src https://video.example;');
    expect(body).toContain('<iframe src="https://video.example/1"');
    kiosk.settings = { ...kiosk.settings, html: { ...kiosk.settings.html, embeds: [] } };
    const without = await kiosk.get('/posts/press/');
    expect(without.headers['content-security-policy']).not.toContain('frame-src');
    expect(without.body).not.toContain('<iframe');
  });

  test('has colours in its code, and their style sheet where there is code', async () => {
    const html = await kiosk.read('/posts/code/');
    expect(html).toContain('<span class="hl-keyword">const</span>');
    expect(html).toMatch(/href="\/assets\/highlight\.[^"]*css"/);
    expect(await kiosk.read('/posts/press/')).not.toContain('highlight.');
  });

  test('needs no style in its text', async () => {
    for (const path of ['/posts/press/', '/posts/code/'])
      expect(await kiosk.read(path)).not.toMatch(/ style=|<style/);
  });

  test('has no id twice', async () => {
    const html = await kiosk.read('/posts/code/');
    const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining(['a', 'b', '_fn-1', '_fnref-1']));
  });
});

describe('a rendered body', () => {
  test('depends on its pictures, existing or not, and records them', async () => {
    const reader = new RecordingReader(kiosk.published);
    const document = await kiosk.published.findByPath('posts/press.md');
    const bodies = new RenderedBodies();
    await bodies.render(document!, reader);
    expect([...reader.tags]).toContain('media:media/two words.png');
  });

  test('speaks the language of its document beside the text', async () => {
    const bodies = new RenderedBodies();
    const document = { hash: 'x', path: 'posts/es/notas.md', lang: 'es', body: 'x[^1]\n\n[^1]: y' };
    const { html } = await bodies.render(document, kiosk.published);
    expect(html).toContain('aria-label="Notas"');
    expect((await bodies.render({ ...document, lang: 'en' }, kiosk.published)).html).toContain(
      'aria-label="Footnotes"',
    );
  });

  test('is another one as soon as the site allows other HTML', async () => {
    let raw = true;
    const bodies = new RenderedBodies({ html: () => ({ raw, allow: [], embeds: [] }) });
    const document = { hash: 'x', path: 'a.md', body: '<b>c</b>' };
    const rendered = async () => (await bodies.render(document, kiosk.published)).html;
    expect(await rendered()).toBe('<p><b>c</b></p>\n');
    raw = false;
    expect(await rendered()).toBe('<p>&lt;b&gt;c&lt;/b&gt;</p>\n');
  });
});
