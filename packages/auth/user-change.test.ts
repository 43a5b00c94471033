import type { DatabaseHandle } from '@galley/database';
import { newId, newSecret, systemActor, type Actor } from '@galley/kernel';
import { createTestDatabase, ManualClock, type TestDatabase } from '@galley/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addActor, addSession, cheapHasher, openSecondPool } from './fixtures.ts';
import type { PasswordHasher } from './password-hash.ts';
import { UserService } from './user-service.ts';

const password = 'violet-harbour-42';
const forbidden = { code: 'forbidden', kind: 'forbidden' };

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

async function sessionsOf(username: string): Promise<string[]> {
  const rows = await database.db
    .selectFrom('sessions')
    .select('id')
    .where('username', '=', username)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

async function insertToken(username: string): Promise<void> {
  await database.db
    .insertInto('api_tokens')
    .values({
      id: newId(),
      token_hash: newSecret(),
      username,
      name: 'laptop',
      scopes: ['*'],
      created_at: clock.now(),
      expires_at: new Date('2027-01-01'),
    })
    .execute();
}

async function insertResetLink(username: string): Promise<void> {
  await database.db
    .insertInto('one_time_tokens')
    .values({
      token_hash: newSecret(),
      purpose: 'password',
      username,
      created_at: clock.now(),
      expires_at: new Date('2027-01-01'),
    })
    .execute();
}

async function rowsOf(
  table: 'api_tokens' | 'one_time_tokens' | 'sign_in_throttles',
  username: string,
) {
  return database.db
    .selectFrom(table)
    .select('username')
    .where('username', '=', username)
    .execute();
}

async function userRow(username: string) {
  return database.db
    .selectFrom('users')
    .selectAll()
    .where('username', '=', username)
    .executeTakeFirst();
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

describe('CMS-SYS-13: a change of a user', () => {
  test('is found by the name in any case, and says by name what changed', async () => {
    await addActor(database.db, 'ada', 'author');
    const saved = await users.save(root, {
      username: 'ADA',
      name: 'Ada Lovelace',
      email: 'ada@example.org',
      role: 'author',
    });
    expect(saved).toMatchObject({ created: false, changed: ['name', 'email'] });
    expect(await users.list()).toHaveLength(2);
  });

  test('keeps `enabled` and the password when they are not given', async () => {
    await users.save(root, { username: 'ada', role: 'author', password, enabled: false });
    const saved = await users.save(root, { username: 'ada', name: 'Ada', role: 'author' });
    expect(saved.user).toMatchObject({ enabled: false, hasPassword: true });
    expect(await isPasswordOf('ada', password)).toBe(true);
  });

  test('that changes nothing writes nothing and ends no session', async () => {
    await addActor(database.db, 'ada', 'author');
    const session = await addSession(database.db, 'ada');
    const before = await userRow('ada');

    const saved = await users.save(root, {
      username: 'ada',
      name: 'ada',
      role: 'author',
      enabled: true,
    });

    expect(saved.changed).toEqual([]);
    expect(await userRow('ada')).toEqual(before);
    expect(await sessionsOf('ada')).toEqual([session]);
  });

  test('of name and address ends no session', async () => {
    await addActor(database.db, 'ada', 'author');
    const session = await addSession(database.db, 'ada');
    await users.save(root, { username: 'ada', name: 'Ada', email: 'a@b.org', role: 'author' });
    expect(await sessionsOf('ada')).toEqual([session]);
  });

  test.each<[string, { role?: string; enabled?: boolean; password?: string }]>([
    ['role', { role: 'editor' }],
    ['enabled', { enabled: false }],
    ['password', { password }],
  ])('of %s ends the sessions and links of this user only', async (field, change) => {
    await addActor(database.db, 'ada', 'author');
    await addSession(database.db, 'ada');
    await insertResetLink('ada');
    const own = await addSession(database.db, 'root');

    const saved = await users.save(
      root,
      { username: 'ada', name: 'ada', role: 'author', ...change },
      own,
    );

    expect(saved.changed).toEqual([field]);
    expect(await sessionsOf('ada')).toEqual([]);
    expect(await sessionsOf('root')).toEqual([own]);
    expect((await userRow('ada'))?.security_version).toBe(1);
    expect(await rowsOf('one_time_tokens', 'ada')).toEqual([]);
  });

  test('of a password ends the tokens, links and lockouts of this user only', async () => {
    await users.save(root, { username: 'ada', role: 'author', password: 'amber-lantern-77' });
    for (const username of ['ada', 'root']) {
      await insertToken(username);
      await insertResetLink(username);
      await database.db
        .insertInto('sign_in_throttles')
        .values({
          scope: 'user',
          username,
          address: '',
          failures: [clock.now()],
          updated_at: clock.now(),
        })
        .execute();
    }

    await users.save(root, { username: 'ada', role: 'author', password });

    expect(await isPasswordOf('ada', password)).toBe(true);
    for (const table of ['api_tokens', 'one_time_tokens', 'sign_in_throttles'] as const) {
      expect(await rowsOf(table, 'ada'), table).toHaveLength(0);
      expect(await rowsOf(table, 'root'), table).toHaveLength(1);
    }
  });

  test('of a role keeps the user’s tokens, which read the current role', async () => {
    await addActor(database.db, 'ada', 'author');
    await insertToken('ada');
    await users.save(root, { username: 'ada', role: 'editor' });
    expect(await rowsOf('api_tokens', 'ada')).toHaveLength(1);
  });

  test('can be made by Galley itself, at the command line', async () => {
    await addActor(database.db, 'ada', 'author');
    const saved = await users.save(systemActor, { username: 'ada', role: 'admin', password });
    expect(saved.changed).toEqual(['role', 'password']);
  });
});

describe('a change of the own account', () => {
  test('may be a change of name and address', async () => {
    const session = await addSession(database.db, 'root');
    const saved = await users.save(root, { username: 'Root', name: 'Ruth', role: 'admin' });
    expect(saved.changed).toEqual(['name']);
    expect(await sessionsOf('root')).toEqual([session]);
  });

  test('is no change of their password', async () => {
    await expect(
      users.save(root, { username: 'ROOT', role: 'admin', password }),
    ).rejects.toMatchObject({
      ...forbidden,
      message: 'Change your own password on your account page, where you enter the current one.',
    });
    expect(hashed).toEqual([]);
  });

  test('does not disable it', async () => {
    await addActor(database.db, 'ruth', 'admin');
    await expect(
      users.save(root, { username: 'root', role: 'admin', enabled: false }),
    ).rejects.toMatchObject({
      ...forbidden,
      message: expect.stringMatching(/cannot disable your own account/) as string,
    });
    expect(await users.get('root')).toMatchObject({ enabled: true });
  });

  test('ends their other sessions when it changes their role, and keeps the one that it comes from', async () => {
    await addActor(database.db, 'ruth', 'admin');
    const kept = await addSession(database.db, 'root');
    await addSession(database.db, 'root');
    const saved = await users.save(root, { username: 'root', role: 'editor' }, kept);
    expect(saved.changed).toEqual(['role']);
    expect(await sessionsOf('root')).toEqual([kept]);
  });
});
