import type { DatabaseHandle } from '@galley/database';
import { newId, type Actor } from '@galley/kernel';
import { createTestDatabase, ManualClock, type TestDatabase } from '@galley/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addActor, cheapHasher, openSecondPool, collectBehindLock } from './fixtures.ts';
import type { PasswordHasher } from './password-hash.ts';
import { UserRepository } from './user-repository.ts';
import { UserService } from './user-service.ts';

const password = 'violet-harbour-42';

let database: TestDatabase;
let otherPool: DatabaseHandle;
let clock: ManualClock;
let hashed: string[];
let hasher: PasswordHasher;
let users: UserService;
let root: Actor;

beforeAll(async () => {
  database = await createTestDatabase();
  otherPool = openSecondPool(database);
});

afterAll(async () => {
  await otherPool.close();
  await database.close();
});

beforeEach(async () => {
  await database.db.deleteFrom('users').execute();
  await database.db.deleteFrom('sign_in_throttles').execute();
  await database.db.deleteFrom('roles').where('builtin', '=', false).execute();
  clock = new ManualClock();
  hashed = [];
  hasher = {
    ...cheapHasher,
    hash: (secret) => {
      hashed.push(secret);
      return cheapHasher.hash(secret);
    },
  };
  users = new UserService({ db: database.db, clock, hasher });
  root = await addActor(database.db, 'root', 'admin');
});

async function insertRole(name: string, capabilities: string[]): Promise<void> {
  await database.db.insertInto('roles').values({ name, capabilities, builtin: false }).execute();
}

async function isPasswordOf(username: string, secret: string): Promise<boolean> {
  const rows = await database.db
    .selectFrom('credentials')
    .select('data')
    .where('username', '=', username)
    .where('kind', '=', 'password')
    .execute();
  expect(rows).toHaveLength(1);
  return hasher.verify(secret, rows[0]!.data['hash'] as string);
}

async function errorsOf(saving: Promise<unknown>): Promise<unknown> {
  const error: unknown = await saving.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toMatchObject({ code: 'invalid_fields', kind: 'unprocessable' });
  return (error as { details: { errors: unknown } }).details.errors;
}

describe('CMS-SYS-12: the list of users', () => {
  test('CMS-RES-22: has everybody by user name, enabled or not, with what they sign in with', async () => {
    await addActor(database.db, 'zoe', 'author');
    await users.save(root, {
      username: 'ada',
      name: 'Ada',
      email: 'a@b.org',
      role: 'editor',
      password,
    });
    await users.save(root, { username: 'zoe', role: 'author', enabled: false });
    await database.db
      .insertInto('credentials')
      .values({
        id: newId(),
        username: 'zoe',
        kind: 'totp',
        data: '{}',
        created_at: clock.now(),
        updated_at: clock.now(),
      })
      .execute();
    await database.db
      .updateTable('users')
      .set({ last_login_at: clock.now() })
      .where('username', '=', 'ada')
      .execute();

    expect(await users.list()).toEqual([
      {
        username: 'ada',
        name: 'Ada',
        email: 'a@b.org',
        role: 'editor',
        enabled: true,
        createdAt: clock.now(),
        lastLogin: clock.now(),
        hasPassword: true,
        hasTotp: false,
        hasPasskey: false,
        isEmailVerified: false,
      },
      expect.objectContaining({ username: 'root', hasPassword: false, lastLogin: null }),
      expect.objectContaining({ username: 'zoe', enabled: false, hasTotp: true }),
    ]);
    expect(await users.get(' Ada ')).toMatchObject({ username: 'ada' });
  });

  test('does not find unknown users', async () => {
    await expect(users.get('Nobody')).rejects.toMatchObject({
      code: 'not_found',
      message: 'There is no user "nobody".',
    });
  });
});

describe('CMS-SYS-13: a new user', () => {
  test('is enabled, with the password that was given, kept as a hash only', async () => {
    const saved = await users.save(root, {
      username: ' Ada ',
      name: ' Ada Lovelace ',
      email: 'ada@example.org',
      role: 'Editor',
      password,
    });

    expect(saved).toEqual({
      user: {
        username: 'ada',
        name: 'Ada Lovelace',
        email: 'ada@example.org',
        role: 'editor',
        enabled: true,
        createdAt: clock.now(),
        lastLogin: null,
        hasPassword: true,
        hasTotp: false,
        hasPasskey: false,
        isEmailVerified: false,
      },
      created: true,
      changed: ['name', 'email', 'role', 'enabled', 'password'],
      changes: { role: { old: null, new: 'editor' }, enabled: { old: null, new: true } },
    });
    expect(await isPasswordOf('ada', password)).toBe(true);
  });

  test('without a password has none; disabled when that is said', async () => {
    const saved = await users.save(root, { username: 'ada', role: 'author', enabled: false });
    expect(saved).toMatchObject({
      user: { name: 'ada', email: '', enabled: false, hasPassword: false },
      changed: ['name', 'email', 'role', 'enabled'],
    });
    expect(hashed).toEqual([]);
  });

  test('GAP-SES-5, GAP-SET-3: hears of everything that is wrong at once, an unknown role with the known ones', async () => {
    await insertRole('desk', []);
    const saving = users.save(root, {
      username: '!',
      name: 'a\nb',
      email: 'ada',
      role: 'boss',
      password: 'short',
    });
    expect(await errorsOf(saving)).toMatchObject([
      { path: 'username' },
      { path: 'name' },
      { path: 'email' },
      { path: 'password', message: expect.stringMatching(/at least 12/) as string },
      {
        path: 'role',
        message: 'there is no "boss"; there are admin, author, editor, reviewer, desk',
      },
    ]);
    expect(await users.list()).toHaveLength(1);
    expect(hashed).toEqual([]);
  });

  test.each(['Galley', 'external'])('cannot have the reserved name %s', async (username) => {
    expect(await errorsOf(users.save(root, { username, role: 'author' }))).toMatchObject([
      { path: 'username', code: 'reserved' },
    ]);
  });

  test('whom two people make at the same moment is made once; the later save changes the earlier', async () => {
    const outcomes = await collectBehindLock(
      otherPool.db,
      (transaction) =>
        new UserRepository(transaction).insert({
          username: 'ada',
          name: 'Ada',
          email: '',
          role: 'author',
          createdAt: clock.now(),
        }),
      () => [users.save(root, { username: 'ada', name: 'Countess', role: 'author' })],
    );
    expect(outcomes).toMatchObject([
      { status: 'fulfilled', value: { created: false, changed: ['name'] } },
    ]);
    expect(await users.get('ada')).toMatchObject({ name: 'Countess' });
  });

  test('whose role is deleted at the same moment is refused', async () => {
    await insertRole('desk', []);
    const outcomes = await collectBehindLock(
      otherPool.db,
      (transaction) => transaction.deleteFrom('roles').where('name', '=', 'desk').execute(),
      () => [users.save(root, { username: 'ada', role: 'desk' })],
    );
    expect(outcomes).toMatchObject([
      {
        status: 'rejected',
        reason: { code: 'invalid_fields', details: { errors: [{ path: 'role' }] } },
      },
    ]);
  });
});

test('a password that is refused appears neither in the error nor in what changed', async () => {
  const secret = 'passwordpassword';
  const refused: unknown = await users
    .save(root, { username: 'ada', role: 'author', password: secret })
    .catch((error: unknown) => error);
  expect(JSON.stringify([refused, String(refused)])).not.toContain(secret);
  const saved = await users.save(root, { username: 'ada', role: 'author', password });
  expect(JSON.stringify(saved)).not.toContain(password);
});
