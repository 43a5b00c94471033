import { describe, expect, test } from 'vitest';
import { faultsIn, mendedLine } from '../fixtures.ts';
import { asAltText, altTextFromFileName } from './alt-texts.ts';

const picture = { 'media/IMG_1234.jpg': '' };
const described = (yaml: string) => ({ ...picture, 'media/IMG_1234.jpg.meta.yaml': yaml });

describe('an image without alt text gets', () => {
  test.each([
    ['those of the media library', 'alt: Ships at the quay\ntitle: Harbour', 'Ships at the quay'],
    ['its title there', 'title: Harbour', 'Harbour'],
    ['its caption there', 'caption: |\n  Ships\n  at *the* quay\n', 'Ships at the quay'],
  ])('%s', async (_what, yaml, words) => {
    expect(await mendedLine('![](/media/IMG_1234.jpg)', described(yaml))).toBe(
      `![${words}](/media/IMG_1234.jpg)`,
    );
  });

  test.each([
    [
      'its title',
      '![](/media/IMG_1234.jpg "The quay")',
      '![The quay](/media/IMG_1234.jpg "The quay")',
    ],
    [
      'its caption',
      '![ ](/media/IMG_1234.jpg)\n*The quay*',
      '![The quay](/media/IMG_1234.jpg)\n*The quay*',
    ],
    [
      'its title, by reference',
      '![][p]\n\n[p]: /media/IMG_1234.jpg "Quay"',
      '![Quay][p]\n\n[p]: /media/IMG_1234.jpg "Quay"',
    ],
  ])('%s in the text', async (_what, before, after) => {
    expect(await mendedLine(before, picture)).toBe(after);
  });

  test('its file name, if that has meaning', async () => {
    const files = { 'media/team-photo-2024.jpg': '' };
    expect(await mendedLine('> ![](../media/team-photo-2024.jpg)', files)).toBe(
      '> ![Team photo 2024](../media/team-photo-2024.jpg)',
    );
  });

  test('none if it is decorative or already has one', async () => {
    const files = described('decorative: true');
    const text = '![](/media/IMG_1234.jpg) ![x](/media/IMG_1234.jpg)';
    expect(await faultsIn({ ...files, 'posts/a.md': text }, 'posts/a.md')).toEqual([]);
  });

  test.each([
    ['says nothing', '![](/media/IMG_1234.jpg)', picture],
    ['has invalid metadata', '![](/media/IMG_1234.jpg)', described('alt: [')],
    ['is in the text itself', '![](data:image/png;base64,AAAA)', {}],
  ])('none without a source, and a report: it %s', async (_what, text, files) => {
    expect(await faultsIn({ ...files, 'posts/a.md': text }, 'posts/a.md')).toMatchObject([
      { kind: 'missing_alt', line: 1, mend: undefined },
    ]);
  });

  test('plain text, whatever the media library contains', async () => {
    const yaml = 'alt: "a](x) <b onclick=1>b</b> `c` [d](javascript:1) &lt; \\u202e e\\nf"';
    expect(await mendedLine('![](/media/IMG_1234.jpg)', described(yaml))).toBe(
      '![a(x) b c d(javascript:1) lt; e f](/media/IMG_1234.jpg)',
    );
  });
});

test.each([
  ['team-photo-2024.jpg', 'Team photo 2024'],
  ['media/2026/harbour_at_dawn-2.PNG', 'Harbour at dawn'],
  ['OldPrintingPress.jpg', 'Old printing press'],
  ['größe-der-welt.png', 'Größe der welt'],
  ['заголовок-страницы.png', 'Заголовок страницы'],
  ['IMG_1234.jpg', ''],
  ['DSC00042.JPG', ''],
  ['PXL_20260102_030405.jpg', ''],
  ['Screenshot 2026-01-02 at 10.11.12.png', ''],
  ['WhatsApp Image 2026.jpeg', ''],
  ['3f2b8c1e-9a4d-4c7e-8f21-1b2c3d4e5f60.png', ''],
  ['final-copy-edited.png', ''],
  ['press.jpg', ''],
  ['.jpg', ''],
])('the file name %s gives %j', (name, words) => {
  expect(altTextFromFileName(name)).toBe(words);
});

test('long alt texts are cut between words, and characters stay whole', () => {
  expect(asAltText('word '.repeat(100))).toMatch(/^(?:word )+word$/);
  expect(asAltText('😀'.repeat(300)).isWellFormed()).toBe(true);
  expect(asAltText('x'.repeat(300))).toHaveLength(200);
});
