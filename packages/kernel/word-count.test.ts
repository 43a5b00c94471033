import { expect, test } from 'vitest';
import { countWords, readingMinutes } from './word-count.ts';

test.each([
  ['', 0, 0],
  ['## The *black*, well-known ink', 4, 0],
  ['[Ink](https://example.org/a-b-c) and ![oil](/media/oil.png "Oil").', 3, 0],
  ['[Ink](no end\nof the address)', 6, 0],
  ['- don’t\n- Straße\n- слово', 3, 0],
  ['印刷 and ink', 2, 2],
])('%j has %i words and %i ideographs', (text, words, ideographs) => {
  expect(countWords(text)).toEqual({ words, ideographs });
});

test('brackets without an end are counted in linear time', () => {
  expect(countWords(']('.repeat(200_000)).words).toBe(0);
});

test.each([
  [{ words: 0, ideographs: 0 }, 1],
  [{ words: 660, ideographs: 0 }, 3],
  [{ words: 220, ideographs: 450 }, 2],
])('%j takes whole minutes', (count, minutes) => {
  expect(readingMinutes(count)).toBe(minutes);
});
