import { newSecret, sha256 } from '@galley/kernel';
import { createTestDatabase, ManualClock, type TestDatabase } from '@galley/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addUser, openSecondPool, waitForLocks } from './fixtures.ts';
import { SecurityChangeRepository } from './security-change-repository.ts';
import { SessionRepository } from './session-repository.ts';

const details = {
  username: 'ada',
  securityVersion: 0,
  factorVerified: false,
  csrfToken: 'a csrf token',
  remoteAddr: '192.0.2.7',
  userAgent: 'A browser',
};
const tooLate = {
  code: 'unauthenticated',
  message: 'Your account has changed while you signed in. Sign in again.',
};

let database: TestDatabase;
let other: ReturnType<typeof openSecondPool>;
let sessions: SessionRepository;
let otherSessions: SessionRepository;
let token: string;

beforeAll(async () => {
  database = await createTestDatabase();
  other = openSecondPool(database);
  const hour = 60 * 60 * 1000;
  const lifetimes = { ttlMilliseconds: hour, absoluteTtlMilliseconds: hour };
  const options = { clock: new ManualClock(), ...lifetimes, requireMfa: false };
  sessions = new SessionRepository(database.db, options);
  otherSessions = new SessionRepository(other.db, options);
});

afterAll(async () => {
  await other.close();
  await database.close();
});

beforeEach(async () => {
  await database.db.deleteFrom('users').execute();
  await addUser(database.db, 'ada');
  token = newSecret();
});

function storedSessions() {
  return database.db.selectFrom('sessions').selectAll().execute();
}

function changeSomething(): Promise<number | undefined> {
  return database.db
    .transaction()
    .execute((transaction) => new SecurityChangeRepository(transaction).begin('ada'));
}

describe('GAP-SES-4: what ends sessions, and a sign-in at the same moment:', () => {
  test('a password that was checked before a change makes no session after it', async () => {
    await changeSomething();
    await expect(sessions.create(token, details)).rejects.toMatchObject(tooLate);
    expect(await storedSessions()).toEqual([]);

    await sessions.create(token, { ...details, securityVersion: 1 });
    expect(await sessions.find(token)).toBeDefined();
  });

  test('the change is first: the sign-in waits for it, and makes no session', async () => {
    const change = await database.db.startTransaction().execute();
    await new SecurityChangeRepository(change).begin('ada');
    const refused = expect(otherSessions.create(token, details)).rejects.toMatchObject(tooLate);
    await waitForLocks(database.db, 1);

    await change.commit().execute();
    await refused;
    expect(await storedSessions()).toEqual([]);
  });

  test('the sign-in is first: the change waits for it, and ends its session', async () => {
    // A row with the same token blocks the sign-in between its two statements, while it holds the user's row.
    const sameToken = await database.db.startTransaction().execute();
    await sessions.create(newSecret(), details);
    const [row] = await storedSessions();
    await sameToken
      .insertInto('sessions')
      .values({ ...row!, id: 'another', token_hash: sha256(token) })
      .execute();
    const made = otherSessions.create(token, details);
    await waitForLocks(database.db, 1);
    const change = changeSomething();
    await waitForLocks(database.db, 2);

    await sameToken.rollback().execute();

    expect(await made).toMatchObject({ actor: { username: 'ada' } });
    expect(await change).toBe(1);
    expect(await storedSessions()).toEqual([]);
  });

  test('of many of both at once, only sessions of after the last change are left', async () => {
    await Promise.allSettled(
      Array.from({ length: 60 }, (_, index) => {
        if (index % 6 === 0) return changeSomething();
        const securityVersion = index % 11;
        const own = { ...details, securityVersion, csrfToken: String(securityVersion) };
        return (index % 2 ? sessions : otherSessions).create(newSecret(), own);
      }),
    );

    const user = await database.db
      .selectFrom('users')
      .select('security_version')
      .executeTakeFirstOrThrow();
    expect(user.security_version).toBe(10);
    const left = await storedSessions();
    expect(left.filter(({ csrf_token }) => csrf_token !== '10')).toEqual([]);
  });
});
