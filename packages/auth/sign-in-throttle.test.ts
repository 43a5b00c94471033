import { DomainError } from '@galley/kernel';
import { createTestDatabase, ManualClock, type TestDatabase } from '@galley/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openSecondPool } from './fixtures.ts';
import { SignInThrottle, type AttemptOrigin, type SignInAttempt } from './sign-in-throttle.ts';

const minute = 60_000;
const ada = { username: 'ada', address: '192.0.2.7' };

let database: TestDatabase;
let second: ReturnType<typeof openSecondPool>;
let clock: ManualClock;
let throttle: SignInThrottle;
let otherProcess: SignInThrottle;

beforeAll(async () => {
  database = await createTestDatabase();
  second = openSecondPool(database);
});

afterAll(async () => {
  await second.close();
  await database.close();
});

beforeEach(async () => {
  await database.db.deleteFrom('sign_in_throttles').execute();
  clock = new ManualClock();
  throttle = new SignInThrottle({ db: database.db, clock });
  otherProcess = new SignInThrottle({ db: second.db, clock });
});

/** Alternates between two processes. */
async function reserveAtOnce(origins: readonly AttemptOrigin[]): Promise<SignInAttempt[]> {
  const attempts = await Promise.allSettled(
    origins.map((origin, index) => (index % 2 ? throttle : otherProcess).reserve(origin)),
  );
  return attempts.flatMap((attempt) => {
    if (attempt.status === 'fulfilled') return [attempt.value];
    const reason: unknown = attempt.reason;
    if (reason instanceof DomainError && reason.code === 'rate_limited') return [];
    throw reason;
  });
}

function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

async function fail(count: number, origin: AttemptOrigin = ada): Promise<void> {
  for (let done = 0; done < count; done += 1) await throttle.reserve(origin);
}

function rows() {
  return database.db
    .selectFrom('sign_in_throttles')
    .select(['scope', 'username', 'address', 'failures'])
    .orderBy('scope')
    .orderBy('address')
    .execute();
}

describe('GAP-SES-3: failed sign-ins', () => {
  test('lock a user from an address after five, for 15 minutes', async () => {
    await fail(5);
    clock.advance(1);

    await expect(throttle.reserve(ada)).rejects.toMatchObject({
      code: 'rate_limited',
      kind: 'rate_limited',
      message: 'Too many attempts to sign in have failed. Try again in 15 minutes.',
      details: { retry_after: 900 },
    });

    clock.advance(15 * minute - 2);
    await expect(throttle.reserve(ada)).rejects.toMatchObject({
      message: 'Too many attempts to sign in have failed. Try again in a minute.',
      details: { retry_after: 1 },
    });
    clock.advance(1);
    await throttle.reserve(ada);
  });

  test('do not lock the user from elsewhere, nor others from there', async () => {
    await fail(5);
    await throttle.reserve({ ...ada, address: '192.0.2.8' });
    await throttle.reserve({ ...ada, username: 'grace' });
  });

  test('are not lost when Galley restarts', async () => {
    await fail(3);
    await expect(otherProcess.reserve(ada)).resolves.toBeDefined();
    const restarted = new SignInThrottle({ db: second.db, clock });
    await restarted.reserve(ada);
    await expect(restarted.reserve(ada)).rejects.toMatchObject({ code: 'rate_limited' });
  });

  test('are counted under one name, however it is typed', async () => {
    await fail(3);
    await fail(2, { ...ada, username: ' ADA ' });
    await expect(throttle.reserve(ada)).rejects.toMatchObject({ code: 'rate_limited' });
  });

  test('are counted for a network of IPv6, of which one machine has every address', async () => {
    for (let last = 1; last <= 5; last += 1) {
      await throttle.reserve({ ...ada, address: `2001:db8:1:2::${last}` });
    }
    const another = { ...ada, address: '2001:db8:1:2::6' };
    await expect(throttle.reserve(another)).rejects.toMatchObject({ code: 'rate_limited' });
  });

  test('are not stored under what is no user name: it may be a password', async () => {
    await fail(1, { ...ada, username: 'my secret pass phrase' });
    await fail(1, { ...ada, username: 'another\0one!' });
    expect(await rows()).toMatchObject([
      { scope: 'address', username: '', address: ada.address },
      { scope: 'pair', username: '', address: ada.address, failures: { length: 2 } },
      { scope: 'user', username: '', address: '' },
    ]);
  });

  test('that were refused are not counted', async () => {
    await fail(5);
    const before = await rows();
    await expect(throttle.reserve(ada)).rejects.toMatchObject({ code: 'rate_limited' });
    expect(await rows()).toEqual(before);
  });
});

describe('GAP-SES-3: many attempts at once, by two processes', () => {
  test('200 for one user from one address get five guesses', async () => {
    expect(await reserveAtOnce(times(200, () => ada))).toHaveLength(5);
  });

  test('for one user from many addresses get 50', async () => {
    const origins = times(120, (index) => ({ ...ada, address: `198.51.100.${index % 60}` }));
    expect(await reserveAtOnce(origins)).toHaveLength(50);
  });

  test('for many users from one address get 100', async () => {
    const origins = times(240, (index) => ({ ...ada, username: `person-${index % 120}` }));
    expect(await reserveAtOnce(origins)).toHaveLength(100);
  });

  test('never wait for each other in a ring, whatever they have in common, and however they end', async () => {
    const origins = times(160, (index) => ({
      username: `person-${index % 7}`,
      address: `198.51.100.${index % 5}`,
    }));
    const housekeeping = times(20, (index) =>
      index % 2 ? throttle.clear(`person-${index % 7}`) : otherProcess.removeOld(),
    );
    const attempts = await reserveAtOnce(origins);
    await Promise.all(
      attempts.map((attempt, index) => (index % 2 ? attempt.succeed() : attempt.cancel())),
    );
    await Promise.all(housekeeping);
    expect((await rows()).map(({ failures }) => failures).flat()).toEqual([]);
  });
});

describe('an attempt', () => {
  test('that succeeds clears the failures of its user from there, and its own elsewhere', async () => {
    await fail(4);
    clock.advance(1);
    await (await throttle.reserve(ada)).succeed();

    expect(await rows()).toMatchObject([
      { scope: 'address', failures: { length: 4 } },
      { scope: 'pair', failures: [] },
      { scope: 'user', failures: { length: 4 } },
    ]);
    await fail(5);
    await expect(throttle.reserve(ada)).rejects.toMatchObject({ code: 'rate_limited' });
  });

  test('that is taken back leaves what there was before, also after a lock that it made', async () => {
    await fail(4);
    const before = await rows();
    clock.advance(1);
    const fifth = await throttle.reserve(ada);
    await expect(otherProcess.reserve(ada)).rejects.toMatchObject({ code: 'rate_limited' });

    await fifth.cancel();

    expect(await rows()).toEqual(before);
    await otherProcess.reserve(ada);
  });
});

describe('clearing a user', () => {
  test('forgets their failures from everywhere, and nothing of others or of the addresses', async () => {
    await fail(5);
    await fail(5, { ...ada, address: '192.0.2.8' });
    await fail(1, { ...ada, username: 'grace' });

    await throttle.clear(' Ada ');

    await throttle.reserve({ ...ada, address: '192.0.2.8' });
    expect((await rows()).filter(({ username }) => username === 'grace')).toHaveLength(2);
    expect((await rows())[0]).toMatchObject({ scope: 'address', failures: { length: 6 } });
  });

  test('does not disturb an attempt that is under way', async () => {
    const attempt = await throttle.reserve(ada);
    await throttle.clear('ada');
    await attempt.cancel();
    expect((await rows()).flatMap(({ failures }) => failures)).toEqual([]);
  });
});

describe('housekeeping', () => {
  test('removes what decides nothing any more, and keeps a lock to its end', async () => {
    await fail(5);
    clock.advance(14 * minute);
    await fail(1, { username: 'grace', address: '192.0.2.8' });
    clock.advance(minute - 1);
    expect(await throttle.removeOld()).toBe(0);

    clock.advance(1);
    expect(await throttle.removeOld()).toBe(3);
    expect(await rows()).toHaveLength(3);
  });

  test('skips the row of a sign-in in progress', async () => {
    await fail(1);
    clock.advance(15 * minute);
    await second.db.transaction().execute(async (transaction) => {
      await transaction
        .selectFrom('sign_in_throttles')
        .selectAll()
        .where('scope', '=', 'user')
        .forUpdate()
        .execute();
      expect(await throttle.removeOld()).toBe(2);
    });
    expect(await throttle.removeOld()).toBe(1);
  });
});
