import type { Actor } from '@galley/kernel';
import { createTestDatabase, ManualClock, type TestDatabase } from '@galley/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { argon2Hasher, type PasswordHasher } from './password-hash.ts';
import { SignInService } from './sign-in-service.ts';
import { UserRepository } from './user-repository.ts';

const password = 'violet-harbour-42';
/** A string that costs a whole computation to check; a malformed one would cost none. */
const aFullHash = expect.stringMatching(
  /^\$argon2id\$v=19\$m=65536,t=2,p=1\$[^$]{22}\$[^$]{43}$/,
) as string;

/** The real thing, with a record of what it checked against, and room for something to happen meanwhile. */
class WatchedHasher implements PasswordHasher {
  readonly checked: string[] = [];
  meanwhile: () => Promise<unknown> = () => Promise.resolve();

  hash(): Promise<string> {
    throw new Error('A sign-in makes no hash.');
  }

  async verify(secret: string, phc: string): Promise<boolean> {
    this.checked.push(phc);
    const matches = await argon2Hasher.verify(secret, phc);
    await this.meanwhile();
    return matches;
  }
}

let database: TestDatabase;
let passwordHash: string;
let clock: ManualClock;
let hasher: WatchedHasher;
let service: SignInService;

beforeAll(async () => {
  database = await createTestDatabase();
  passwordHash = await argon2Hasher.hash(password);
});

afterAll(() => database.close());

beforeEach(async () => {
  await database.db.deleteFrom('users').execute();
  clock = new ManualClock();
  hasher = new WatchedHasher();
  service = new SignInService({ db: database.db, clock, hasher });
  const users = new UserRepository(database.db);
  for (const username of ['ada', 'mary']) {
    await users.insert({
      username,
      name: 'Somebody',
      email: `${username}@example.org`,
      role: 'author',
      createdAt: clock.now(),
    });
  }
  await users.insertPassword('ada', passwordHash, clock.now());
});

async function disable(username: string): Promise<void> {
  await database.db
    .updateTable('users')
    .set({ enabled: false })
    .where('username', '=', username)
    .execute();
}

async function lastLogin(username: string): Promise<Date | null> {
  const { last_login_at } = await database.db
    .selectFrom('users')
    .select('last_login_at')
    .where('username', '=', username)
    .executeTakeFirstOrThrow();
  return last_login_at;
}

describe('signing in', () => {
  test('gives the actor with what the role grants, and records when', async () => {
    clock.advance(5_000);
    const actor = await service.authenticate({ username: 'ada', password });

    expect(actor).toMatchObject({
      kind: 'user',
      username: 'ada',
      name: 'Somebody',
      email: 'ada@example.org',
      role: 'author',
    } satisfies Partial<Actor>);
    expect(actor.grants).toContain('documents.write.own');
    expect(actor.grants).not.toContain('documents.write');
    expect(await lastLogin('ada')).toEqual(clock.now());
  });

  test('takes the user name with capitals and blanks around it', async () => {
    const actor = await service.authenticate({ username: ' Ada ', password });
    expect(actor.username).toBe('ada');
  });
});

describe('GAP-SES-3: a sign-in that fails gives one answer after one computation of argon2', () => {
  test.each([
    ['unknown user', 'grace', password],
    ['user name that nobody can have', 'no such\0name!', password],
    ['wrong password', 'ada', 'violet-harbour-43'],
    ['empty password', 'ada', ''],
    ['user without a password', 'mary', password],
    ['disabled user', 'disabled', password],
  ])('%s', async (_case, username, given) => {
    if (username === 'disabled') await disable('ada');

    const attempt = service.authenticate({
      username: username === 'disabled' ? 'ada' : username,
      password: given,
    });

    await expect(attempt).rejects.toMatchObject({
      code: 'invalid_credentials',
      kind: 'unauthenticated',
      message: 'The user name or the password is wrong.',
      details: {},
    });
    expect(hasher.checked).toEqual([aFullHash]);
    expect(await lastLogin('ada')).toBeNull();
  });

  test('and one that succeeds takes one as well', async () => {
    await service.authenticate({ username: 'ada', password });
    expect(hasher.checked).toEqual([aFullHash]);
  });

  test('user who is disabled while the password is being checked', async () => {
    hasher.meanwhile = () => disable('ada');
    await expect(service.authenticate({ username: 'ada', password })).rejects.toMatchObject({
      code: 'invalid_credentials',
    });
  });
});
