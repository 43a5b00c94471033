import { expect, test } from 'vitest';
import { renumber } from './list-keys.ts';
import { smartQuote } from './smart-quotes.ts';

function typed(text: string, lang: string): string {
  return [...text].reduce(
    (before, character) =>
      before +
      (character === '"' || character === "'"
        ? smartQuote(character, { before, lang })
        : character),
    '',
  );
}

test.each([
  ['en', "She said \"don't 'go' now\" ('really').", 'She said “don’t ‘go’ now” (‘really’).'],
  ['de-AT', 'Er sagte "Geh \'jetzt\' los".', 'Er sagte „Geh ‚jetzt‘ los“.'],
  ['fr', 'Il dit "oui" et l\'autre', 'Il dit «\u202Foui\u202F» et l’autre'],
  ['es', '"Sí"', '«Sí»'],
  ['pt', '"Sim"', '“Sim”'],
])('quotes in %s', (lang, text, expected) => {
  expect(typed(text, lang)).toBe(expected);
});

test('ordered lists are numbered in sequence, each from its first number', () => {
  expect(
    renumber(['3. a', '7. b', '   5. c', '   5. d', '   text', '7. e', '- f', '1. g']),
  ).toEqual(['3. a', '4. b', '   1. c', '   2. d', '   text', '5. e', '- f', '1. g']);
});
