import { describe, expect, test } from 'vitest';
import { findDangers } from './fixtures.ts';
import { renderMarkdown } from './render-markdown.ts';

const render = (body: string) => renderMarkdown(body, { path: 'posts/notes.md' }).html;

const idsIn = (html: string) => [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id!);
const placesIn = (html: string) => [...html.matchAll(/href="#([^"]*)"/g)].map(([, id]) => id!);

describe('footnotes', () => {
  test('stand below the text, numbered as they are first named, and lead there and back', () => {
    expect(render('a[^x] b[^1]\n\n[^1]: One.\n[^x]: *Two*.\n')).toBe(
      '<p>a<sup class="footnote-ref"><a id="_fnref-1" href="#_fn-1" role="doc-noteref" aria-label="Footnote 1">1</a></sup>' +
        ' b<sup class="footnote-ref"><a id="_fnref-2" href="#_fn-2" role="doc-noteref" aria-label="Footnote 2">2</a></sup></p>\n' +
        '<section class="footnotes" role="doc-endnotes" aria-label="Footnotes">\n<ol>\n' +
        '<li id="_fn-1"><p><em>Two</em>. <a class="footnote-back" href="#_fnref-1" role="doc-backlink" aria-label="Back to the text, footnote 1">↩\ufe0e</a></p>\n</li>\n' +
        '<li id="_fn-2"><p>One. <a class="footnote-back" href="#_fnref-2" role="doc-backlink" aria-label="Back to the text, footnote 2">↩\ufe0e</a></p>\n</li>\n' +
        '</ol>\n</section>\n',
    );
  });

  test('every link of a footnote leads to an id that is there once', () => {
    const html = render('a[^1] b[^1] c[^2]\n\n# fn 1\n\n[^1]: x[^2]\n[^2]: y[^2]\n');
    const ids = idsIn(html);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining(placesIn(html)));
    expect(placesIn(html).filter((id) => id.startsWith('_fnref-2'))).toHaveLength(3);
  });

  test('may go over several lines and paragraphs, and hold lists and code', () => {
    const html = render(
      'a[^1]\n\n[^1]: One\ntwo.\n\n    Three.\n\n    - four\n\n    ```\n    five\n    ```\n\nSix.',
    );
    const [, notes] = html.split('<section');
    expect(notes).toMatch(/<p>One\ntwo\.<\/p>\n<p>Three\.<\/p>\n<ul>\n<li>four<\/li>/);
    expect(notes).toContain('<code>five\n</code>');
    expect(notes).not.toContain('Six');
    expect(html).toContain('<p>Six.</p>');
  });

  test('may be defined in a quote', () => {
    expect(render('a[^1]\n\n> b\n> [^1]: c')).toMatch(
      /<p>b<\/p>\n<\/blockquote>\n<section.*<p>c /s,
    );
  });

  test('a definition ends the paragraph before it', () => {
    expect(render('a[^1]\n[^1]: b')).toMatch(/^<p>a<sup.*<\/sup><\/p>\n<section/);
  });

  test('labels are compared without case, and the first definition counts', () => {
    const html = render('a[^Über]\n\n[^über]: b\n[^ÜBER]: c');
    expect(html).toContain('<p>b ');
    expect(html).not.toContain('<p>c');
  });

  test('undefined and unreferenced footnotes are not rendered', () => {
    expect(render('a[^1] [^2](b)')).toBe('<p>a[^1] <a href="b">^2</a></p>\n');
    expect(render('a\n\n[^1]: b')).toBe('<p>a</p>\n');
    expect(render('a[^1]\n\n- [^1]: b')).toContain('<p>a[^1]</p>');
    expect(render('a[^b c]\n\n[^b c]: d')).toBe('<p>a[^b c]</p>\n<p>[^b c]: d</p>\n');
  });

  test('within a link there is no other link', () => {
    expect(render('[a[^1]](b)\n\n[^1]: c')).toContain('<a href="b">a[^1]</a>');
  });

  test('the headings of a page are read without them', () => {
    const { headings } = renderMarkdown('# a[^1]\n\n[^1]: b', { path: 'a.md' });
    expect(headings).toEqual([{ id: 'a', text: 'a', level: 1 }]);
  });

  test('raw HTML beside them leaves them as they are, and cannot take their ids by another name', () => {
    const body = 'a[^1]\n\n[^1]: b';
    const html = render(`${body}\n\n<i id="_x">c</i>`);
    expect(html).toContain(render(body).split('<section')[1]);
    expect(html).toContain('<i>c</i>');
  });

  test.each([
    'a[^<img/src=x/onerror=alert(1)>]\n\n[^<img/src=x/onerror=alert(1)>]: b',
    'a[^"onclick=alert(1)//]\n\n[^"onclick=alert(1)//]: b',
    'a[^__proto__] b[^constructor]\n\n[^__proto__]: c\n[^constructor]: d',
    'a[^1]\n\n[^1]: <script>alert(1)</script> [x](javascript:alert(1))',
    'a[^1]\n\n[^1]: </li></ol></section><script>alert(1)</script>',
  ])('come out harmless: %s', (body) => {
    expect(findDangers(render(body))).toEqual([]);
    expect(render(body)).toContain('id="_fn-1"');
  });

  test('a definition that names itself and many that name each other are shown once each', () => {
    const many = Array.from(
      { length: 500 },
      (_, n) => `[^${n}]: [^${n}] [^${n + 1}] [^${n + 1}]\n`,
    );
    const html = render(`[^0]\n\n${many.join('')}[^500]: end`);
    expect(html.match(/<li /g)).toHaveLength(501);
    expect(html.length).toBeLessThan(1_000_000);
  });
});
