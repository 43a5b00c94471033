import { argon2Sync } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { describe, expect, test } from 'vitest';
import { argon2Hasher } from './password-hash.ts';

const salt = Buffer.from('a salt of sixteen').toString('base64').replace(/=+$/, '');

function cheapHash(password: string): string {
  const hash = argon2Sync('argon2id', {
    message: password,
    nonce: Buffer.from(salt, 'base64'),
    memory: 64,
    passes: 3,
    parallelism: 2,
    tagLength: 24,
  });
  return `$argon2id$v=19$m=64,t=3,p=2$${salt}$${hash.toString('base64').replace(/=+$/, '')}`;
}

describe('a password hash', () => {
  test('GAP-SES-5: is a PHC string of argon2id that its password opens and another does not', async () => {
    const phc = await argon2Hasher.hash('a bicycle for the harbour');

    expect(phc).toMatch(
      /^\$argon2id\$v=19\$m=65536,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/,
    );
    expect(await argon2Hasher.verify('a bicycle for the harbour', phc)).toBe(true);
    expect(await argon2Hasher.verify('a bicycle for the harbou', phc)).toBe(false);
  });

  test('has a salt of its own', async () => {
    expect(await argon2Hasher.hash('the same words')).not.toBe(
      await argon2Hasher.hash('the same words'),
    );
  });

  test('is checked with the parameters that it names', async () => {
    const phc = cheapHash('older and cheaper');
    expect(await argon2Hasher.verify('older and cheaper', phc)).toBe(true);
    expect(await argon2Hasher.verify('older and cheaper', phc.replace('t=3', 't=4'))).toBe(false);
  });

  test('does not depend on how a keyboard composes its letters', async () => {
    const phc = cheapHash('caf\u00e9 au lait');
    expect(await argon2Hasher.verify('cafe\u0301 au lait', phc)).toBe(true);
  });

  test('tells whether it was made with the cost of today', async () => {
    expect(argon2Hasher.isCurrent(await argon2Hasher.hash('the words of today'))).toBe(true);
    expect(argon2Hasher.isCurrent(cheapHash('the words of yesterday'))).toBe(false);
    expect(argon2Hasher.isCurrent('no hash at all')).toBe(false);
  });

  test('is refused when more than 64 are waiting to be computed, rather than kept waiting', async () => {
    const phc = cheapHash('all at once');
    const attempts = await Promise.allSettled(
      Array.from({ length: 64 + 3 + 5 }, () => argon2Hasher.verify('all at once', phc)),
    );

    const computed = attempts.filter((attempt) => attempt.status === 'fulfilled');
    const refused = attempts.filter((attempt) => attempt.status === 'rejected');
    const atOnce = Math.max(1, Math.min(availableParallelism() - 1, 3));
    expect(computed.map(({ value }) => value)).toEqual(Array(64 + atOnce).fill(true));
    expect(refused).toHaveLength(attempts.length - 64 - atOnce);
    for (const { reason } of refused) {
      expect(reason).toMatchObject({ code: 'unavailable', details: { retry_after: 5 } });
    }
  });

  test('that matches no password takes as long to verify as a real one', async () => {
    const phc = argon2Hasher.createUnmatchable();
    expect(phc.split('$').slice(0, 4)).toEqual(
      (await argon2Hasher.hash('any')).split('$').slice(0, 4),
    );
    expect(await argon2Hasher.verify('', phc)).toBe(false);
  });
});

describe('a malformed hash matches no password', () => {
  const hash = Buffer.alloc(32, 7).toString('base64').replace(/=+$/, '');
  test.each([
    ['empty', ''],
    ['a plain password', 'a bicycle for the harbour'],
    ['of another algorithm', `$argon2i$v=19$m=64,t=1,p=1$${salt}$${hash}`],
    ['of another version', `$argon2id$v=16$m=64,t=1,p=1$${salt}$${hash}`],
    ['without passes', `$argon2id$v=19$m=64,t=0,p=1$${salt}$${hash}`],
    ['without lanes', `$argon2id$v=19$m=64,t=1,p=0$${salt}$${hash}`],
    ['with too little memory for its lanes', `$argon2id$v=19$m=15,t=1,p=2$${salt}$${hash}`],
    ['with more memory than there may be', `$argon2id$v=19$m=1048577,t=1,p=1$${salt}$${hash}`],
    ['with a short salt', `$argon2id$v=19$m=64,t=1,p=1$AAAA$${hash}`],
    ['with a short hash', `$argon2id$v=19$m=64,t=1,p=1$${salt}$AAAA`],
    ['with no base64', `$argon2id$v=19$m=64,t=1,p=1$${salt}$***`],
    ['cut off', `$argon2id$v=19$m=64,t=1,p=1$${salt}`],
  ])('%s', async (_case, phc) => {
    expect(await argon2Hasher.verify('a bicycle for the harbour', phc)).toBe(false);
  });
});
