import { expect, test } from 'vitest';
import { indexOf } from '../fixtures.ts';
import { faultsOfChange } from './check-change.ts';

const before = `---
title: Page
---
A [link](inkk.md) and [another](ink.md), ![](/media/IMG_1.jpg), ![words](/media/IMG_1.jpg).

\`[code](inkk.md)\`
`;
const files = { 'posts/ink.md': '', 'posts/page.md': before, 'media/IMG_1.jpg': '' };

function faults(from: string, to: string): readonly string[] | undefined {
  const index = indexOf(files);
  const document = index.documents.get('posts/page.md')!;
  return faultsOfChange({ document, before, after: before.replace(from, to) }, index);
}

test.each([
  ['a fixed link', '(inkk.md)', '(ink.md)'],
  ['its public address', '(inkk.md)', '(/posts/ink/)'],
  ['an alt text for an image without one', '![]', '![A quay]'],
  ['nothing', '', ''],
])('accepts a change that is %s', (_what, from, to) => {
  expect(faults(from, to)).toEqual([]);
});

test.each([
  ['prose', 'A [link]', 'The [link]'],
  ['the words of a link', '[link]', '[click]'],
  ['a title', '(inkk.md)', '(inkk.md "x")'],
  ['the frontmatter', 'Page', 'Site'],
  ['code', '[code](inkk.md)', '[code](ink.md)'],
  ['the number of links', '[link](inkk.md)', '[link](ink.md)[b](ink.md)'],
  ['white space', '.\n\n', '.\n\n\n'],
])('cannot judge a change of %s', (_what, from, to) => {
  expect(faults(from, to)).toBeUndefined();
});

test.each([
  [
    'a link to a missing target',
    '(inkk.md)',
    '(inks.md)',
    'line 4: the target "inks.md" does not exist',
  ],
  [
    'a link that leaves the site',
    '(inkk.md)',
    '(https://evil.example)',
    'is not an internal address',
  ],
  ['a link that runs something', '(inkk.md)', '(javascript:alert)', 'is not an internal address'],
  ['a working link', '(ink.md)', '(page.md)', 'which is not broken'],
  ['an existing alt text', '![words]', '![others]', 'existing alt text'],
  ['an existing alt text, by removal', '![words]', '![]', 'existing alt text'],
  ['an alt text with markup', '![]', '![*A* quay]', 'must be one line of plain text'],
])('rejects a change of %s', (...[, from, to, why]) => {
  expect(faults(from, to)).toEqual([expect.stringContaining(why)]);
});
