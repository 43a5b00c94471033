import { Secret, TOTP, URI } from 'otpauth';
import { describe, expect, test } from 'vitest';
import { matchStep, newTotpSecret, noStep, provisioningUri } from './totp.ts';

/** RFC 6238, appendix B: the ASCII digits 1234567890 twice. */
const secret = Secret.fromLatin1('12345678901234567890').base32;

function stepOf(code: string, seconds: number, afterStep = noStep): number | undefined {
  return matchStep({ secret, code, now: new Date(seconds * 1000), afterStep });
}

function codeOf(step: number): string {
  return new TOTP({ secret }).generate({ timestamp: step * 30_000 });
}

describe('GAP-SES-4: SHA-1, 6 digits, 30 seconds (RFC 6238, appendix B)', () => {
  test.each([
    [59, '94287082', 0x1],
    [1111111109, '07081804', 0x23523ec],
    [1111111111, '14050471', 0x23523ed],
    [1234567890, '89005924', 0x273ef07],
    [2000000000, '69279037', 0x3f940aa],
    [20000000000, '65353130', 0x27bc86aa],
  ])('at %i seconds the code is the last six digits of %s', (seconds, eightDigits, step) => {
    expect(stepOf(eightDigits.slice(-6), seconds)).toBe(step);
  });
});

describe('GAP-SES-4: a code works one step early and one step late', () => {
  const step = 100;
  const begins = step * 30;

  test.each([
    ['31 seconds before its step', begins - 31, undefined],
    ['30 seconds before its step', begins - 30, step],
    ['just before its step', begins - 0.001, step],
    ['as its step begins', begins, step],
    ['as its step ends', begins + 29.999, step],
    ['as the next step begins', begins + 30, step],
    ['to the end of the next step', begins + 59.999, step],
    ['and not a millisecond longer', begins + 60, undefined],
  ])('%s', (_when, seconds, expected) => {
    expect(stepOf(codeOf(step), seconds)).toBe(expected);
  });
});

describe('GAP-SES-4: a code is never accepted twice', () => {
  test('nor is one that is older than the last', () => {
    const now = 100 * 30;
    expect(stepOf(codeOf(100), now, 99)).toBe(100);
    expect(stepOf(codeOf(100), now, 100)).toBeUndefined();
    expect(stepOf(codeOf(99), now, 100)).toBeUndefined();
    expect(stepOf(codeOf(101), now, 100)).toBe(101);
    expect(stepOf(codeOf(101), now, 101)).toBeUndefined();
  });

  test('nor when the step after it has the same one by chance', () => {
    // Found by search: this step and the next share a code.
    const twin = 910_737;
    const now = twin * 30;
    const used = stepOf(codeOf(twin), now)!;
    expect(codeOf(twin + 1)).toBe(codeOf(twin));
    expect(stepOf(codeOf(twin), now, used)).toBeUndefined();
    expect(stepOf(codeOf(twin), now + 30, used)).toBeUndefined();
  });
});

describe('a code', () => {
  test.each(['287082', '287 082', ' 287082 ', '28 70 82', '\t287082\n'])(
    'is the same with blanks in it: "%s"',
    (code) => {
      expect(stepOf(code, 59)).toBe(1);
    },
  );

  test.each([
    '',
    ' ',
    '28708',
    '2870822',
    '94287082',
    '28708a',
    '287-082',
    '٢٨٧٠٨٢',
    '0x11',
    '-87082',
    '287082\0',
  ])('is six digits, so this is none: "%s"', (code) => {
    expect(stepOf(code, 59)).toBeUndefined();
  });

  test('of another secret does not match', () => {
    const other = { secret: newTotpSecret(), code: '287082', afterStep: noStep };
    expect(matchStep({ ...other, now: new Date(59_000) })).toBeUndefined();
  });
});

describe('a new secret', () => {
  test('is 160 bits in base32, another each time', () => {
    const made = Array.from({ length: 20 }, newTotpSecret);
    for (const each of made) expect(each).toMatch(/^[A-Z2-7]{32}$/);
    expect(new Set(made).size).toBe(20);
  });
});

describe('what the QR code says', () => {
  test('is read by an authenticator app as it was meant', () => {
    const uri = provisioningUri({ issuer: 'The Gazette & Sons', username: 'ada', secret });
    expect(URI.parse(uri)).toMatchObject({
      issuer: 'The Gazette & Sons',
      label: 'ada',
      algorithm: 'SHA1',
      digits: 6,
      period: 30,
    });
    expect(new URL(uri).searchParams.get('secret')).toBe(secret);
    expect(uri).toMatch(/^otpauth:\/\/totp\/The%20Gazette%20%26%20Sons:ada\?/);
  });

  test('has no colon in the issuer, where the user name would seem to begin', () => {
    const uri = provisioningUri({ issuer: 'Galley: news', username: 'ada', secret });
    expect(URI.parse(uri)).toMatchObject({ issuer: 'Galley news', label: 'ada' });
  });
});
