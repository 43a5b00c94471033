import { describe, expect, test } from 'vitest';
import { listLinks } from './links.ts';

const linkIn = (body: string) => {
  const [link] = listLinks(body, 'posts/hello.md');
  return link && [link.kind, link.target, link.fragment];
};

describe('the links of a text', () => {
  test.each([
    ['[a](ink.md)', ['document', 'posts/ink.md', '']],
    ['[a](../pages/about.md#caf%C3%A9)', ['document', 'pages/about.md', 'café']],
    ['[a](gone%20away.md)', ['document', 'posts/gone away.md', '']],
    ['[a](#part)', ['anchor', 'part', 'part']],
    ['[a](/about/#part)', ['page', '/about/', 'part']],
    ['[a](../about/)', ['page', '../about/', '']],
    ['[a](/)', ['page', '/', '']],
    ['[a](?page=2)', ['page', '', '']],
    ['[a](b/?x#y)', ['page', 'b/', 'y']],
    ['[a](/caf%C3%A9/)', ['page', '/café/', '']],
    ['[a](/media/b.pdf?x=1)', ['media', 'media/b.pdf', '']],
    ['![a](../media/2026/b%20c.png)', ['media', 'media/2026/b c.png', '']],
    ['<img src="../media/b.png">', ['media', 'media/b.png', '']],
    ["<a href='ink.md#x'>a</a>", ['document', 'posts/ink.md', 'x']],
    ['<video poster=../media/b.png></video>', ['media', 'media/b.png', '']],
    ['[a](https://a.example/b#c)', ['external', 'https://a.example/b#c', 'c']],
    ['[a](//a.example)', ['external', '//a.example', '']],
    ['<https://a.example>', ['external', 'https://a.example', '']],
    ['[a](mailto:a@b.example)', ['external', 'mailto:a@b.example', '']],
    ['[a][r]\n\n[r]: ink.md', ['document', 'posts/ink.md', '']],
    ['a[^1]\n\n[^1]: [b](ink.md)', ['document', 'posts/ink.md', '']],
    ['[a](javascript:alert(1))', undefined],
    ['![a](data:image/png;base64,AAAA)', undefined],
    ['`[a](b.md)`', undefined],
    ['```\n[a](b.md)\n```', undefined],
    ['[a](%E0%A4%A)', ['page', '%E0%A4%A', '']],
  ])('%s', (body, expected) => {
    expect(linkIn(body)).toEqual(expected);
  });

  test('have line numbers, whatever precedes them', () => {
    const body = [
      '# Title',
      '',
      '`[a](1.md)` [a](1.md)',
      '',
      '```',
      '[b](2.md)',
      '```',
      '- [b](2.md)\r',
      '  and ![c](3.png)',
      '',
      '> [![d](4.png)](5.md)',
      '',
      '| [e](6.md) | <a href="7.md">f</a> |',
      '|-|-|',
      '| x | [e](6.md) |',
    ].join('\n');
    const found = listLinks(body, 'a.md').map(({ target, line }) => [target, line]);
    expect(found).toEqual([
      ['1.md', 3],
      ['2.md', 8],
      ['3.png', 9],
      ['5.md', 11],
      ['4.png', 11],
      ['6.md', 13],
      ['7.md', 13],
      ['6.md', 15],
    ]);
  });

  test('say which of them are shown and not led to', () => {
    const found = listLinks('[a](b) ![c](d) <a href="e"><img src="f"></a>', 'a.md');
    expect(found.map(({ target, isPicture }) => [target, isPicture])).toEqual([
      ['b', false],
      ['d', true],
      ['e', false],
      ['f', true],
    ]);
  });

  test.each([
    '[a](b) '.repeat(20_000),
    '[a](b)\n\n'.repeat(20_000),
    '>'.repeat(20_000),
    '<a href=b>'.repeat(20_000),
  ])('%.10s, many thousand times, are found in the end', { timeout: 30_000 }, (body) => {
    expect(Array.isArray(listLinks(body, 'a.md'))).toBe(true);
  });
});
