import { newSecret, sha256, systemActor } from '@galley/kernel';
import { createTestDatabase, ManualClock, type TestDatabase } from '@galley/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addUser, cheapHasher, openSecondPool, waitForLocks } from './fixtures.ts';
import type { PasswordHasher } from './password-hash.ts';
import { PasswordService, type PasswordChange } from './password-service.ts';
import { SecurityChangeRepository } from './security-change-repository.ts';
import { SessionRepository } from './session-repository.ts';
import { SignInService } from './sign-in-service.ts';
import { SignInThrottle } from './sign-in-throttle.ts';

const hour = 60 * 60 * 1000;
const password = 'violet-harbour-42';
const newPassword = 'amber-lighthouse-7';
const address = '192.0.2.7';
const linkInvalid = {
  code: 'reset_link_invalid',
  kind: 'forbidden',
  message:
    'This link is wrong, has been used, or is older than 24 hours. Ask an administrator for a new one.',
};
const ada: PasswordChange = {
  username: 'ada',
  currentPassword: password,
  newPassword,
  address,
  keepSessionId: 'none',
  revokeTokens: false,
};

let database: TestDatabase;
let second: ReturnType<typeof openSecondPool>;
let clock: ManualClock;
let hasher: PasswordHasher & { meanwhile: () => Promise<unknown> };
let throttle: SignInThrottle;
let signIn: SignInService;
let sessions: SessionRepository;
let passwords: PasswordService;
let otherProcess: PasswordService;

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
  await database.db.deleteFrom('one_time_tokens').execute();
  await database.db.deleteFrom('sign_in_throttles').execute();
  clock = new ManualClock();
  hasher = {
    ...cheapHasher,
    meanwhile: () => Promise.resolve(),
    hash: async (secret) => {
      await hasher.meanwhile();
      return cheapHasher.hash(secret);
    },
  };
  throttle = new SignInThrottle({ db: database.db, clock });
  const check = () => Promise.reject(new Error('There is no second factor.'));
  const factors = { check, checkRecoveryCode: check };
  signIn = new SignInService({ db: database.db, throttle, factors, hasher });
  sessions = new SessionRepository(database.db, {
    clock,
    ttlMilliseconds: hour,
    absoluteTtlMilliseconds: hour,
    requireMfa: false,
  });
  passwords = new PasswordService({ db: database.db, clock, signIn, hasher });
  otherProcess = new PasswordService({ db: second.db, clock, signIn, hasher });
  for (const username of ['ada', 'mary']) await addUser(database.db, username, password);
  await addUser(database.db, 'invited');
});

async function startSession(username: string, securityVersion = 0) {
  const token = newSecret();
  const details = { factorVerified: false, csrfToken: 'csrf', remoteAddr: '', userAgent: '' };
  const { id } = await sessions.create(token, { username, securityVersion, ...details });
  return { token, id };
}

async function addApiToken(username: string): Promise<void> {
  const [created_at, expires_at] = [clock.now(), new Date(clock.now().getTime() + hour)];
  const id = newSecret();
  await database.db
    .insertInto('api_tokens')
    .values({ id, token_hash: id, username, name: '', scopes: ['*'], created_at, expires_at })
    .execute();
}

function opens(secret: string, username = 'ada'): Promise<boolean> {
  return signIn.authenticate({ username, password: secret, address: newSecret() }).then(
    () => true,
    () => false,
  );
}

async function owners(table: 'sessions' | 'api_tokens'): Promise<string[]> {
  const rows = await database.db.selectFrom(table).select('username').orderBy('username').execute();
  return rows.map(({ username }) => username);
}

async function failSignIns(count: number): Promise<void> {
  for (let done = 0; done < count; done += 1) {
    await throttle.reserve({ username: 'ada', address });
  }
}

const disableAda = () =>
  database.db.updateTable('users').set({ enabled: false }).where('username', '=', 'ada').execute();

function changeSomething(): Promise<number | undefined> {
  return database.db
    .transaction()
    .execute((transaction) => new SecurityChangeRepository(transaction).begin('ada'));
}

function invalidField(path: string, message: RegExp) {
  return {
    code: 'invalid_fields',
    kind: 'unprocessable',
    details: { errors: [{ path, message: expect.stringMatching(message) as string }] },
  };
}

describe('changing one’s own password', () => {
  test('GAP-SES-4: ends the other sessions at once, and gives the version for the next one', async () => {
    const kept = await startSession('ada');
    const other = await startSession('ada');
    await startSession('mary');
    await addApiToken('ada');

    const changed = await passwords.change({ ...ada, keepSessionId: kept.id });
    const { securityVersion: version } = changed;

    expect(version).toBe(1);
    expect(await sessions.find(kept.token)).toBeDefined();
    expect(await sessions.find(other.token)).toBeUndefined();
    expect(await owners('sessions')).toEqual(['ada', 'mary']);
    expect(await owners('api_tokens')).toEqual(['ada']);
    expect([await opens(password), await opens(newPassword)]).toEqual([false, true]);
    await startSession('ada', version);
  });

  test('needs the present one, guessed no faster than at a sign-in', async () => {
    const wrong = { ...ada, currentPassword: 'not mine' };
    for (let step = 0; step < 5; step += 1) {
      await expect(passwords.change(wrong)).rejects.toMatchObject({
        code: 'invalid_credentials',
        message: 'This is not your password.',
      });
    }
    await expect(passwords.change(ada)).rejects.toMatchObject({ code: 'rate_limited' });
    expect(await opens(password)).toBe(true);
  });

  test.each([
    ['GAP-SES-5: one that is too short', 'short', /at least 12 characters/],
    ['GAP-SES-5: a common one', 'password1234', /common password/],
    ['the one there is', password, /the password that you have/],
  ])('refuses %s', async (_case, given, message) => {
    const attempt = passwords.change({ ...ada, newPassword: given });
    await expect(attempt).rejects.toMatchObject(invalidField('new_password', message));
    expect(await opens(password)).toBe(true);
  });

  test('reveals password rules only after the current password', async () => {
    const attempt = passwords.change({ ...ada, currentPassword: 'not mine', newPassword: 'short' });
    await expect(attempt).rejects.toMatchObject({ code: 'invalid_credentials' });
  });

  test('ends a link that would set another', async () => {
    const { token } = await passwords.issueResetLink(systemActor, 'ada');
    await passwords.change(ada);
    await expect(passwords.reset({ token, newPassword: 'another-one-here' })).rejects.toMatchObject(
      linkInvalid,
    );
  });

  test('is done by one of many at once: what the others confirmed holds no longer', async () => {
    const attempts = await Promise.allSettled(
      Array.from({ length: 4 }, (_, index) => {
        const own = { ...ada, newPassword: `${newPassword}-${index}` };
        return (index % 2 ? passwords : otherProcess).change(own);
      }),
    );
    const winner = attempts.findIndex(({ status }) => status === 'fulfilled');
    const refused = attempts.filter((attempt) => attempt.status === 'rejected');
    expect(refused).toHaveLength(3);
    for (const { reason } of refused) {
      expect((reason as { code: unknown }).code).toMatch(/^(unauthenticated|invalid_credentials)$/);
    }
    expect(await opens(`${newPassword}-${winner}`)).toBe(true);
  });

  test('is refused when the account was changed while it was prepared', async () => {
    hasher.meanwhile = changeSomething;
    await expect(passwords.change(ada)).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(await opens(password)).toBe(true);
  });
});

test('GAP-SES-4: a sign-in with the old password makes no session after the change', async () => {
  const { securityVersion } = await signIn.authenticate({ username: 'ada', password, address });
  await passwords.change(ada);
  await expect(startSession('ada', securityVersion)).rejects.toMatchObject({
    code: 'unauthenticated',
  });
  expect(await owners('sessions')).toEqual([]);
});

describe('a link that sets a password', () => {
  test('is stored by its hash only, with whose password it sets', async () => {
    const { token } = await passwords.issueResetLink(systemActor, ' Ada ');
    const rows = await database.db.selectFrom('one_time_tokens').selectAll().execute();
    expect(rows).toMatchObject([
      { token_hash: sha256(token), purpose: 'password', username: 'ada' },
    ]);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test('sets it, ends all sessions and tokens of its user, and forgets their failed sign-ins', async () => {
    for (const username of ['ada', 'ada', 'mary']) await startSession(username);
    for (const username of ['ada', 'mary']) await addApiToken(username);
    await failSignIns(5);
    const { token } = await passwords.issueResetLink(systemActor, 'ada');

    expect(await passwords.reset({ token, newPassword })).toMatchObject({ username: 'ada' });

    expect(await owners('sessions')).toEqual(['mary']);
    expect(await owners('api_tokens')).toEqual(['mary']);
    expect(await opens(password)).toBe(false);
    const again = { username: 'ada', password: newPassword, address };
    await expect(signIn.authenticate(again)).resolves.toMatchObject({ securityVersion: 1 });
  });

  test('is an invitation for a user who has no password', async () => {
    const { token } = await passwords.issueResetLink(systemActor, 'invited');
    expect(await passwords.reset({ token, newPassword })).toMatchObject({ username: 'invited' });
    expect(await opens(newPassword, 'invited')).toBe(true);
  });

  test('works for 24 hours, and no longer', async () => {
    const { token, expiresAt } = await passwords.issueResetLink(systemActor, 'ada');
    expect(expiresAt).toEqual(new Date(clock.now().getTime() + 24 * hour));
    clock.advance(24 * hour - 1);
    await passwords.reset({ token, newPassword });

    const { token: late } = await passwords.issueResetLink(systemActor, 'ada');
    clock.advance(24 * hour);
    await expect(passwords.reset({ token: late, newPassword })).rejects.toMatchObject(linkInvalid);
  });

  test('works once', async () => {
    const { token } = await passwords.issueResetLink(systemActor, 'ada');
    await passwords.reset({ token, newPassword });
    await expect(passwords.reset({ token, newPassword: password })).rejects.toMatchObject(
      linkInvalid,
    );
    expect(await opens(newPassword)).toBe(true);
  });

  test('works once when ten people use it at once, by two processes', async () => {
    const { token } = await passwords.issueResetLink(systemActor, 'ada');
    const attempts = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) =>
        (index % 2 ? passwords : otherProcess).reset({
          token,
          newPassword: `${newPassword}-${index}`,
        }),
      ),
    );
    const winner = attempts.findIndex(({ status }) => status === 'fulfilled');
    const refused = attempts.filter((attempt) => attempt.status === 'rejected');
    expect(refused).toHaveLength(9);
    for (const { reason } of refused) expect(reason).toMatchObject(linkInvalid);
    expect(await opens(`${newPassword}-${winner}`)).toBe(true);
  });

  test('that loses against another use of it changes nothing at all', async () => {
    const { token } = await passwords.issueResetLink(systemActor, 'ada');
    const { token: cookie } = await startSession('ada');
    const firstUse = await database.db.startTransaction().execute();
    await firstUse
      .selectFrom('users')
      .selectAll()
      .where('username', '=', 'ada')
      .forUpdate()
      .execute();
    const refused = expect(otherProcess.reset({ token, newPassword })).rejects.toMatchObject(
      linkInvalid,
    );
    await waitForLocks(database.db, 1);
    await firstUse.deleteFrom('one_time_tokens').execute();
    await firstUse.commit().execute();

    await refused;
    expect(await opens(password)).toBe(true);
    expect(await sessions.find(cookie)).toBeDefined();
  });

  test('ends when another is created for the same user, but not for another user', async () => {
    const { token: first } = await passwords.issueResetLink(systemActor, 'ada');
    const { token: mary } = await passwords.issueResetLink(systemActor, 'mary');
    const { token: latest } = await passwords.issueResetLink(systemActor, 'ada');

    await expect(passwords.reset({ token: first, newPassword })).rejects.toMatchObject(linkInvalid);
    expect(await passwords.reset({ token: latest, newPassword })).toMatchObject({
      username: 'ada',
    });
    expect(await passwords.reset({ token: mary, newPassword })).toMatchObject({ username: 'mary' });
  });

  test('is one and no more when several are made at once', async () => {
    await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        (index % 2 ? passwords : otherProcess).issueResetLink(systemActor, 'ada'),
      ),
    );
    expect(await database.db.selectFrom('one_time_tokens').selectAll().execute()).toHaveLength(1);
  });

  test('still works after a password that will not do', async () => {
    const { token } = await passwords.issueResetLink(systemActor, 'ada');
    await expect(passwords.reset({ token, newPassword: 'short' })).rejects.toMatchObject(
      invalidField('new_password', /at least 12 characters/),
    );
    await passwords.reset({ token, newPassword });
  });

  test('tells nothing about passwords to who has none, and costs no hash', async () => {
    hasher.meanwhile = () => Promise.reject(new Error('A hash was made.'));
    for (const given of ['short', newPassword]) {
      await expect(passwords.reset({ token: 'guessed', newPassword: given })).rejects.toMatchObject(
        linkInvalid,
      );
    }
  });

  test('does not work for a disabled user, also one disabled at that moment', async () => {
    const { token } = await passwords.issueResetLink(systemActor, 'ada');
    hasher.meanwhile = disableAda;
    await expect(passwords.reset({ token, newPassword })).rejects.toMatchObject(linkInvalid);
    await expect(passwords.reset({ token, newPassword })).rejects.toMatchObject(linkInvalid);
  });

  test('is not made for a user that there is not', async () => {
    await expect(passwords.issueResetLink(systemActor, 'grace')).rejects.toMatchObject({
      code: 'not_found',
      message: 'There is no user "grace".',
    });
  });

  test('sets no password when it was made for another purpose', async () => {
    const { token } = await passwords.issueResetLink(systemActor, 'ada');
    await database.db.updateTable('one_time_tokens').set({ purpose: 'setup' }).execute();
    await expect(passwords.reset({ token, newPassword })).rejects.toMatchObject(linkInvalid);
  });
});

describe('setting the password of a user for them', () => {
  test('ends all they had open, and gives one to who has none', async () => {
    await startSession('ada');
    await addApiToken('ada');
    await failSignIns(5);
    const { token } = await passwords.issueResetLink(systemActor, 'ada');

    await passwords.set(' Ada ', newPassword);
    await passwords.set('invited', newPassword);

    expect([await owners('sessions'), await owners('api_tokens')]).toEqual([[], []]);
    await expect(passwords.reset({ token, newPassword })).rejects.toMatchObject(linkInvalid);
    await signIn.authenticate({ username: 'ada', password: newPassword, address });
    expect(await opens(newPassword, 'invited')).toBe(true);
  });

  test('refuses a password that will not do, and a user that there is not', async () => {
    await expect(passwords.set('ada', 'short')).rejects.toMatchObject(
      invalidField('password', /at least 12 characters/),
    );
    await expect(passwords.set('grace', newPassword)).rejects.toMatchObject({ code: 'not_found' });
    expect(await opens(password)).toBe(true);
  });
});
