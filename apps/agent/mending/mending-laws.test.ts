import fc from 'fast-check';
import { expect, test } from 'vitest';
import { faultsIn, indexOf, mendIn } from '../fixtures.ts';
import { faultsOfChange } from './check-change.ts';
import { editDistance } from './edit-distance.ts';
import { findPlaces } from './markdown-places.ts';
import { masked } from './mended-text.ts';
import { patched, createPatch, readPatch } from './patch.ts';

const others = {
  'config/site.yaml': 'languages: { es: {} }\n',
  'posts/ink.md': '',
  'posts/press.md': '',
  'posts/es/ink.md': '',
  'pages/about.md': '',
  'media/old-press.jpg': '',
  'media/IMG_1.jpg': '',
};

const address = fc.constantFrom(
  ...['ink.md', 'inkk.md', 'Ink.md', 'press', '../about.md', '/posts/inks/', 'nowhere.md', '#x'],
  ...[
    'https://a.example/inkk.md',
    '/media/Old-Press.jpg',
    '../media/IMG_1.jpg',
    '<inkk.md>',
    'a(b).md',
  ],
  ...['../../../x.md', '%zz.md', 'ink.md "T"', "inkk.md 'T'", '\\(inkk.md', ''],
);
const words = fc.constantFrom(
  '',
  ' ',
  'a',
  'a *b* c',
  'a\nb',
  '`x`',
  '\\]',
  '[x](inkk.md)',
  '![](inkk.md)',
);
const link = fc
  .tuple(fc.constantFrom('', '!'), words, address)
  .map(([mark, text, target]) => `${mark}[${text}](${target})`);
const piece = fc.oneof(
  { weight: 4, arbitrary: link },
  fc.constantFrom(
    ...[
      '\n',
      '\n\n',
      '\r\n',
      '> ',
      '- ',
      '1. ',
      '    ',
      '\t',
      '`',
      '```\n',
      '<b>',
      '<!--',
      '-->',
      '|',
      '|---|\n',
    ],
    ...[
      '[r]',
      '[r][r]',
      '![][r]',
      '\n[r]: inkk.md\n',
      '\n[r]: <inkk.md> "T"\n',
      '[^n]',
      '\n[^n]: inkk.md\n',
    ],
    ...[
      '**',
      '_',
      '\\',
      '\0',
      '\u2028',
      '😀',
      '&amp;',
      '---\n',
      ':::note\n',
      'text ',
      'http://x.example/',
    ],
  ),
  fc.string({ unit: 'binary', maxLength: 4 }),
);
const text = fc.array(piece, { maxLength: 25 }).map((pieces) => pieces.join(''));

test('changes only link addresses and alt texts of any text, and leaves no fixable fault', async () => {
  await fc.assert(
    fc.asyncProperty(text, async (before) => {
      const files = { ...others, 'posts/page.md': before };
      const { text: after, mended } = await mendIn(files, 'posts/page.md');
      expect(masked(after, findPlaces(after))).toBe(masked(before, findPlaces(before)));
      const document = indexOf(files).documents.get('posts/page.md')!;
      expect(faultsOfChange({ document, before, after }, indexOf(files))).toEqual([]);
      const left = await faultsIn({ ...others, 'posts/page.md': after }, 'posts/page.md');
      const faults = await faultsIn(files, 'posts/page.md');
      expect(left.length).toBe(faults.length - mended.length);
      expect((await mendIn({ ...others, 'posts/page.md': after }, 'posts/page.md')).text).toBe(
        after,
      );
    }),
    { numRuns: 100 },
  );
});

test('the patch of any change produces the new text and nothing else', () => {
  const line = fc.constantFrom(
    'a',
    'b',
    '',
    ' x',
    '-- y',
    '++ z',
    '\\',
    '@@ -1 +1 @@',
    'é😀',
    'c\r',
  );
  const file = fc.tuple(fc.array(line, { maxLength: 30 }), fc.boolean());
  const written = file.map(([lines, hasEnd]) => lines.join('\n') + (hasEnd ? '\n' : ''));
  fc.assert(
    fc.property(written, written, (before, after) => {
      fc.pre(before !== after && before !== '' && after !== '');
      const [found, ...more] = readPatch(createPatch({ path: 'a b/ä.md', before, after })) ?? [];
      expect(more).toEqual([]);
      expect(patched(before, found!)).toBe(after);
    }),
    { numRuns: 100 },
  );
});

test('the edit distance is symmetric, and 0 for the same word', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '😀'), maxLength: 7 });
  fc.assert(
    fc.property(word, word, (one, other) => {
      const distance = editDistance(one, other, 10);
      expect(distance).toBe(editDistance(other, one, 10));
      expect(distance === 0).toBe(one === other);
      expect(editDistance(one, other, 2)).toBe(Math.min(distance, 3));
      expect(distance).toBeLessThanOrEqual(Math.max([...one].length, [...other].length));
    }),
  );
  expect(editDistance('press', 'perss', 3)).toBe(1);
});
