import type { DatabaseHandle } from '@galley/database';
import { systemActor, type Actor } from '@galley/kernel';
import { createTestDatabase, ManualClock, type TestDatabase } from '@galley/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  addActor,
  addManager,
  addSession,
  cheapHasher,
  openSecondPool,
  collectBehindLock,
} from './fixtures.ts';
import type { PasswordHasher } from './password-hash.ts';
import { UserService } from './user-service.ts';

const password = 'violet-harbour-42';
const forbidden = { code: 'forbidden', kind: 'forbidden' };
const lastAdmin = { code: 'last_admin', kind: 'conflict' };

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

async function sessionsOf(username: string): Promise<string[]> {
  const rows = await database.db
    .selectFrom('sessions')
    .select('id')
    .where('username', '=', username)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

async function userRow(username: string) {
  return database.db
    .selectFrom('users')
    .selectAll()
    .where('username', '=', username)
    .executeTakeFirst();
}

describe('GAP-SET-3: the last enabled administrator', () => {
  test.each<[string, { role: string; enabled?: boolean }]>([
    ['gets no other role', { role: 'editor' }],
    ['is not disabled', { role: 'admin', enabled: false }],
    ['is neither disabled nor given another role in one', { role: 'author', enabled: false }],
  ])('%s', async (_what, change) => {
    await addActor(database.db, 'ruth', 'admin');
    await users.save(root, { username: 'ruth', role: 'admin', enabled: false });
    const session = await addSession(database.db, 'root');
    await expect(users.save(systemActor, { username: 'root', ...change })).rejects.toMatchObject(
      lastAdmin,
    );
    expect(await users.get('root')).toMatchObject({ role: 'admin', enabled: true });
    expect(await sessionsOf('root')).toEqual([session]);
  });

  test('may give the role up once there is another', async () => {
    await expect(users.save(root, { username: 'root', role: 'editor' })).rejects.toMatchObject(
      lastAdmin,
    );
    await users.save(root, { username: 'ruth', role: 'admin' });
    expect((await users.save(root, { username: 'root', role: 'editor' })).changed).toEqual([
      'role',
    ]);
  });

  test('may change their name, and get a password from Galley itself', async () => {
    const saved = await users.save(systemActor, {
      username: 'root',
      name: 'Ruth',
      role: 'admin',
      password,
    });
    expect(saved.changed).toEqual(['name', 'password']);
  });

  test('stays when two administrators take each other’s role at the same moment, in two processes', async () => {
    const ruth = await addActor(database.db, 'ruth', 'admin');
    const elsewhere = new UserService({ db: otherPool.db, clock, hasher });

    const outcomes = await collectBehindLock(
      otherPool.db,
      (transaction) =>
        transaction
          .selectFrom('users')
          .select('username')
          .where('username', '=', 'root')
          .forUpdate()
          .execute(),
      () => [
        users.save(root, { username: 'ruth', role: 'editor' }),
        elsewhere.save(ruth, { username: 'root', role: 'editor' }),
      ],
    );

    const refused = outcomes.filter(({ status }) => status === 'rejected');
    expect(refused).toMatchObject([{ reason: lastAdmin }]);
    const admins = (await users.list()).filter(({ role }) => role === 'admin');
    expect(admins).toHaveLength(1);
  });

  test('stays when ten administrators disable one another in a circle at once', async () => {
    const names = Array.from({ length: 10 }, (_, number) => `admin-${number}`);
    const admins = await Promise.all(names.map((name) => addActor(database.db, name, 'admin')));
    await database.db.deleteFrom('users').where('username', '=', 'root').execute();
    const elsewhere = new UserService({ db: otherPool.db, clock, hasher });

    const outcomes = await Promise.allSettled(
      admins.map((actor, number) =>
        (number % 2 ? users : elsewhere).save(actor, {
          username: names[(number + 1) % names.length]!,
          role: 'admin',
          enabled: false,
        }),
      ),
    );

    const refused = outcomes.filter(({ status }) => status === 'rejected');
    expect(refused).toMatchObject([{ reason: lastAdmin }]);
    expect((await users.list()).filter(({ enabled }) => enabled)).toHaveLength(1);
  });
});

describe('a manager with users.manage but not everything', () => {
  test('makes and changes users who may no more than they may', async () => {
    const manager = await addManager(database.db);
    const saved = await users.save(manager, { username: 'ada', role: 'author', password });
    expect(saved.created).toBe(true);
    await users.save(manager, { username: 'ada', role: 'manager', enabled: false });
    expect(await users.get('ada')).toMatchObject({ role: 'manager', enabled: false });
  });

  test.each(['admin', 'editor', 'reviewer'])(
    'cannot assign the role %s, not even to themselves',
    async (role) => {
      const manager = await addManager(database.db);
      await addActor(database.db, 'ada', 'author');
      for (const username of ['eve', 'ada', 'mona']) {
        await expect(users.save(manager, { username, role })).rejects.toMatchObject({
          ...forbidden,
          message: `The role ${role} has permissions that you do not have. Ask a user who has them.`,
        });
      }
      expect((await users.list()).filter((user) => user.role === role)).toHaveLength(
        role === 'admin' ? 1 : 0,
      );
    },
  );

  test.each<[string, { name?: string; role?: string; enabled?: boolean; password?: string }]>([
    ['the name', { name: 'Eve' }],
    ['the role', { role: 'author' }],
    ['enabled', { enabled: false }],
    ['the password', { password }],
  ])('changes not even %s of an administrator, and costs no hash', async (_what, change) => {
    const manager = await addManager(database.db);
    await addActor(database.db, 'ruth', 'admin');
    const before = await users.get('root');
    await expect(
      users.save(manager, { username: 'root', role: 'admin', ...change }),
    ).rejects.toMatchObject(forbidden);
    expect(await users.get('root')).toEqual(before);
    expect(hashed).toEqual([]);
  });

  test('cannot change a user who becomes an administrator meanwhile', async () => {
    const manager = await addManager(database.db);
    await addActor(database.db, 'ada', 'author');
    const outcomes = await collectBehindLock(
      otherPool.db,
      (transaction) =>
        transaction
          .updateTable('users')
          .set({ role: 'admin' })
          .where('username', '=', 'ada')
          .execute(),
      () => [users.save(manager, { username: 'ada', role: 'author', password })],
    );
    expect(outcomes).toMatchObject([{ status: 'rejected', reason: forbidden }]);
    expect(await users.get('ada')).toMatchObject({ role: 'admin', hasPassword: false });
  });

  test('does not give a role that grants more from that moment on', async () => {
    const manager = await addManager(database.db);
    await insertRole('desk', []);
    const outcomes = await collectBehindLock(
      otherPool.db,
      (transaction) =>
        transaction
          .updateTable('roles')
          .set({ capabilities: ['documents.publish'] })
          .where('name', '=', 'desk')
          .execute(),
      () => [users.save(manager, { username: 'ada', role: 'desk' })],
    );
    expect(outcomes).toMatchObject([{ status: 'rejected', reason: forbidden }]);
    expect(await userRow('ada')).toBeUndefined();
  });

  test('makes a link for, and sets up the second factor of, those alone who may no more than they may', async () => {
    const manager = await addManager(database.db);
    await addActor(database.db, 'ada', 'author');
    expect(await users.requireAuthorityOver(manager, 'Ada')).toMatchObject({ username: 'ada' });
    expect(await users.requireAuthorityOver(root, 'mona')).toMatchObject({ username: 'mona' });
    await expect(users.requireAuthorityOver(manager, 'root')).rejects.toMatchObject(forbidden);
    await expect(users.requireAuthorityOver(manager, 'nobody')).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});

test('a user without users.manage has no authority, and does not learn which users exist', async () => {
  const editor = await addActor(database.db, 'eve', 'editor');
  await addActor(database.db, 'ada', 'author');
  for (const username of ['ada', 'eve', 'nobody']) {
    await expect(users.requireAuthorityOver(editor, username)).rejects.toMatchObject(forbidden);
  }
});
