import { describe, expect, test } from 'vitest';
import { addFileSizes } from './file-cards.ts';
import { findDangers } from './fixtures.ts';
import { renderMarkdown } from './render-markdown.ts';

const render = (body: string, options = {}) =>
  renderMarkdown(body, { path: 'posts/a.md', ...options }).html.trim();

describe('the syntax of images', () => {
  test.each([
    [
      'a video',
      '![A talk](/media/talk.mp4)',
      '<p><video src="/media/talk.mp4" controls preload="metadata" playsinline aria-label="A talk"><a href="/media/talk.mp4">A talk</a></video></p>',
    ],
    [
      'a recording',
      '![](../media/bell.MP3)',
      '<p><audio src="/media/bell.MP3" controls preload="metadata"><a href="/media/bell.MP3">bell.MP3</a></audio></p>',
    ],
    [
      'a PDF',
      '![The map](/media/map.pdf)',
      '<p><a class="file-card" href="/media/map.pdf">The map <span class="file-type">PDF</span></a></p>',
    ],
    [
      'a PDF within a line',
      'See ![The map](/media/map.pdf).',
      '<p>See <a href="/media/map.pdf">The map</a>.</p>',
    ],
    [
      'a video with poster and captions',
      '![A talk](/media/talk.mp4 "At noon")\n![](/media/talk.jpg)\n![Deutsch](/media/talk.de.vtt)',
      '<figure><video src="/media/talk.mp4" controls preload="metadata" playsinline poster="/media/talk.jpg" aria-label="A talk">' +
        '<track src="/media/talk.de.vtt" kind="captions" srclang="de" label="Deutsch" default>' +
        '<a href="/media/talk.mp4">A talk</a></video><figcaption>At noon</figcaption></figure>',
    ],
  ])('shows %s', (_what, body, html) => {
    expect(render(body)).toBe(html);
  });

  test('keeps pictures, also beside a video', () => {
    expect(render('![a](/media/a.mp4.png)')).toContain('<img src="/media/a.mp4.png"');
    const beside = render('![a](/media/a.mp4) and ![b](/media/b.png)');
    expect(beside).toContain('<video');
    expect(beside).toContain('<img src="/media/b.png"');
    const two = render('![a](/media/a.mp4) ![b](/media/b.png) ![c](/media/c.png)');
    expect(two.match(/<img /g)).toHaveLength(2);
  });

  test.each([
    '![x](javascript:alert(1)//a.mp4)',
    '![" onplay="alert(1)](/media/a.mp4)',
    '![x](/media/a.mp4) ![](javascript:alert(1)) ![y](javascript:alert(1)//a.vtt)',
    '![x](data:text/html,a.mp4)',
    '![<script>alert(1)</script>](/media/a"b.mp3)',
  ])('takes nothing that could run: %s', (body) => {
    expect(findDangers(render(body))).toEqual([]);
    expect(findDangers(render(`${body}\n\n<b>x</b>`))).toEqual([]);
  });

  test.each([
    ['en', 'PDF, 1.5 MB'],
    ['de', 'PDF, 1,5 MB'],
    [undefined, 'PDF, 1.5 MB'],
  ])('ADD-EDIT-8 shows the size of a PDF in the language %s', async (...[lang, shown]) => {
    const body = '<b>x</b>\n\n![The map](../media/the%20map.pdf)\n\n![Gone](/media/gone.pdf)';
    const sizes = new Map([['media/the map.pdf', 1_512_000]]);
    const rendered = renderMarkdown(body, { path: 'posts/a.md' });
    const { html } = await addFileSizes(rendered, { sizes: async () => sizes }, lang);
    expect(html).toContain(`The map <span class="file-type">${shown}</span></a>`);
    expect(html).toContain('Gone <span class="file-type">PDF</span></a>');
  });

  test('keeps the player when the text contains HTML', () => {
    const html = render(
      '<b>x</b>\n\n![A talk](/media/talk.mp4) ![](/media/talk.jpg) ![](/media/t.en.vtt)',
    );
    expect(html).toContain('poster="/media/talk.jpg"');
    expect(html).toContain('<track src="/media/t.en.vtt" kind="captions" srclang="en" label="en"');
  });
});
