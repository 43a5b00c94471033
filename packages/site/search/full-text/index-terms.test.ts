import { expect, test } from 'vitest';
import { runsOf, termsOf } from './index-terms.ts';

const terms = (text: string) => runsOf(text).flatMap(termsOf);

/** Every term of the query begins a term of the text. */
function finds(query: string, text: string): boolean {
  const found = terms(text);
  const asked = terms(query);
  return asked.length > 0 && asked.every((term) => found.some((one) => one.startsWith(term)));
}

test.each([
  ['cafe', 'Café'],
  ['CAFÉ', 'Cafe'],
  ['strasse', 'Straße'],
  ['ångs', 'Angström'],
  ['πολη', 'Πόλη'],
  ['한국', '한국어'],
  ['ｶﾀｶﾅ', 'カタカナ'],
  ['wood ty', 'The type of wood'],
  ['don’t', "Don't panic"],
  ['c3', 'A C3 case'],
  ['हिन्दी', 'हिन्दी में'],
])('%s finds %s', (query, text) => {
  expect(finds(query, text)).toBe(true);
});

test.each([
  ['ood', 'Wood'],
  ['wood metal', 'Wood'],
  ['京都', '東京'],
  ['x', ''],
])('%s does not find %s', (query, text) => {
  expect(finds(query, text)).toBe(false);
});

test('scripts without spaces are split into pairs, whatever stands beside them', () => {
  expect(terms('abc東京都 가나')).toEqual(['abc', '東京', '京都', '都', '가나'.normalize('NFKD')]);
});

test('data without spaces is no word', () => {
  expect(terms('a'.repeat(65))).toEqual([]);
});
