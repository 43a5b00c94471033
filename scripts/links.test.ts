import { expect, test } from 'vitest';
import { brokenLinks, headingAnchors } from './links.ts';

function broken(pages: Record<string, string>): string[] {
  return brokenLinks({ paths: Object.keys(pages), read: (path) => pages[path]! });
}

test('links to files, folders, headings and other sites are whole', () => {
  const pages = {
    'README.md':
      '[a](docs/a.md) [b](docs/) [c](docs/a.md#the-end) [d](#top) ![e](logo.svg)\n\n# Top',
    'docs/a.md':
      '[up](../README.md#top) [site](https://example.com/x#y) [mail](mailto:a@b.c)\n\n## The end',
    'logo.svg': '<svg/>',
  };
  expect(broken(pages)).toEqual([]);
});

test('a link to a file that is not there is broken', () => {
  expect(broken({ 'docs/a.md': '[b](b.md)' })).toEqual([
    'docs/a.md: the link "b.md" leads to no file.',
  ]);
});

test('a link to a heading that is not there is broken, in this page and in another', () => {
  expect(broken({ 'a.md': '[b](b.md#gone) [self](#gone)', 'b.md': '# Here' })).toEqual([
    'a.md: the link "b.md#gone" names no heading of b.md.',
    'a.md: the link "#gone" names no heading of a.md.',
  ]);
});

test('a link by reference counts, and one inside code does not', () => {
  expect(
    broken({ 'a.md': '[x][y]\n\n[y]: gone.md\n\n`[z](none.md)`\n\n```\n[z](none.md)\n```' }),
  ).toEqual(['a.md: the link "gone.md" leads to no file.']);
});

test('pages of fixtures are not looked at', () => {
  expect(broken({ 'packages/x/fixtures/a.md': '[b](b.md)' })).toEqual([]);
});

test('anchors are those of GitHub: lower case, no punctuation, numbered when repeated', () => {
  const page = '# What `galley.yaml` is: a file\n## Add a [package](x.md)\n## Same\n## Same\n';
  expect([...headingAnchors(page)]).toEqual([
    'what-galleyyaml-is-a-file',
    'add-a-package',
    'same',
    'same-1',
  ]);
});
