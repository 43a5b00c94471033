import fc from 'fast-check';
import { newId, newSecret } from '@galley/kernel';
import { expect, test } from 'vitest';
import { readPreview, signPreview } from './preview-token.ts';

const secret = newSecret();
const claim = { id: newId(), expiresAt: new Date('2026-06-04T08:00:00.123Z') };
const token = signPreview(claim, secret);
const letters = 'abcxyzABCXYZ0189.-_=+/% é'.split('');

test('a signed token can be read and fits into an address (GAP-DOC-15)', () => {
  expect(readPreview(token, secret)).toEqual(claim);
  expect(encodeURIComponent(token)).toBe(token);
});

test('a token signed with another secret is rejected', () => {
  expect(readPreview(token, newSecret())).toBeUndefined();
});

test('changed, added or missing characters are rejected', () => {
  fc.assert(
    fc.property(fc.nat(token.length - 1), fc.constantFrom(...letters), (at, letter) => {
      fc.pre(token[at] !== letter);
      expect(
        readPreview(token.slice(0, at) + letter + token.slice(at + 1), secret),
      ).toBeUndefined();
      expect(readPreview(token.slice(0, at) + letter + token.slice(at), secret)).toBeUndefined();
      expect(readPreview(token.slice(0, at) + token.slice(at + 1), secret)).toBeUndefined();
    }),
    { numRuns: 1_000 },
  );
});

test('a signature is invalid for another expiry or another link', () => {
  const [id, end, signature] = token.split('.') as [string, string, string];
  const later = (claim.expiresAt.getTime() + 1).toString(36);
  for (const forged of [
    `${id}.${later}.${signature}`,
    `${id}.0${end}.${signature}`,
    `${id}.${end.toUpperCase()}.${signature}`,
    `${newId()}.${end}.${signature}`,
    `${id.toUpperCase()}.${end}.${signature}`,
  ]) {
    expect(readPreview(forged, secret)).toBeUndefined();
  }
});

test.each([
  '',
  '.',
  '..',
  token.split('.', 2).join('.'),
  `${token}.`,
  ` ${token}`,
  `${token}\n`,
  `${'-'.repeat(36)}.zzzzzzzzzzz.${'A'.repeat(43)}`,
  'x'.repeat(100_000),
  '\0',
])('other input is rejected without an error: %j', (text) => {
  expect(readPreview(text, secret)).toBeUndefined();
});
