import { describe, expect, test } from 'vitest';
import type { Picture, PictureReader } from '@galley/media';
import { findDangers } from './fixtures.ts';
import { addPictureData } from './pictures.ts';
import { renderMarkdown, type MarkdownOptions } from './render-markdown.ts';

const hash = '0123456789abcdef';
const photograph: Picture = {
  width: 1000,
  height: 500,
  hash,
  format: 'jpeg',
  widths: [320, 640, 1000],
};
const known = new Map<string, Picture>([
  ['media/a.jpg', photograph],
  ['media/it\'s "b", c & d.jpg', photograph],
  ['media/été.png', { ...photograph, format: 'png' }],
  ['media/small.png', { ...photograph, format: 'png', width: 16, height: 16, widths: [] }],
  ['media/moving.gif', { ...photograph, format: 'gif', widths: [] }],
]);
const reader: Pick<PictureReader, 'describe'> = {
  describe: async (paths) => new Map([...known].filter(([path]) => paths.includes(path))),
};

const render = (body: string, options: Partial<MarkdownOptions> = {}) =>
  addPictureData(renderMarkdown(body, { path: 'posts/a.md', ...options }), reader);
const htmlOf = async (body: string) => (await render(body)).html.trim();

describe('pictures of the media library', () => {
  test('are looked up for the first thousand of a text', async () => {
    const body = Array.from({ length: 1_200 }, (_, at) => `![a](/media/${at}.png)`).join(' ');
    const asked: string[] = [];
    const counting: Pick<PictureReader, 'describe'> = {
      describe: async (paths) => {
        asked.push(...paths);
        return new Map();
      },
    };
    const { html } = await addPictureData(renderMarkdown(body, { path: 'posts/a.md' }), counting);
    expect([asked.length, asked[0], asked.at(-1)]).toEqual([1_000, 'media/0.png', 'media/999.png']);
    expect(html).toContain('<img src="/media/1199.png"');
  });

  test('have their measures, and variants to choose from', async () => {
    const sizes = 'sizes="(min-width: 48rem) 46rem, 100vw"';
    const set = (ending: string, last: string) =>
      `srcset="/media-variants/a.jpg.${hash}.320.${ending} 320w, /media-variants/a.jpg.${hash}.640.${ending} 640w, ${last} 1000w" ${sizes}`;
    expect(await htmlOf('![b](../media/a.jpg)')).toBe(
      '<p><picture>' +
        `<source type="image/avif" ${set('avif', `/media-variants/a.jpg.${hash}.1000.avif`)}>` +
        `<source type="image/webp" ${set('webp', `/media-variants/a.jpg.${hash}.1000.webp`)}>` +
        '<img src="/media/a.jpg" alt="b" loading="lazy" decoding="async" width="1000" height="500" ' +
        `${set('jpg', '/media/a.jpg')}></picture></p>`,
    );
  });

  test('that are small or move have their measures only', async () => {
    expect(await htmlOf('![b](/media/small.png)')).toBe(
      '<p><img src="/media/small.png" alt="b" loading="lazy" decoding="async" width="16" height="16"></p>',
    );
    expect(await htmlOf('![b](/media/moving.gif)')).toContain('height="500"></p>');
  });

  test('in raw HTML have them too, and keep the measures that were given', async () => {
    expect(await htmlOf('<img src="../media/a.jpg" alt="b">')).toContain(
      '<picture><source type="image/avif"',
    );
    expect(await htmlOf('<img src="/media/small.png" alt="b">')).toContain(
      'alt="b" loading="lazy" decoding="async" width="16" height="16">',
    );
    const given = await htmlOf('<img alt="b" width="200" src="../media/a.jpg">');
    expect(given).toContain('width="200"');
    expect(given).not.toContain('height=');
    expect(given).toContain(`a.jpg.${hash}.640.webp 640w`);
  });

  test.each([
    '![b](<../media/it\'s "b", c & d.jpg>)',
    '![b](../media/it%27s%20%22b%22,%20c%20&%20d.jpg)',
    '![b](/media/%C3%A9t%C3%A9.png)',
    '![b](/media/été.png)',
  ])('are found by any spelling of their names: %s', async (body) => {
    const { html, pictures } = await render(body);
    expect(html).toContain('<picture>');
    expect(
      findDangers(html.replace(/<source[^>]*>|<\/?picture>| (?:srcset|sizes)="[^"]*"/g, '')),
    ).toEqual([]);
    expect([...pictures.values()].every((picture) => picture !== undefined)).toBe(true);
  });

  test.each([
    '![b](/media/none.jpg)',
    '![b](https://a.example/media/a.jpg)',
    '![b](/media/a.jpg?x)',
    '![b](//media/a.jpg)',
    '![b](/media/%E0.jpg)',
    '`<img src="/media/a.jpg">`',
    '![b](data:image/png;base64,AAAA)',
  ])('%s stays as it is', async (body) => {
    expect((await render(body)).html).toBe(renderMarkdown(body, { path: 'posts/a.md' }).html);
  });

  test('look-ups are returned with their results, for caching', async () => {
    const { pictures } = await render(
      '![](/media/a.jpg) ![](/media/none.jpg) ![](/media/a.jpg) ![](x.svg)',
    );
    expect([...pictures]).toEqual([
      ['media/a.jpg', photograph],
      ['media/none.jpg', undefined],
    ]);
  });

  test('in a feed they stay as they are, with their whole address', async () => {
    const { html } = await render('![b](../media/a.jpg)', {
      baseUrl: 'https://a.example/posts/a/',
    });
    expect(html).toBe(
      '<p><img src="https://a.example/media/a.jpg" alt="b" loading="lazy" decoding="async"></p>\n',
    );
  });
});
