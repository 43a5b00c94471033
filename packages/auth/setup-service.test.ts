import { newSecret, sha256 } from '@galley/kernel';
import { createTestDatabase, ManualClock, type TestDatabase } from '@galley/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cheapHasher } from './fixtures.ts';
import { SetupService } from './setup-service.ts';
import { SignInService, type SignedIn } from './sign-in-service.ts';
import { SignInThrottle } from './sign-in-throttle.ts';

const hour = 60 * 60 * 1000;
const password = 'violet-harbour-42';
const fields = { username: 'ada', name: 'Ada Lovelace', email: 'ada@example.org', password };
const linkInvalid = { code: 'setup_link_invalid', kind: 'forbidden' };

let database: TestDatabase;
let clock: ManualClock;
let setup: SetupService;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.close());

beforeEach(async () => {
  await database.db.deleteFrom('users').execute();
  await database.db.deleteFrom('one_time_tokens').execute();
  clock = new ManualClock();
  setup = new SetupService({ db: database.db, clock, hasher: cheapHasher });
});

function usernames(): Promise<{ username: string }[]> {
  return database.db.selectFrom('users').select('username').execute();
}

function signIn(): Promise<SignedIn> {
  const throttle = new SignInThrottle({ db: database.db, clock });
  const check = () => Promise.reject(new Error('There is no second factor.'));
  const factors = { check, checkRecoveryCode: check };
  const service = new SignInService({ db: database.db, throttle, factors, hasher: cheapHasher });
  return service.authenticate({ username: 'ada', password, address: '192.0.2.7' });
}

describe('GAP-START-2: the first administrator, made with a set-up link', () => {
  test('CMS-AUTH-17: has every capability, and signs in with the password', async () => {
    expect(await setup.isNeeded()).toBe(true);
    const token = await setup.issueLink();

    const signedIn = await setup.createFirstAdministrator({ token, ...fields });

    expect(Object.keys(signedIn)).toEqual(['actor', 'securityVersion', 'factorVerified']);
    expect(signedIn.actor).toMatchObject({
      kind: 'user',
      username: 'ada',
      name: 'Ada Lovelace',
      email: 'ada@example.org',
      role: 'admin',
      grants: new Set(['*']),
    });
    expect(await setup.isNeeded()).toBe(false);
    expect(await signIn()).toEqual(signedIn);
  });

  test('may do without a name and an address', async () => {
    const token = await setup.issueLink();
    const { actor } = await setup.createFirstAdministrator({ token, username: 'Ada', password });
    expect(actor).toMatchObject({ username: 'ada', name: 'ada', email: '' });
  });

  test('is one and no more when 20 people use one link at once', async () => {
    const token = await setup.issueLink();

    const attempts = await Promise.allSettled(
      Array.from({ length: 20 }, (_, number) =>
        setup.createFirstAdministrator({ token, ...fields, username: `person-${number}` }),
      ),
    );

    const made = attempts.filter((attempt) => attempt.status === 'fulfilled');
    const refused = attempts.filter((attempt) => attempt.status === 'rejected');
    expect(made).toHaveLength(1);
    expect(refused).toHaveLength(19);
    for (const { reason } of refused) expect(reason).toMatchObject(linkInvalid);
    expect(await usernames()).toEqual([{ username: made[0]!.value.actor.username }]);
    expect(await database.db.selectFrom('credentials').selectAll().execute()).toHaveLength(1);
  });

  test('is one and no more when people use the links of several processes at once', async () => {
    const tokens = await Promise.all(Array.from({ length: 4 }, () => setup.issueLink()));

    const attempts = await Promise.allSettled(
      tokens.map((token, number) =>
        setup.createFirstAdministrator({ token, ...fields, username: `person-${number}` }),
      ),
    );

    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await usernames()).toHaveLength(1);
  });
});

describe('GAP-START-2: a set-up link', () => {
  test('is stored by its hash only', async () => {
    const token = await setup.issueLink();
    const rows = await database.db.selectFrom('one_time_tokens').selectAll().execute();

    expect(rows).toMatchObject([{ token_hash: sha256(token), purpose: 'setup' }]);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test('does not work when it was never issued', async () => {
    await setup.issueLink();
    await expect(
      setup.createFirstAdministrator({ token: newSecret(), ...fields }),
    ).rejects.toMatchObject(linkInvalid);
    expect(await setup.isNeeded()).toBe(true);
  });

  test('works for 24 hours', async () => {
    const token = await setup.issueLink();
    clock.advance(24 * hour - 1);
    const { actor } = await setup.createFirstAdministrator({ token, ...fields });
    expect(actor.username).toBe('ada');
  });

  test('does not work after 24 hours', async () => {
    const token = await setup.issueLink();
    clock.advance(24 * hour);
    await expect(setup.createFirstAdministrator({ token, ...fields })).rejects.toMatchObject(
      linkInvalid,
    );
  });

  test('works once, and ends all the others with it, even when the user is gone again', async () => {
    const used = await setup.issueLink();
    const other = await setup.issueLink();
    await setup.createFirstAdministrator({ token: used, ...fields });
    await database.db.deleteFrom('users').execute();

    for (const token of [used, other]) {
      await expect(setup.createFirstAdministrator({ token, ...fields })).rejects.toMatchObject(
        linkInvalid,
      );
    }
  });

  test('does not work when there is a user already', async () => {
    await setup.createFromEnvironment({ username: 'mary', password });
    const token = await setup.issueLink();
    await expect(setup.createFirstAdministrator({ token, ...fields })).rejects.toMatchObject(
      linkInvalid,
    );
    expect(await usernames()).toEqual([{ username: 'mary' }]);
  });

  test('still works after fields that will not do', async () => {
    const token = await setup.issueLink();

    await expect(
      setup.createFirstAdministrator({ token, username: 'ada lovelace', password: 'short' }),
    ).rejects.toMatchObject({
      code: 'invalid_fields',
      kind: 'unprocessable',
      details: { errors: [{ path: 'username' }, { path: 'password' }] },
    });

    const { actor } = await setup.createFirstAdministrator({ token, ...fields });
    expect(actor.username).toBe('ada');
  });

  test('tells nothing about fields to who has none', async () => {
    await expect(
      setup.createFirstAdministrator({ token: 'guessed', username: '!', password: '!' }),
    ).rejects.toMatchObject(linkInvalid);
  });

  test('that has expired is swept out when the next one is issued', async () => {
    await setup.issueLink();
    clock.advance(24 * hour);
    const token = await setup.issueLink();
    const rows = await database.db.selectFrom('one_time_tokens').selectAll().execute();
    expect(rows).toMatchObject([{ token_hash: sha256(token) }]);
  });
});

describe('GAP-START-2: the first administrator, named by the environment', () => {
  test('is made when there is no user, and ends the links', async () => {
    const token = await setup.issueLink();

    expect(await setup.createFromEnvironment({ username: 'Ada', password })).toBe(true);

    const { actor } = await signIn();
    expect(actor.role).toBe('admin');
    await database.db.deleteFrom('users').execute();
    await expect(setup.createFirstAdministrator({ token, ...fields })).rejects.toMatchObject(
      linkInvalid,
    );
  });

  test('is not made when there is a user, whatever the environment names', async () => {
    await setup.createFromEnvironment({ username: 'ada', password });
    expect(await setup.createFromEnvironment({ username: 'mary', password })).toBe(false);
    expect(await setup.createFromEnvironment({ username: '!', password: 'short' })).toBe(false);
    expect(await usernames()).toEqual([{ username: 'ada' }]);
  });

  test('is made once when several processes start at once', async () => {
    const made = await Promise.all(
      Array.from({ length: 8 }, () => setup.createFromEnvironment({ username: 'ada', password })),
    );
    expect(made.filter(Boolean)).toHaveLength(1);
    expect(await usernames()).toEqual([{ username: 'ada' }]);
  });

  test('is not made with a password that will not do', async () => {
    await expect(
      setup.createFromEnvironment({ username: 'ada', password: 'password1234' }),
    ).rejects.toMatchObject({
      code: 'invalid_fields',
      details: { errors: [{ path: 'password' }] },
    });
    expect(await setup.isNeeded()).toBe(true);
  });
});
