import { describe, expect, test } from 'vitest';
import { deriveKey, Sealer } from './sealing.ts';

const masterKey = 'a master key for this test only';
const sealer = new Sealer(masterKey);

describe('GAP-SES-4: what is sealed', () => {
  test.each(['', 'JBSWY3DPEHPK3PXP', 'Grüße 🔑', 'x'.repeat(10_000)])(
    'opens again: %.20s',
    (plain) => {
      expect(sealer.open(sealer.seal(plain, 'totp:ada'), 'totp:ada')).toBe(plain);
    },
  );

  test('opens in another process that has the same key', () => {
    const sealed = sealer.seal('a secret', 'totp:ada');
    expect(new Sealer(masterKey).open(sealed, 'totp:ada')).toBe('a secret');
  });

  test('says its version and is safe in an address', () => {
    expect(sealer.seal('a secret', 'totp:ada')).toMatch(/^v1\.[A-Za-z0-9_-]+$/);
  });

  test('is another string each time', () => {
    const sealed = Array.from({ length: 50 }, () => sealer.seal('a secret', 'totp:ada'));
    expect(new Set(sealed).size).toBe(50);
    expect(new Set(sealed.map((each) => each.slice(0, 19))).size).toBe(50);
  });

  test('holds nothing of it in clear', () => {
    const plain = 'JBSWY3DPEHPK3PXP';
    const bytes = Buffer.from(sealer.seal(plain, 'totp:ada').slice(3), 'base64url');
    expect(bytes.includes(plain)).toBe(false);
  });
});

describe('what is sealed does not open', () => {
  const sealed = sealer.seal('a secret', 'totp:ada');

  test('with another key', () => {
    expect(new Sealer(`${masterKey}!`).open(sealed, 'totp:ada')).toBeUndefined();
  });

  test.each(['totp:grace', 'totp:ad', 'totp:ada ', ''])('in another context: "%s"', (context) => {
    expect(sealer.open(sealed, context)).toBeUndefined();
  });

  test('when any one character of it is another', () => {
    for (let index = 0; index < sealed.length; index += 1) {
      const other = sealed[index] === 'A' ? 'B' : 'A';
      const changed = sealed.slice(0, index) + other + sealed.slice(index + 1);
      expect(sealer.open(changed, 'totp:ada'), `character ${index}`).toBeUndefined();
    }
  });

  test('when it is cut short at any place, or longer', () => {
    for (let length = 0; length < sealed.length; length += 1) {
      expect(sealer.open(sealed.slice(0, length), 'totp:ada'), `${length}`).toBeUndefined();
    }
    for (const more of ['A', '=', '\n', ' ', 'AAAA']) {
      expect(sealer.open(sealed + more, 'totp:ada')).toBeUndefined();
    }
  });

  test.each(['', 'v1.', 'v1.!', 'v2.AAAA', 'a secret', `v1.${'A'.repeat(37)}`])(
    'when it never was sealed: "%s"',
    (text) => {
      expect(sealer.open(text, 'totp:ada')).toBeUndefined();
    },
  );
});

describe('a derived key', () => {
  test('is the same each time, 256 bits, and none other’s', () => {
    const key = deriveKey(masterKey, 'session cookie');
    expect(deriveKey(masterKey, 'session cookie')).toBe(key);
    expect(Buffer.from(key, 'base64url')).toHaveLength(32);
    expect(deriveKey(masterKey, 'session cookies')).not.toBe(key);
    expect(deriveKey(`${masterKey}!`, 'session cookie')).not.toBe(key);
    expect(key).not.toContain(masterKey);
  });

  test('and sealed values stay the same across upgrades', () => {
    expect(deriveKey('master', 'session cookie')).toBe(
      'gYUHlhrM6REf1EJCnclFT2fRdnX4DNCnNa8hyLDLGGE',
    );
    expect(
      new Sealer('master').open('v1.WZh9Y-UHxvrTmDhlJ14hUz0MiiXCsepNOCt3YljbyTdFUqCB', 'totp:ada'),
    ).toBe('a secret');
  });
});
