import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fit, hardWrapped, visible, widthOf, wrapped } from './visible-text.ts';

const rule = 'GAP-RC-TUI-1';
const unicode = fc.string({ unit: 'binary', maxLength: 60 });
const width = fc.integer({ min: 2, max: 40 });

describe(`${rule}: text from agents`, () => {
  test('never contains terminal controls or invisible characters', () => {
    fc.assert(
      fc.property(unicode, (text) => {
        expect(visible(text)).not.toMatch(/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u);
      }),
      { numRuns: 500 },
    );
  });

  test('stays the same when converted twice', () => {
    fc.assert(
      fc.property(unicode, (text) => {
        expect(visible(visible(text))).toBe(visible(text));
      }),
    );
  });

  test('fits a character that joins the space behind it', () => {
    expect(widthOf(fit('\u{11f02}', 2))).toBe(2);
  });

  test('fits exactly the given columns', () => {
    fc.assert(
      fc.property(unicode, width, (text, columns) => {
        expect(widthOf(fit(text, columns))).toBe(columns);
        expect(widthOf(fit(text, columns, { keep: 'end', align: 'right' }))).toBe(columns);
      }),
      { numRuns: 500 },
    );
  });

  test('wraps into lines that fit, and loses nothing when wrapped hard', () => {
    fc.assert(
      fc.property(unicode, width, (text, columns) => {
        for (const line of wrapped(text, columns))
          expect(widthOf(line)).toBeLessThanOrEqual(columns);
        expect(hardWrapped(text, columns).join('')).toBe(visible(text));
      }),
    );
  });

  test.each([
    ['\u001b[31mred', '␛[31mred'],
    ['bell\u0007 del\u007f csi\u009b', 'bell␇ del␡ csi<U+009B>'],
    ['\u202egnp.exe\u202c', '<U+202E>gnp.exe<U+202C>'],
    ['zero\u200bwidth \ufeffmark \u{e0041}tag', 'zero<U+200B>width <U+FEFF>mark <U+E0041>tag'],
    ['lone \ud800 surrogate', 'lone <U+D800> surrogate'],
    ['one\r\ntwo\nthree\rfour\tfive', 'one two three␍four    five'],
    ['👩🏽‍🚀 ❤️ 🇩🇪 1️⃣', '👩🚀 ❤ DE 1'],
    ['e' + '\u0301'.repeat(50), 'e\u0301\u0301\u0301'],
    ['日本語 ñ שלום', '日本語 ñ שלום'],
  ])('shows %j as %j', (text, shown) => {
    expect(visible(text)).toBe(shown);
  });
});

test('long text is cut with a mark, at the end or at the start', () => {
  expect(fit('implementer-1', 8)).toBe('impleme…');
  expect(fit('run-1763729481234567890', 8, { keep: 'end' })).toBe('…4567890');
  expect(fit('日本語', 4)).toBe('日… ');
  expect(fit('7', 3, { align: 'right' })).toBe('  7');
  expect(fit('gone', 0)).toBe('');
});

test('text is wrapped between words, and within a word that is too long', () => {
  expect(wrapped('the history of cable cars\n\nsecond', 11)).toEqual([
    'the history',
    'of cable',
    'cars',
    '',
    'second',
  ]);
  expect(wrapped('a'.repeat(7), 3)).toEqual(['aaa', 'aaa', 'a']);
  expect(hardWrapped('  a  b  ', 3)).toEqual(['  a', '  b', '  ']);
});
