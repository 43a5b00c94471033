import type { Picture } from '@galley/media';
import { describe, expect, test } from 'vitest';
import { listLinks } from './links.ts';
import { addPictureData } from './pictures.ts';
import { renderMarkdown } from './render-markdown.ts';

const htmlOf = (body: string, rest = {}): string =>
  renderMarkdown(body, { path: 'posts/a.md', ...rest }).html.trim();
const image = (name: string) =>
  `<img src="/media/${name}" alt="b" loading="lazy" decoding="async">`;

describe('ADD-EDIT-1: the fragment of an address is the size of a picture', () => {
  test.each(['small', 'wide', 'full'])('%s', (size) => {
    expect(htmlOf(`![b](../media/a.jpg#${size} "C")`)).toBe(
      `<figure class="${size}">${image('a.jpg')}<figcaption>C</figcaption></figure>`,
    );
    expect(htmlOf(`![b](<../media/a.jpg#${size}>)`)).toBe(
      `<figure class="${size}">${image('a.jpg')}</figure>`,
    );
  });

  test('a picture beside text has none, and other fragments stay', () => {
    expect(htmlOf('Ink ![b](/media/a.jpg#wide)')).toBe(`<p>Ink ${image('a.jpg')}</p>`);
    expect(htmlOf('![b](/media/a.svg#part)')).toBe(`<p>${image('a.svg#part')}</p>`);
  });

  test('a video has one, too, and raw HTML keeps it', () => {
    expect(htmlOf('![b](/media/a.mp4#wide)')).toMatch(
      /^<figure class="wide"><video src="\/media\/a\.mp4" /,
    );
    expect(htmlOf('<figure class="full other"><img src="/media/a.jpg"></figure>')).toMatch(
      /^<figure class="full">/,
    );
  });

  test('the browser chooses a version for this size', async () => {
    const picture: Picture = {
      width: 1000,
      height: 500,
      hash: '0123456789abcdef',
      format: 'jpeg',
      widths: [320, 1000],
    };
    const reader = { describe: async () => new Map([['media/a.jpg', picture]]) };
    const rendered = renderMarkdown('![b](/media/a.jpg#full)', { path: 'posts/a.md' });
    const { html } = await addPictureData(rendered, reader);
    expect(html).toMatch(/^<figure class="full"><picture><source [^>]* sizes="100vw">/);
    expect(html).toContain('width="1000" height="500"');
  });

  test('the file is found without the fragment', () => {
    expect(listLinks('![b](../media/a.jpg#wide)', 'posts/a.md')).toMatchObject([
      { kind: 'media', target: 'media/a.jpg' },
    ]);
  });
});

describe('ADD-EDIT-2: pictures on consecutive lines are a gallery', () => {
  test('with a caption each', () => {
    expect(htmlOf('![b](/media/a.jpg "C")\n![b](/media/b.jpg)')).toBe(
      `<figure class="gallery"><figure>${image('a.jpg')}<figcaption>C</figcaption></figure>` +
        `<figure>${image('b.jpg')}</figure></figure>`,
    );
    expect(htmlOf('![b](/media/a.jpg)  \n![b](/media/b.jpg)\\\n![b](/media/c.jpg)')).toBe(
      `<figure class="gallery">${['a', 'b', 'c'].map((name) => `<figure>${image(`${name}.jpg`)}</figure>`).join('')}</figure>`,
    );
  });

  test.each([
    ['pictures of one line', '![b](/media/a.jpg) ![b](/media/b.jpg)'],
    ['two in one of the lines', '![b](/media/a.jpg) ![b](/media/b.jpg)\n![b](/media/c.jpg)'],
    ['with text', '![b](/media/a.jpg)\n![b](/media/b.jpg)\nInk'],
    ['a recording', '![b](/media/a.jpg)\n![b](/media/b.mp3)'],
    ['linked pictures', '[![b](/media/a.jpg)](/x)\n[![b](/media/b.jpg)](/y)'],
  ])('%s are none', (...[, body]) => {
    expect(htmlOf(body)).not.toContain('gallery');
  });
});
