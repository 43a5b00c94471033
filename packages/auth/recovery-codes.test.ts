import { sha256 } from '@galley/kernel';
import { describe, expect, test } from 'vitest';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';

describe('GAP-SES-4: recovery codes', () => {
  test('are ten, each another', () => {
    const codes = newRecoveryCodes();
    expect(codes).toHaveLength(10);
    expect(new Set([...codes, ...newRecoveryCodes()]).size).toBe(20);
  });

  test('are three groups of five, of 32 symbols that do not look alike', () => {
    const codes = Array.from({ length: 100 }, newRecoveryCodes).flat();
    for (const code of codes)
      expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{5}(-[0-9a-hjkmnp-tv-z]{5}){2}$/);
    expect(new Set(codes.join('').replaceAll('-', '')).size).toBe(32);
  });
});

describe('what is stored of a recovery code', () => {
  const code = '0a1bc-defgh-jkmnp';
  const hash = hashRecoveryCode('ada', code);

  test('is a SHA-256, not of the code alone', () => {
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(hash).not.toBe(sha256(code));
    expect(hash).not.toBe(sha256(code.replaceAll('-', '')));
  });

  test('is another for another user, and for another code', () => {
    expect(hashRecoveryCode('grace', code)).not.toBe(hash);
    expect(hashRecoveryCode('ada', '0a1bc-defgh-jkmnq')).not.toBe(hash);
  });

  test.each([
    '0A1BC-DEFGH-JKMNP',
    '0a1bcdefghjkmnp',
    ' 0a1bc defgh jkmnp ',
    '0a1bc–defgh—jkmnp',
    '0a-1bcde-fghjk-mnp\n',
    'oaibc-defgh-jkmnp',
    'OALBC-DEFGH-JKMNP',
  ])('is the same however it is typed: %s', (typed) => {
    expect(hashRecoveryCode('ada', typed)).toBe(hash);
  });

  test.each([
    '',
    '287082',
    '0a1bc-defgh',
    '0a1bc-defgh-jkmnpq',
    '0a1bc-defgh-jkmnu',
    '0a1bc_defgh_jkmnp',
  ])('is nothing for what cannot be one: "%s"', (typed) => {
    expect(hashRecoveryCode('ada', typed)).toBeUndefined();
  });
});
