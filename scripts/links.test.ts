import { expect, test } from 'vitest';
import { findBrokenLinks, headingAnchors } from './links.ts';

function broken(pages: Record<string, string>): string[] {
  return findBrokenLinks({ paths: Object.keys(pages), read: (path) => pages[path]! });
}

test('accepts links to files, folders, headings and other sites', () => {
  const pages = {
    'README.md':
      '[a](docs/a.md) [b](docs/) [c](docs/a.md#the-end) [d](#top) ![e](logo.svg)\n\n# Top',
    'docs/a.md':
      '[up](../README.md#top) [site](https://example.com/x#y) [mail](mailto:a@b.c)\n\n## The end',
    'logo.svg': '<svg/>',
  };
  expect(broken(pages)).toEqual([]);
});

test('reports a link to a missing file', () => {
  expect(broken({ 'docs/a.md': '[b](b.md)' })).toEqual([
    'docs/a.md: the link "b.md" leads to a missing file.',
  ]);
});

test('reports a link to a missing heading, in the same page and in another one', () => {
  expect(broken({ 'a.md': '[b](b.md#gone) [self](#gone)', 'b.md': '# Here' })).toEqual([
    'a.md: the link "b.md#gone" leads to a missing heading of b.md.',
    'a.md: the link "#gone" leads to a missing heading of a.md.',
  ]);
});

test('checks reference links and ignores links in code', () => {
  expect(
    broken({ 'a.md': '[x][y]\n\n[y]: gone.md\n\n`[z](none.md)`\n\n```\n[z](none.md)\n```' }),
  ).toEqual(['a.md: the link "gone.md" leads to a missing file.']);
});

test('checks pictures in HTML', () => {
  const picture = '<picture>\n  <source srcset="gone.webp">\n  <img src="here.webp">\n</picture>';
  expect(broken({ 'a.md': picture, 'here.webp': '' })).toEqual([
    'a.md: the link "gone.webp" leads to a missing file.',
  ]);
});

test('ignores pages of fixtures', () => {
  expect(broken({ 'packages/x/fixtures/a.md': '[b](b.md)' })).toEqual([]);
});

test('builds anchors like GitHub: lower case, without punctuation, numbered if repeated', () => {
  const page = '# What `galley.yaml` is: a file\n## Add a [package](x.md)\n## Same\n## Same\n';
  expect([...headingAnchors(page)]).toEqual([
    'what-galleyyaml-is-a-file',
    'add-a-package',
    'same',
    'same-1',
  ]);
});
