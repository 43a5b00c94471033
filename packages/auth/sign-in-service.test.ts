import type { Database } from '@galley/database';
import type { Actor } from '@galley/kernel';
import { createTestDatabase, ManualClock, type TestDatabase } from '@galley/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addUser, cheapHasher, openSecondPool } from './fixtures.ts';
import { argon2Hasher, type PasswordHasher } from './password-hash.ts';
import { authProblems } from './problems.ts';
import { SignInService, type SecondFactorCheck } from './sign-in-service.ts';
import { SignInThrottle } from './sign-in-throttle.ts';

const password = 'violet-harbour-42';
const address = '192.0.2.7';
const ada = { username: 'ada', password, address };
const wrong = { ...ada, password: 'violet-harbour-43' };
const minute = 60_000;
const invalid = { code: 'invalid_credentials', kind: 'unauthenticated', details: {} };
/** A malformed hash costs no computation. */
const aFullHash = expect.stringMatching(
  /^\$argon2id\$v=19\$m=65536,t=2,p=1\$[^$]{22}\$[^$]{43}$/,
) as string;

/** Can run a step during a computation. */
class WatchedHasher implements PasswordHasher {
  readonly checked: string[] = [];
  meanwhile: () => Promise<unknown> = () => Promise.resolve();
  readonly isCurrent = (phc: string) => cheapHasher.isCurrent(phc);
  readonly createUnmatchable = () => argon2Hasher.createUnmatchable();
  hash = (secret: string) => cheapHasher.hash(secret);

  async verify(secret: string, phc: string): Promise<boolean> {
    this.checked.push(phc);
    const matches = await cheapHasher.verify(secret, phc);
    await this.meanwhile();
    return matches;
  }
}

class CodesOnPaper implements SecondFactorCheck {
  readonly left = new Set(['123456', 'abcd-efgh']);
  readonly asked: string[] = [];
  broken = false;

  check(_db: Database, _username: string, code: string): Promise<boolean> {
    this.asked.push(code);
    if (this.broken) return Promise.reject(new Error('connection lost'));
    return Promise.resolve(this.left.delete(code));
  }

  checkRecoveryCode(db: Database, username: string, code: string): Promise<boolean> {
    return this.check(db, username, code);
  }
}

let database: TestDatabase;
let second: ReturnType<typeof openSecondPool>;
let clock: ManualClock;
let hasher: WatchedHasher;
let factors: CodesOnPaper;
let service: SignInService;

beforeAll(async () => {
  database = await createTestDatabase();
  second = openSecondPool(database);
});

afterAll(async () => {
  await second.close();
  await database.close();
});

beforeEach(async () => {
  await database.db.deleteFrom('users').execute();
  await database.db.deleteFrom('sign_in_throttles').execute();
  clock = new ManualClock();
  hasher = new WatchedHasher();
  factors = new CodesOnPaper();
  service = serviceOn(database.db);
  await addUser(database.db, 'ada', password);
  await addUser(database.db, 'mary');
});

function serviceOn(db: Database, own: PasswordHasher = hasher): SignInService {
  return new SignInService({
    db,
    throttle: new SignInThrottle({ db, clock }),
    factors,
    hasher: own,
  });
}

async function disable(username: string): Promise<void> {
  await database.db
    .updateTable('users')
    .set({ enabled: false })
    .where('username', '=', username)
    .execute();
}

async function giveSecondFactor(username: string): Promise<void> {
  const at = clock.now();
  await database.db
    .insertInto('credentials')
    .values({ id: username, username, kind: 'totp', data: '{}', created_at: at, updated_at: at })
    .execute();
}

async function storedHash(): Promise<unknown> {
  const { data } = await database.db
    .selectFrom('credentials')
    .select('data')
    .where('username', '=', 'ada')
    .where('kind', '=', 'password')
    .executeTakeFirstOrThrow();
  return data['hash'];
}

async function storeHash(hash: string): Promise<void> {
  await database.db
    .updateTable('credentials')
    .set({ data: JSON.stringify({ hash }) })
    .where('kind', '=', 'password')
    .execute();
}

async function failures(): Promise<number> {
  const row = await database.db
    .selectFrom('sign_in_throttles')
    .select('failures')
    .where('scope', '=', 'pair')
    .where('username', '=', 'ada')
    .executeTakeFirst();
  return row?.failures.length ?? 0;
}

describe('signing in', () => {
  test('gives the actor with what the role grants, and the version of the account', async () => {
    await database.db.updateTable('users').set({ security_version: 7 }).execute();
    const { actor, securityVersion, factorVerified } = await service.authenticate(ada);

    expect(actor).toMatchObject({
      kind: 'user',
      username: 'ada',
      name: 'Somebody',
      email: 'ada@example.org',
      role: 'author',
    } satisfies Partial<Actor>);
    expect(actor.grants).toContain('documents.write.own');
    expect(actor.grants).not.toContain('documents.write');
    expect({ securityVersion, factorVerified }).toEqual({
      securityVersion: 7,
      factorVerified: false,
    });
  });

  test('takes the user name with capitals and blanks around it', async () => {
    const { actor } = await service.authenticate({ ...ada, username: ' Ada ' });
    expect(actor.username).toBe('ada');
  });

  test('works with argon2 as well', async () => {
    await storeHash(await argon2Hasher.hash(password));
    const real = serviceOn(database.db, argon2Hasher);
    await expect(real.authenticate(ada)).resolves.toMatchObject({ actor: { username: 'ada' } });
    await expect(real.authenticate(wrong)).rejects.toMatchObject(invalid);
  });
});

describe('GAP-SES-3: a sign-in that fails gives one answer after one computation of argon2', () => {
  test.each([
    ['unknown user', { ...ada, username: 'grace' }],
    ['invalid user name', { ...ada, username: 'no such\0name!' }],
    ['wrong password', wrong],
    ['empty password', { ...ada, password: '' }],
    ['user without a password', { ...ada, username: 'mary' }],
    ['wrong password with a right code', { ...wrong, totpCode: '123456' }],
  ])('%s', async (_case, input) => {
    await giveSecondFactor('ada');
    await expect(service.authenticate(input)).rejects.toMatchObject({
      ...invalid,
      message: 'The user name or the password is wrong.',
    });
    expect(hasher.checked).toHaveLength(1);
    if (input.username !== 'ada') expect(hasher.checked).toEqual([aFullHash]);
    expect(factors.asked).toEqual([]);
  });

  test('disabled user', async () => {
    await disable('ada');
    await expect(service.authenticate(ada)).rejects.toMatchObject(invalid);
    expect(hasher.checked).toEqual([aFullHash]);
  });

  test('and one that succeeds takes one as well', async () => {
    await service.authenticate(ada);
    expect(hasher.checked).toHaveLength(1);
  });
});

describe('GAP-SES-4: a user with a second factor', () => {
  beforeEach(() => giveSecondFactor('ada'));

  test.each([undefined, '', '  '])('needs a code, and gave %j', async (totpCode) => {
    await expect(service.authenticate({ ...ada, totpCode })).rejects.toMatchObject({
      code: 'totp_required',
      kind: 'unauthenticated',
    });
    expect(factors.asked).toEqual([]);
  });

  test('signs in with a code, which is used up by that', async () => {
    const input = { ...ada, totpCode: '123456' };
    expect(await service.authenticate(input)).toMatchObject({ factorVerified: true });
    await expect(service.authenticate(input)).rejects.toMatchObject({ code: 'totp_invalid' });
  });

  test('can ask for the code as often as they like, which neither adds failures nor clears them', async () => {
    await expect(service.authenticate(wrong)).rejects.toMatchObject(invalid);
    for (let step = 0; step < 10; step += 1) {
      await expect(service.authenticate(ada)).rejects.toMatchObject({ code: 'totp_required' });
    }
    expect(await failures()).toBe(1);
  });

  test('has five guesses at the code, like those at a password', async () => {
    for (let step = 0; step < 5; step += 1) {
      const guess = { ...ada, totpCode: `00000${step}` };
      await expect(service.authenticate(guess)).rejects.toMatchObject({ code: 'totp_invalid' });
    }
    const right = { ...ada, totpCode: '123456' };
    await expect(service.authenticate(right)).rejects.toMatchObject({ code: 'rate_limited' });
    expect(factors.left).toContain('123456');
  });
});

test('a code of a user without second factor is ignored', async () => {
  const signedIn = await service.authenticate({ ...ada, totpCode: '123456' });
  expect(signedIn.factorVerified).toBe(false);
  expect(factors.asked).toEqual([]);
});

describe('GAP-SES-3: guessing', () => {
  test('a password 200 times at once, by two processes, costs five computations', async () => {
    const services = [service, serviceOn(second.db)];
    const attempts = await Promise.allSettled(
      Array.from({ length: 200 }, (_, index) => services[index % 2]!.authenticate(wrong)),
    );

    const codes = attempts.map((attempt) =>
      attempt.status === 'rejected' ? (attempt.reason as { code?: unknown }).code : 'signed in',
    );
    expect(codes.filter((code) => code === 'invalid_credentials')).toHaveLength(5);
    // Each process accepts 68 attempts (4 running, 64 queued); the rest are refused before they count.
    expect(codes.filter((code) => code === 'rate_limited')).toHaveLength(2 * 68 - 5);
    expect(codes.filter((code) => code === 'unavailable')).toHaveLength(2 * 32);
    expect(hasher.checked).toHaveLength(5);
  });

  test.each(['ada', 'grace', 'no such name!'])(
    'is refused for %s with the same answer, before the right password is looked at',
    async (username) => {
      for (let step = 0; step < 5; step += 1) {
        const attempt = service.authenticate({ ...wrong, username });
        await expect(attempt).rejects.toMatchObject(invalid);
      }
      hasher.checked.length = 0;
      await expect(service.authenticate({ ...ada, username })).rejects.toMatchObject({
        code: 'rate_limited',
        message: 'Too many attempts to sign in have failed. Try again in 15 minutes.',
        details: { retry_after: 900 },
      });
      expect(hasher.checked).toEqual([]);
    },
  );

  test('is forgiven from an address that the user then signs in from', async () => {
    for (let step = 0; step < 4; step += 1) {
      await expect(service.authenticate(wrong)).rejects.toMatchObject(invalid);
    }
    await service.authenticate(ada);
    expect(await failures()).toBe(0);
  });
});

describe('a defect in the middle of a sign-in', () => {
  test('leaves the failures as they were when they can still be written', async () => {
    await giveSecondFactor('ada');
    factors.broken = true;
    for (let step = 0; step < 8; step += 1) {
      const attempt = service.authenticate({ ...ada, totpCode: '123456' });
      await expect(attempt).rejects.toThrow('connection lost');
    }
    expect(await failures()).toBe(0);
  });

  test('counts as one failure when they cannot, and is what the caller hears of', async () => {
    const own = openSecondPool(database);
    const broken = serviceOn(own.db);
    hasher.meanwhile = async () => {
      await own.close();
      throw new Error('out of memory');
    };
    await expect(broken.authenticate(ada)).rejects.toThrow('out of memory');
    expect(await failures()).toBe(1);
  });

  test('does not count when it is that too many sign in at once', async () => {
    hasher.meanwhile = () => Promise.reject(authProblems.unavailable('Too many.'));
    await expect(service.authenticate(wrong)).rejects.toMatchObject({ code: 'unavailable' });
    expect(await failures()).toBe(0);
  });
});

describe('GAP-SES-5: a hash of another cost', () => {
  const old = `old:salt:${password}`;
  beforeEach(() => storeHash(old));

  test('is replaced at the next sign-in, and nothing else changes', async () => {
    await service.authenticate(ada);
    const renewed = await storedHash();
    expect(renewed).toMatch(/^cheap:/);
    await service.authenticate(ada);
    expect(await storedHash()).toBe(renewed);
  });

  test('stays when the sign-in fails', async () => {
    await expect(service.authenticate(wrong)).rejects.toMatchObject(invalid);
    expect(await storedHash()).toBe(old);
  });

  test('does not take the place of a password that was changed at the same moment', async () => {
    hasher.hash = async (secret) => {
      await storeHash('cheap:salt:the new password');
      return cheapHasher.hash(secret);
    };
    await service.authenticate(ada);
    expect(await storedHash()).toBe('cheap:salt:the new password');
  });

  test('waits for another time when too many sign in at once', async () => {
    hasher.hash = () => Promise.reject(authProblems.unavailable('Too many.'));
    await service.authenticate(ada);
    expect(await storedHash()).toBe(old);
  });
});

describe('confirming a session', () => {
  test('takes the password alone, and says for which version of the account', async () => {
    await giveSecondFactor('ada');
    expect(await service.confirm(ada)).toEqual({ securityVersion: 0 });
  });

  test('refuses a wrong password in words of its own, and counts it with the sign-ins', async () => {
    for (let step = 0; step < 3; step += 1) {
      await expect(service.confirm(wrong)).rejects.toMatchObject({
        ...invalid,
        message: 'This is not your password.',
      });
    }
    for (let step = 0; step < 2; step += 1) {
      await expect(service.authenticate(wrong)).rejects.toMatchObject(invalid);
    }
    await expect(service.confirm(ada)).rejects.toMatchObject({ code: 'rate_limited' });
    clock.advance(15 * minute);
    await service.confirm(ada);
  });

  test('is refused for a disabled user', async () => {
    await disable('ada');
    await expect(service.confirm(ada)).rejects.toMatchObject(invalid);
  });
});

test('attempts are counted, by whether they were right, wrong, or not let in', async () => {
  const before = service.measures;
  expect(before).toEqual({ accepted: 0, rejected: 0, throttled: 0 });
  await service.authenticate(ada);
  for (let attempt = 0; attempt < 5; attempt += 1)
    await expect(service.authenticate(wrong)).rejects.toMatchObject(invalid);
  await expect(service.authenticate(ada)).rejects.toMatchObject({ code: 'rate_limited' });
  expect(service.measures).toEqual({ accepted: 1, rejected: 5, throttled: 1 });
});
