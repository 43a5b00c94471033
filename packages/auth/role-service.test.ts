import type { Database, DatabaseHandle } from '@galley/database';
import { may, reach, type Actor, type Capability } from '@galley/kernel';
import { createTestDatabase, ManualClock, type TestDatabase } from '@galley/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openSecondPool, collectBehindLock } from './fixtures.ts';
import { RoleService } from './role-service.ts';
import { toActor, UserRepository } from './user-repository.ts';

const forbidden = { code: 'forbidden', kind: 'forbidden' };
const clock = new ManualClock();

let database: TestDatabase;
let otherPool: DatabaseHandle;
let roles: RoleService;

beforeAll(async () => {
  database = await createTestDatabase();
  otherPool = openSecondPool(database);
  roles = new RoleService({ db: database.db });
});

afterAll(async () => {
  await otherPool.close();
  await database.close();
});

beforeEach(async () => {
  await database.db.deleteFrom('users').execute();
  await database.db.deleteFrom('roles').where('builtin', '=', false).execute();
});

function actorWith(role: string, capabilities: readonly string[]): Actor {
  return toActor({ username: role, name: role, email: '', role, capabilities });
}

const admin = actorWith('admin', ['*']);
const manager = actorWith('manager', ['documents.read', 'documents.write.own', 'users.manage']);

async function insertUser(username: string, role: string, db: Database = database.db) {
  const createdAt = clock.now();
  await new UserRepository(db).insert({ username, name: username, email: '', role, createdAt });
}

describe('the built-in roles', () => {
  async function builtin(name: string): Promise<Actor> {
    const { builtin, capabilities } = await roles.get(name);
    expect(builtin).toBe(true);
    return actorWith(name, capabilities);
  }

  test('GAP-ED-8: are admin, author, editor and reviewer', async () => {
    expect((await roles.list()).map(({ name, builtin }) => [name, builtin])).toEqual([
      ['admin', true],
      ['author', true],
      ['editor', true],
      ['reviewer', true],
    ]);
  });

  test.each<[string, Capability, 'all' | 'own' | 'none']>([
    ['CMS-AUTH-14 author', 'documents.read', 'own'],
    ['CMS-AUTH-14 author', 'documents.write', 'own'],
    ['CMS-AUTH-14 author', 'documents.create', 'all'],
    ['CMS-AUTH-14 author', 'documents.review', 'none'],
    ['CMS-AUTH-14 author', 'documents.assign', 'none'],
    ['CMS-AUTH-14 author', 'documents.publish', 'none'],
    ['CMS-AUTH-14 author', 'users.manage', 'none'],
    ['CMS-AUTH-15 reviewer', 'documents.read', 'all'],
    ['CMS-AUTH-15 reviewer', 'documents.review', 'all'],
    ['CMS-AUTH-15 reviewer', 'documents.create', 'none'],
    ['CMS-AUTH-15 reviewer', 'documents.write', 'none'],
    ['CMS-AUTH-15 reviewer', 'documents.lifecycle', 'none'],
    ['CMS-AUTH-15 reviewer', 'documents.assign', 'none'],
    ['CMS-AUTH-15 reviewer', 'documents.publish', 'none'],
    ['CMS-AUTH-15 reviewer', 'users.manage', 'none'],
    ['CMS-AUTH-16 editor', 'documents.read', 'all'],
    ['CMS-AUTH-16 editor', 'documents.write', 'all'],
    ['CMS-AUTH-16 editor', 'documents.assign', 'all'],
    ['CMS-AUTH-16 editor', 'documents.review', 'all'],
    ['CMS-AUTH-16 editor', 'documents.publish', 'all'],
    ['CMS-AUTH-16 editor', 'users.manage', 'none'],
    ['CMS-AUTH-16 editor', 'config.manage', 'none'],
    ['CMS-AUTH-16 editor', 'plugins.manage', 'none'],
    ['CMS-AUTH-16 editor', 'operations.manage', 'none'],
  ])('%s: %s reaches %s', async (role, capability, expected) => {
    expect(reach(await builtin(role.split(' ')[1]!), capability)).toBe(expected);
  });

  test('CMS-AUTH-17: admin has every capability', async () => {
    const actor = await builtin('admin');
    expect([...actor.grants]).toEqual(['*']);
    expect(may(actor, 'plugins.manage')).toBe(true);
  });

  test.each(['admin', 'editor', 'author', 'reviewer', ' Editor '])(
    'cannot be changed or deleted: %j',
    async (name) => {
      const message = 'The built-in roles stay as they are; make a role of your own instead.';
      const before = await roles.list();
      await expect(
        roles.save(admin, { name, capabilities: ['documents.read'] }),
      ).rejects.toMatchObject({ ...forbidden, message });
      await expect(roles.delete(admin, name)).rejects.toMatchObject({ ...forbidden, message });
      expect(await roles.list()).toEqual(before);
    },
  );
});

describe('CMS-AUTH-18: a role of a site', () => {
  test('is made, changed, listed after the built-in ones, and deleted', async () => {
    const { role: made } = await roles.save(admin, {
      name: ' Desk ',
      capabilities: ['documents.publish', 'documents.read', 'documents.publish'],
    });
    expect(made).toEqual({
      name: 'desk',
      capabilities: ['documents.read', 'documents.publish'],
      builtin: false,
      users: 0,
    });
    await roles.save(admin, { name: 'archive', capabilities: [] });
    await insertUser('ada', 'desk');
    await insertUser('mary', 'desk');

    const { role: changed, changes } = await roles.save(admin, {
      name: 'DESK',
      capabilities: ['audit.read'],
    });
    const old = ['documents.read', 'documents.publish'];
    expect(changes).toEqual({ capabilities: { old, new: ['audit.read'] } });
    expect(changed).toEqual({
      name: 'desk',
      capabilities: ['audit.read'],
      builtin: false,
      users: 2,
    });
    expect((await roles.list()).slice(4)).toEqual([
      { name: 'archive', capabilities: [], builtin: false, users: 0 },
      changed,
    ]);
    expect(await roles.get('Desk')).toEqual(changed);
    expect((await new UserRepository(database.db).findActor('ada'))?.grants).toEqual(
      new Set(['audit.read']),
    );

    await roles.delete(admin, 'Archive');
    await expect(roles.get('archive')).rejects.toMatchObject({ code: 'not_found' });
  });

  test('is refused with all that is wrong with it, and nothing is written', async () => {
    await expect(
      roles.save(admin, { name: '2', capabilities: ['*', 'documents.reed'] }),
    ).rejects.toMatchObject({
      code: 'invalid_fields',
      kind: 'unprocessable',
      details: {
        errors: [
          { path: 'name' },
          { path: 'capabilities.0', message: 'only the role admin grants everything' },
          { path: 'capabilities.1' },
        ],
      },
    });
    expect(await roles.list()).toHaveLength(4);
  });

  test('that is not there cannot be deleted', async () => {
    await expect(roles.delete(admin, 'nobody')).rejects.toMatchObject({
      code: 'not_found',
      message: 'There is no role "nobody".',
    });
  });

  test('with users cannot be deleted, and reports their number', async () => {
    await roles.save(admin, { name: 'desk', capabilities: [] });
    await insertUser('ada', 'desk');
    await expect(roles.delete(admin, 'desk')).rejects.toMatchObject({
      code: 'in_use',
      kind: 'conflict',
      message: 'One user has the role desk; give them another one first.',
      details: { users: 1 },
    });
    await insertUser('mary', 'desk');
    await expect(roles.delete(admin, 'desk')).rejects.toMatchObject({ details: { users: 2 } });
  });

  test('that is assigned during its deletion is in use', async () => {
    await roles.save(admin, { name: 'desk', capabilities: [] });
    const outcomes = await collectBehindLock(
      otherPool.db,
      (transaction) => insertUser('ada', 'desk', transaction),
      () => [roles.delete(admin, 'desk')],
    );
    expect(outcomes).toMatchObject([
      { status: 'rejected', reason: { code: 'in_use', details: { users: 1 } } },
    ]);
    expect((await roles.get('desk')).users).toBe(1);
  });

  test('is made once when two people save it at the same moment, and the later save stays', async () => {
    const outcomes = await collectBehindLock(
      otherPool.db,
      (transaction) =>
        transaction
          .insertInto('roles')
          .values({ name: 'desk', capabilities: ['audit.read'], builtin: false })
          .execute(),
      () => [roles.save(admin, { name: 'desk', capabilities: ['media.read'] })],
    );
    expect(outcomes).toMatchObject([{ value: { role: { capabilities: ['media.read'] } } }]);
    expect((await roles.get('desk')).capabilities).toEqual(['media.read']);
  });
});

describe('a manager with users.manage but not everything', () => {
  test('makes, changes and deletes roles that may no more than they may', async () => {
    await roles.save(manager, { name: 'desk', capabilities: ['documents.read'] });
    await roles.save(manager, { name: 'desk', capabilities: ['documents.read.own'] });
    expect((await roles.get('desk')).capabilities).toEqual(['documents.read.own']);
    await roles.delete(manager, 'desk');
    expect(await roles.list()).toHaveLength(4);
  });

  test.each(['documents.publish', 'documents.write', 'config.manage'])(
    'makes no role that grants %s, which they do not have',
    async (capability) => {
      await expect(
        roles.save(manager, { name: 'desk', capabilities: ['documents.read', capability] }),
      ).rejects.toMatchObject(forbidden);
      expect(await roles.list()).toHaveLength(4);
    },
  );

  test('neither widens, narrows nor deletes a role that may more than they may', async () => {
    await roles.save(admin, { name: 'desk', capabilities: ['documents.publish'] });
    for (const capabilities of [['documents.publish', 'users.manage'], ['documents.read'], []]) {
      await expect(roles.save(manager, { name: 'desk', capabilities })).rejects.toMatchObject({
        ...forbidden,
        message: expect.stringMatching(
          /^The role desk has permissions that you do not have/,
        ) as string,
      });
    }
    await expect(roles.delete(manager, 'desk')).rejects.toMatchObject(forbidden);
    expect((await roles.get('desk')).capabilities).toEqual(['documents.publish']);
  });

  test('does not make their own role grant more', async () => {
    await roles.save(admin, { name: 'manager', capabilities: [...manager.grants] });
    await expect(
      roles.save(manager, {
        name: 'manager',
        capabilities: [...manager.grants, 'documents.publish'],
      }),
    ).rejects.toMatchObject(forbidden);
    expect((await roles.get('manager')).capabilities).toEqual([...manager.grants]);
  });
});
