import { readWithFaults } from '@galley/content';
import { parseCustomFields, parseSiteSettings } from '@galley/settings';
import { describe, expect, test } from 'vitest';
import { listLinks } from '../markdown/links.ts';
import {
  findBrokenLinks,
  findMissingAltTexts,
  findSchemaFaults,
  type CheckedDocument,
  type CheckedTree,
} from './content-checks.ts';

const plain = parseSiteSettings('title: Press\n', 'site.yaml');
const fields = 'types:\n  post:\n    - { name: rating, type: number, required: true }\n';
const settings = { ...plain, customFields: parseCustomFields(fields, plain) };

const tree: CheckedTree = {
  documents: new Set(['posts/ink.md', 'posts/paper.md']),
  addresses: new Set(['/posts/ink/', '/caf%C3%A9/']),
  media: new Set(['media/press.jpg', 'media/line.png']),
  decorative: new Set(['media/line.png']),
  hasPage: async (address) => address === '/posts/',
};

function written(body: string, path = 'posts/new.md', head = 'title: New\n'): CheckedDocument {
  const { document, faults } = readWithFaults(path, Buffer.from(`---\n${head}---\n${body}`), plain);
  return { path, document, faults, links: listLinks(document?.body ?? '', path) };
}

describe('ADD-CHECK-1: links', () => {
  test.each([
    '[a](ink.md)',
    '[a](/posts/ink/)',
    '[a](/posts/ink)',
    '[a](../ink/)',
    '[a](/café/)',
    '[a](/posts/)',
    '![a](../media/press.jpg)',
    '[a](https://elsewhere.example/gone)',
    '[a](#part)',
    '`[a](gone.md)`',
  ])('%s leads to a document, file or page', async (body) => {
    expect(await findBrokenLinks([written(body)], tree)).toEqual([]);
  });

  test.each([
    ['[a](inc.md)', 'no document at posts/inc.md; did you mean posts/ink.md?'],
    ['[a](/posts/inc/)', 'no page at /posts/inc/; did you mean /posts/ink/?'],
    ['![a](../media/pres.jpg)', 'no file at media/pres.jpg; did you mean media/press.jpg?'],
    ['<img src="/media/unknown.pdf" alt="">', 'no file at media/unknown.pdf'],
    ['[a](//[)', undefined],
  ])('%s: %s', async (body, message) => {
    const faults = await findBrokenLinks([written(`First.\n\n${body}\n`)], tree);
    expect(faults).toEqual(
      message === undefined ? [] : [{ path: 'posts/new.md', line: 6, message }],
    );
  });

  test('a document that takes too long to read fails', async () => {
    const slow = { ...written(''), links: undefined };
    expect(await findBrokenLinks([slow], tree)).toMatchObject([{ line: null }]);
    expect(findMissingAltTexts([slow], tree)).toMatchObject([{ line: null }]);
  });
});

describe('ADD-CHECK-2: alt texts', () => {
  test.each([
    ['![A press](../media/press.jpg)', false],
    ['![](../media/press.jpg)', true],
    ['![ ](../media/press.jpg)', true],
    ['![](../media/line.png)', false],
    ['<img src="../media/press.jpg">', true],
    ['<img data-alt="x" src="../media/press.jpg">', true],
    ['<img src="../media/press.jpg" alt="">', false],
    ['<img alt src="../media/press.jpg"/>', false],
    ['<video src="../media/press.jpg"></video>', false],
    ['[a](../media/press.jpg)', false],
  ])('%s lacks one: %s', (body, isMissing) => {
    const message = 'the image media/press.jpg has no alt text';
    expect(findMissingAltTexts([written(body)], tree)).toEqual(
      isMissing ? [{ path: 'posts/new.md', line: 4, message }] : [],
    );
  });
});

describe('ADD-CHECK-3: schema', () => {
  const faultsOf = (path: string, text: string) => {
    const { document, faults } = readWithFaults(path, Buffer.from(text), settings);
    return findSchemaFaults([{ path, document, faults, links: [] }]);
  };

  test('valid frontmatter passes', () => {
    expect(faultsOf('posts/a.md', '---\ntitle: A\nfields: { rating: 1 }\n---\n')).toEqual([]);
  });

  test.each([
    ['---\ntitle: [\n---\n', 2, ''],
    ['---\ntitle: A\nslug: a/b\nfields: { rating: 1 }\n---\n', 3, 'slug must be'],
    ['---\ndate: soon\nfields: { rating: 1 }\n---\n', 2, 'date must be'],
    ['---\ntitle: A\nfields: { rating: x }\n---\n', 3, 'fields.rating'],
    ['---\ntitle: A\n---\n', 1, 'Rating is required'],
  ])('%j fails in line %s', (text, line, message) => {
    const path = 'posts/a.md';
    expect(faultsOf(path, text)).toMatchObject([
      { path, line, message: expect.stringContaining(message) as string },
    ]);
  });

  test('a Markdown file in no folder of a content type fails', () => {
    const message = 'is in no folder of a content type, so it is not a document';
    expect(faultsOf('elsewhere/a.md', '---\ntitle: A\n---\n')).toEqual([
      { path: 'elsewhere/a.md', line: null, message },
    ]);
  });
});
