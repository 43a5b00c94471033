import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toStoredName } from './file-name.ts';

describe('the name that an upload is kept under (GAP-MEDIA-1)', () => {
  test.each([
    ['press.jpg', 'press.jpg'],
    ['Press Photo.JPG', 'Press Photo.jpg'],
    ['Größe.PNG', 'Größe.png'],
    ['Gro\u0308ße.png', 'Größe.png'],
    ['写真 🎈.webp', '写真 🎈.webp'],
    ['👩‍👩‍👧.png', '👩‍👩‍👧.png'],
    ['C:\\Users\\ana\\a.jpg', 'a.jpg'],
    ['/etc/passwd', 'passwd'],
    ['../../a.jpg', 'a.jpg'],
    ['a<b>:c"|?*.jpg', 'a-b--c----.jpg'],
    ['.htaccess', 'file.htaccess'],
    ['.jpg', 'file.jpg'],
    ['...a.jpg', 'a.jpg'],
    ['a.jpg. . ', 'a.jpg'],
    ['a .jpg', 'a.jpg'],
    ['  a \u00a0 b\u2028c.jpg', 'a b c.jpg'],
    ['Bildschirmfoto um 9.41\u202fAM.png', 'Bildschirmfoto um 9.41 AM.png'],
    ['\u200fצילום.png', 'צילום.png'],
    ['con.txt', '_con.txt'],
    ['Aux', '_Aux'],
    ['COM1.tar.gz', '_COM1.tar.gz'],
    ['com¹ .txt', '_com¹.txt'],
    ['console.txt', 'console.txt'],
    ['', 'file'],
    ['.', 'file'],
    ['..', 'file'],
    ['a/', 'file'],
    ['\ud800.jpg', '\ufffd.jpg'],
    ['a.jpg.meta.yaml', 'a.jpg-meta.yaml'],
    ['a.META.Yaml', 'a-meta.yaml'],
    ['meta.yaml', 'meta.yaml'],
    ['archive.tar.gz', 'archive.tar.gz'],
    ['50% & more #1.pdf', '50% & more #1.pdf'],
  ])('of %j is %j', (given, kept) => {
    expect(toStoredName(given)).toBe(kept);
  });

  test('is cut to 150 bytes, between characters, and keeps its ending', () => {
    expect(toStoredName(`${'a'.repeat(300)}.JPEG`)).toBe(`${'a'.repeat(145)}.jpeg`);
    expect(toStoredName(`${'🎈'.repeat(100)}.jpg`)).toBe(`${'🎈'.repeat(36)}.jpg`);
  });

  test.each([
    'a\0.jpg',
    'a\n.jpg',
    'a\x7f.jpg',
    'a\x85.jpg',
    'a\u202egpj.exe',
    '\u2066a.jpg',
    'b\n/a.jpg',
  ])('is refused for %j, which shows itself as another one', (given) => {
    expect(() => toStoredName(given)).toThrow(/a character that cannot be seen \(U\+[0-9A-F]{4}\)/);
  });
});

const piece = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(
    '.',
    ' ',
    '..',
    '/',
    '\\',
    'con',
    'NUL',
    'lpt1',
    '.meta',
    '.yaml',
    '.meta.yaml',
    '\u0301',
    ':',
    'é',
  ),
  fc.constantFrom('x'.repeat(149), 'é'.repeat(80), '.'.repeat(200), '\ud83d', '\ufeff'),
);

test('whatever is given, a name is portable and stays as it is when given again', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const given = pieces.join('').replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '');
      const name = toStoredName(given);
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(150);
      expect(name).toBe(name.normalize('NFC'));
      expect(name.isWellFormed()).toBe(true);
      expect(name).toMatch(/^[^. /\\<>:"|?*\p{Cc}][^/\\<>:"|?*\p{Cc}]*$/u);
      expect(name).not.toMatch(/[. ]$/);
      expect(name).not.toMatch(/\.meta\.yaml$/i);
      expect(name).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d) *(\.|$)/i);
      expect(toStoredName(name)).toBe(name);
    }),
    { numRuns: 3000 },
  );
});
