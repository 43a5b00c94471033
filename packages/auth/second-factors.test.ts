import { TOTP } from 'otpauth';
import { newSecret, silentLogger } from '@galley/kernel';
import { createTestDatabase, ManualClock, type TestDatabase } from '@galley/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Sealer } from './sealing.ts';
import { SecondFactors } from './second-factors.ts';
import { SessionRepository } from './session-repository.ts';
import { UserRepository } from './user-repository.ts';

const minute = 60_000;
const step = 30_000;

let database: TestDatabase;
let clock: ManualClock;
let factors: SecondFactors;
let title: string;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.close());

beforeEach(async () => {
  await database.db.deleteFrom('users').execute();
  clock = new ManualClock();
  title = 'The Gazette';
  factors = new SecondFactors({
    db: database.db,
    clock,
    sealer: new Sealer('a master key of this test'),
    issuer: () => title,
    logger: silentLogger,
  });
  for (const username of ['ada', 'grace']) {
    await new UserRepository(database.db).insert({
      username,
      name: username,
      email: `${username}@example.org`,
      role: 'author',
      createdAt: clock.now(),
    });
  }
});

function codeOf(secret: string, steps = 0): string {
  return new TOTP({ secret }).generate({ timestamp: clock.now().getTime() + steps * step });
}

function wrongCode(secret: string): string {
  const right = [-1, 0, 1].map((steps) => codeOf(secret, steps));
  return ['000000', '111111', '222222', '333333'].find((code) => !right.includes(code))!;
}

/** Advances the clock, so that the next code differs. */
async function enableFactor(username: string) {
  const { secret } = await factors.setup(username);
  const { recoveryCodes } = await factors.enable({ username, code: codeOf(secret) });
  clock.advance(step);
  return { secret, recoveryCodes };
}

const check = (username: string, code: string) => factors.check(database.db, username, code);

async function securityVersion(username: string): Promise<number> {
  const row = await database.db
    .selectFrom('users')
    .select('security_version')
    .where('username', '=', username)
    .executeTakeFirstOrThrow();
  return row.security_version;
}

async function credentialKinds(username: string): Promise<string[]> {
  const rows = await database.db
    .selectFrom('credentials')
    .select('kind')
    .where('username', '=', username)
    .orderBy('kind')
    .execute();
  return rows.map(({ kind }) => kind);
}

async function signedIn(username: string) {
  const sessions = new SessionRepository(database.db, {
    clock,
    ttlMilliseconds: 12 * 60 * minute,
    absoluteTtlMilliseconds: 12 * 60 * minute,
    requireMfa: false,
  });
  const token = newSecret();
  const { id } = await sessions.create(token, {
    username,
    securityVersion: await securityVersion(username),
    factorVerified: false,
    csrfToken: 'a csrf token',
    remoteAddr: '192.0.2.7',
    userAgent: 'A browser',
  });
  return { id, lives: async () => (await sessions.find(token)) !== undefined };
}

describe('setting up a second factor', () => {
  test('gives a secret and what a QR code of it says', async () => {
    title = 'The Evening Gazette';
    const { secret, provisioningUri } = await factors.setup('ada');

    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(provisioningUri).toContain('otpauth://totp/The%20Evening%20Gazette:ada?');
    expect(new URL(provisioningUri).searchParams.get('secret')).toBe(secret);
  });

  test('enables nothing: no code of it signs in, and no session ends', async () => {
    const session = await signedIn('ada');
    const { secret } = await factors.setup('ada');

    expect(await factors.hasFactor('ada')).toBe(false);
    expect(await check('ada', codeOf(secret))).toBe(false);
    expect(await securityVersion('ada')).toBe(0);
    expect(await session.lives()).toBe(true);
  });

  test('begun again, leaves the earlier secret good for nothing', async () => {
    const earlier = await factors.setup('ada');
    const later = await factors.setup('ada');
    expect(await credentialKinds('ada')).toEqual(['totp_setup']);

    const withEarlier = factors.enable({ username: 'ada', code: codeOf(earlier.secret) });
    await expect(withEarlier).rejects.toMatchObject({ code: 'totp_invalid' });
    await factors.enable({ username: 'ada', code: codeOf(later.secret) });
    expect(await factors.hasFactor('ada')).toBe(true);
  });

  test('does not weaken the one that is enabled, until the new one is confirmed', async () => {
    const old = await enableFactor('ada');
    const { secret } = await factors.setup('ada');

    expect(await check('ada', codeOf(secret))).toBe(false);
    expect(await check('ada', codeOf(old.secret))).toBe(true);
    expect(await check('ada', old.recoveryCodes[0]!)).toBe(true);

    clock.advance(step);
    const { recoveryCodes } = await factors.enable({ username: 'ada', code: codeOf(secret) });
    clock.advance(step);
    expect(await check('ada', codeOf(old.secret))).toBe(false);
    expect(await check('ada', old.recoveryCodes[1]!)).toBe(false);
    expect(await check('ada', codeOf(secret))).toBe(true);
    expect(await check('ada', recoveryCodes[1]!)).toBe(true);
  });

  test('is refused for an unknown user', async () => {
    await expect(factors.setup('mary')).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('GAP-SES-4: enabling a second factor', () => {
  test('gives ten recovery codes and another version of the account', async () => {
    const { secret } = await factors.setup('ada');
    const answer = await factors.enable({ username: 'ada', code: codeOf(secret) });

    expect(new Set(answer.recoveryCodes).size).toBe(10);
    expect(answer.securityVersion).toBe(1);
    expect(await securityVersion('ada')).toBe(1);
    expect(await factors.hasFactor('ada')).toBe(true);
    expect(await factors.hasFactor('grace')).toBe(false);
    expect(await factors.remainingRecoveryCodes('ada')).toBe(10);
    expect(await credentialKinds('ada')).toEqual([
      ...Array<string>(10).fill('recovery_code'),
      'totp',
    ]);
  });

  test('takes a code with a blank, and of the step before or after', async () => {
    for (const steps of [-1, 0, 1]) {
      const { secret } = await factors.setup('ada');
      const code = codeOf(secret, steps);
      await factors.enable({ username: 'ada', code: `${code.slice(0, 3)} ${code.slice(3)}` });
    }
    expect(await securityVersion('ada')).toBe(3);
  });

  test('uses the code up: it does not sign in as well', async () => {
    const { secret } = await factors.setup('ada');
    await factors.enable({ username: 'ada', code: codeOf(secret) });

    expect(await check('ada', codeOf(secret, -1))).toBe(false);
    expect(await check('ada', codeOf(secret))).toBe(false);
    clock.advance(step);
    expect(await check('ada', codeOf(secret))).toBe(true);
  });

  test('ends the other sessions of that user, and no one else’s', async () => {
    const kept = await signedIn('ada');
    const other = await signedIn('ada');
    const grace = await signedIn('grace');
    const { secret } = await factors.setup('ada');

    await factors.enable({ username: 'ada', code: codeOf(secret), keepSessionId: kept.id });

    expect(await kept.lives()).toBe(true);
    expect(await other.lives()).toBe(false);
    expect(await grace.lives()).toBe(true);
  });

  test('for another user ends all their sessions', async () => {
    const administrator = await signedIn('grace');
    const session = await signedIn('ada');
    const { secret } = await factors.setup('ada');

    const change = { username: 'ada', code: codeOf(secret), keepSessionId: administrator.id };
    await factors.enable(change);

    expect(await session.lives()).toBe(false);
    expect(await administrator.lives()).toBe(true);
  });

  test('changes nothing when the code is wrong, and the set-up still waits', async () => {
    const session = await signedIn('ada');
    const { secret } = await factors.setup('ada');

    const attempt = factors.enable({ username: 'ada', code: wrongCode(secret) });
    await expect(attempt).rejects.toMatchObject({ code: 'totp_invalid', kind: 'unauthenticated' });

    expect(await factors.hasFactor('ada')).toBe(false);
    expect(await session.lives()).toBe(true);
    await factors.enable({ username: 'ada', code: codeOf(secret) });
    expect(await factors.hasFactor('ada')).toBe(true);
  });

  test('without a set-up is refused, and says to begin one', async () => {
    const refusal = { code: 'totp_invalid', message: expect.stringContaining('Start') as string };
    const attempt = () => factors.enable({ username: 'ada', code: '123456' });
    await expect(attempt()).rejects.toMatchObject(refusal);

    const { secret } = await enableFactor('ada');
    const again = factors.enable({ username: 'ada', code: codeOf(secret) });
    await expect(again).rejects.toMatchObject(refusal);
  });

  test('is too late an hour after the set-up began, and not before', async () => {
    const first = await factors.setup('ada');
    clock.advance(60 * minute);
    const late = factors.enable({ username: 'ada', code: codeOf(first.secret) });
    await expect(late).rejects.toMatchObject({
      code: 'totp_invalid',
      message: expect.stringContaining('Start') as string,
    });

    const second = await factors.setup('ada');
    clock.advance(60 * minute - 1);
    await factors.enable({ username: 'ada', code: codeOf(second.secret) });
    expect(await factors.hasFactor('ada')).toBe(true);
  });

  test('is refused for an unknown user', async () => {
    const attempt = factors.enable({ username: 'mary', code: '123456' });
    await expect(attempt).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('ten wrong codes end a set-up', () => {
  const guess = async (code: string) =>
    factors.enable({ username: 'ada', code }).then(
      () => 'enabled',
      (error: Error) => error.message,
    );

  test('so that even the right one is refused, and a new set-up has ten again', async () => {
    const { secret } = await factors.setup('ada');
    for (let count = 1; count <= 9; count += 1) {
      expect(await guess(wrongCode(secret))).not.toContain('Start');
    }
    expect(await guess(wrongCode(secret))).toContain('Start the set-up again');
    expect(await guess(codeOf(secret))).toContain('Start a set-up first');
    expect(await credentialKinds('ada')).toEqual([]);

    const next = await factors.setup('ada');
    for (let count = 1; count <= 9; count += 1) await guess(wrongCode(next.secret));
    expect(await guess(codeOf(next.secret))).toBe('enabled');
  });

  test('and leave the factor that is enabled as it is', async () => {
    const old = await enableFactor('ada');
    const { secret } = await factors.setup('ada');
    for (let count = 1; count <= 10; count += 1) await guess(wrongCode(secret));

    expect(await check('ada', codeOf(old.secret))).toBe(true);
    expect(await factors.remainingRecoveryCodes('ada')).toBe(10);
  });
});

describe('GAP-SES-4: turning a second factor off', () => {
  test('removes it, its recovery codes and a pending set-up', async () => {
    const { secret, recoveryCodes } = await enableFactor('ada');
    const pending = await factors.setup('ada');
    await enableFactor('grace');

    expect(await factors.disable({ username: 'ada' })).toMatchObject({ securityVersion: 2 });

    expect(await factors.hasFactor('ada')).toBe(false);
    expect(await credentialKinds('ada')).toEqual([]);
    clock.advance(step);
    for (const code of [codeOf(secret), codeOf(pending.secret), recoveryCodes[0]!]) {
      expect(await check('ada', code)).toBe(false);
    }
    expect(await factors.hasFactor('grace')).toBe(true);
    expect(await factors.remainingRecoveryCodes('grace')).toBe(10);
  });

  test('ends the other sessions of that user, and no one else’s', async () => {
    await enableFactor('ada');
    const kept = await signedIn('ada');
    const other = await signedIn('ada');
    const grace = await signedIn('grace');

    await factors.disable({ username: 'ada', keepSessionId: kept.id });

    expect(await kept.lives()).toBe(true);
    expect(await other.lives()).toBe(false);
    expect(await grace.lives()).toBe(true);
  });

  test('that is not on ends no session, and a pending set-up', async () => {
    const session = await signedIn('ada');
    await factors.setup('ada');

    expect(await factors.disable({ username: 'ada' })).toMatchObject({
      securityVersion: undefined,
    });
    expect(await factors.disable({ username: 'ada' })).toMatchObject({
      securityVersion: undefined,
    });

    expect(await credentialKinds('ada')).toEqual([]);
    expect(await securityVersion('ada')).toBe(0);
    expect(await session.lives()).toBe(true);
  });

  test('leaves the password', async () => {
    await new UserRepository(database.db).insertPassword('ada', 'a hash', clock.now());
    await enableFactor('ada');
    await factors.disable({ username: 'ada' });
    expect(await credentialKinds('ada')).toEqual(['password']);
  });

  test('is refused for an unknown user', async () => {
    await expect(factors.disable({ username: 'mary' })).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});

describe('new recovery codes', () => {
  test('are ten in place of what was left of the old ones, and end no session', async () => {
    const { recoveryCodes } = await enableFactor('ada');
    const session = await signedIn('ada');
    await check('ada', recoveryCodes[0]!);

    const renewed = await factors.renewRecoveryCodes('ada');

    expect(new Set([...recoveryCodes, ...renewed]).size).toBe(20);
    expect(await factors.remainingRecoveryCodes('ada')).toBe(10);
    expect(await check('ada', recoveryCodes[1]!)).toBe(false);
    expect(await check('ada', renewed[0]!)).toBe(true);
    expect(await session.lives()).toBe(true);
  });

  test('are refused without a factor that is enabled', async () => {
    await factors.setup('ada');
    await expect(factors.renewRecoveryCodes('ada')).rejects.toMatchObject({
      code: 'totp_not_enabled',
    });
    await expect(factors.renewRecoveryCodes('mary')).rejects.toMatchObject({ code: 'not_found' });
    expect(await factors.remainingRecoveryCodes('ada')).toBe(0);
  });
});
