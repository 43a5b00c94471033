import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LengthLimit } from './length-limit.ts';

function taken(pieces: readonly string[], characters: number | undefined) {
  const limit = new LengthLimit(characters);
  return {
    text: pieces.map((piece) => limit.take(piece)).join(''),
    isExceeded: limit.isExceeded,
  };
}

test('a text is let through as far as its limit goes, in whatever pieces it comes', () => {
  const piece = fc.string({ unit: 'grapheme' });
  fc.assert(
    fc.property(fc.array(piece), fc.nat({ max: 40 }), (pieces, characters) => {
      const whole = pieces.join('');
      const { text, isExceeded } = taken(pieces, characters);
      expect(whole.startsWith(text)).toBe(true);
      expect(text.isWellFormed()).toBe(true);
      expect(isExceeded).toBe(whole.length > characters);
      const least = Math.min(whole.length, characters);
      expect([least, least - 1]).toContain(text.length);
    }),
    { numRuns: 200 },
  );
});

test('without a limit all of it is let through', () => {
  expect(taken(['Ink ', '', 'is black.'], undefined)).toEqual({
    text: 'Ink is black.',
    isExceeded: false,
  });
});
