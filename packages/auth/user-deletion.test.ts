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
import type { Ownership } from './user-deletion.ts';
import { UserService } from './user-service.ts';

const forbidden = { code: 'forbidden', kind: 'forbidden' };
const lastAdmin = { code: 'last_admin', kind: 'conflict' };
const clock = new ManualClock();

let database: TestDatabase;
let otherPool: DatabaseHandle;
let users: UserService;
let root: Actor;

beforeAll(async () => {
  database = await createTestDatabase();
  otherPool = openSecondPool(database);
  users = new UserService({ db: database.db, clock, hasher: cheapHasher });
});

afterAll(async () => {
  await otherPool.close();
  await database.close();
});

beforeEach(async () => {
  await database.db.deleteFrom('users').execute();
  await database.db.deleteFrom('roles').where('builtin', '=', false).execute();
  root = await addActor(database.db, 'root', 'admin');
  await addActor(database.db, 'ada', 'author');
  await addActor(database.db, 'mary', 'author');
});

class InMemoryOwnership implements Ownership {
  owners: string[];
  afterTransfer: () => Promise<unknown> = () => Promise.resolve();

  constructor(...owners: string[]) {
    this.owners = owners;
  }

  async count(username: string): Promise<number> {
    return this.owners.filter((owner) => owner === username).length;
  }

  async transfer(from: string, to: string): Promise<void> {
    this.owners = this.owners.map((owner) => (owner === from ? to : owner));
    await this.afterTransfer();
  }
}

async function usernames(): Promise<string[]> {
  return (await users.list()).map(({ username }) => username);
}

async function countSessions(username: string): Promise<number> {
  const rows = await database.db
    .selectFrom('sessions')
    .select('id')
    .where('username', '=', username)
    .execute();
  return rows.length;
}

describe('GAP-SET-3: who is deleted', () => {
  test('is gone, with the sessions and everything that belongs to the account', async () => {
    await addSession(database.db, 'ada');
    await users.save(root, { username: 'ada', role: 'author', password: 'violet-harbour-42' });
    await addSession(database.db, 'ada');

    await users.delete(root, ' Ada ', { ownership: new InMemoryOwnership('mary') });

    expect(await usernames()).toEqual(['mary', 'root']);
    expect(await countSessions('ada')).toBe(0);
    expect(await database.db.selectFrom('credentials').selectAll().execute()).toEqual([]);
  });

  test('has to be there', async () => {
    await expect(
      users.delete(root, 'nobody', { ownership: new InMemoryOwnership() }),
    ).rejects.toMatchObject({
      code: 'not_found',
      message: 'There is no user "nobody".',
    });
  });

  test('is not oneself', async () => {
    await addActor(database.db, 'ruth', 'admin');
    await expect(
      users.delete(root, 'Root', { ownership: new InMemoryOwnership() }),
    ).rejects.toMatchObject({
      ...forbidden,
      message: 'Delete your own account on your account page.',
    });
    expect(await usernames()).toContain('root');
  });

  test('is not the last enabled administrator, who stays enabled and signed in', async () => {
    await addActor(database.db, 'ruth', 'admin');
    await users.save(root, { username: 'ruth', role: 'admin', enabled: false });
    await addSession(database.db, 'root');

    await expect(
      users.delete(systemActor, 'root', {
        ownership: new InMemoryOwnership('root'),
        reassignTo: 'ada',
      }),
    ).rejects.toMatchObject(lastAdmin);

    expect(await users.get('root')).toMatchObject({ enabled: true });
    expect(await countSessions('root')).toBe(1);
    await users.delete(root, 'ruth', { ownership: new InMemoryOwnership() });
    expect(await usernames()).toEqual(['ada', 'mary', 'root']);
  });

  test('is one and no more of two administrators who delete each other at the same moment', async () => {
    const ruth = await addActor(database.db, 'ruth', 'admin');
    const elsewhere = new UserService({ db: otherPool.db, clock, hasher: cheapHasher });
    const ownership = new InMemoryOwnership();

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
        users.delete(root, 'ruth', { ownership }),
        elsewhere.delete(ruth, 'root', { ownership }),
      ],
    );

    expect(outcomes.filter(({ status }) => status === 'rejected')).toMatchObject([
      { reason: lastAdmin },
    ]);
    const admins = (await users.list()).filter(({ role }) => role === 'admin');
    expect(admins).toMatchObject([{ enabled: true }]);
  });

  test('may do no more than who deletes them', async () => {
    const manager = await addManager(database.db);
    await addActor(database.db, 'eve', 'editor');
    await addActor(database.db, 'ruth', 'admin');
    for (const username of ['ruth', 'eve']) {
      await expect(
        users.delete(manager, username, { ownership: new InMemoryOwnership() }),
      ).rejects.toMatchObject(forbidden);
      expect(await users.get(username)).toMatchObject({ enabled: true });
    }
    await users.delete(manager, 'ada', { ownership: new InMemoryOwnership() });
    expect(await usernames()).not.toContain('ada');
  });
});

describe('GAP-SET-3: who has documents', () => {
  test('is not deleted without a successor, hears how many there are, and stays signed in', async () => {
    await addSession(database.db, 'ada');
    await expect(
      users.delete(root, 'ada', { ownership: new InMemoryOwnership('ada', 'mary', 'ada') }),
    ).rejects.toMatchObject({
      code: 'in_use',
      kind: 'conflict',
      message: 'ada owns or is assigned 2 documents; name a user who takes over.',
      details: { documents: 2 },
    });
    expect(await users.get('ada')).toMatchObject({ enabled: true });
    expect(await countSessions('ada')).toBe(1);
  });

  test('is disabled and signed out before the successor gets them', async () => {
    await addSession(database.db, 'ada');
    const shelf = new InMemoryOwnership('ada', 'root', 'ada');
    const seen: unknown[] = [];
    shelf.afterTransfer = async () => {
      seen.push((await users.get('ada')).enabled, await countSessions('ada'));
    };

    await users.delete(root, 'ada', { ownership: shelf, reassignTo: ' Mary ' });

    expect(seen).toEqual([false, 0]);
    expect(shelf.owners).toEqual(['mary', 'root', 'mary']);
    expect(await usernames()).toEqual(['mary', 'root']);
  });

  test.each([
    ['themselves', 'Ada'],
    ['nobody', 'nobody'],
    ['a disabled user', 'dora'],
  ])('cannot be succeeded by %s, whether there are documents or not', async (_who, reassignTo) => {
    await addActor(database.db, 'dora', 'author');
    await users.save(root, { username: 'dora', role: 'author', enabled: false });
    for (const ownership of [new InMemoryOwnership('ada'), new InMemoryOwnership()]) {
      await expect(users.delete(root, 'ada', { ownership, reassignTo })).rejects.toMatchObject({
        code: 'invalid_fields',
        details: { errors: [{ path: 'reassign_to' }] },
      });
      expect(await users.get('ada')).toMatchObject({ enabled: true });
    }
  });

  test('is enabled again when the transfer fails, and the error passes on', async () => {
    const shelf = new InMemoryOwnership('ada');
    const failure = new Error('the disk is full');
    shelf.afterTransfer = () => Promise.reject(failure);

    await expect(users.delete(root, 'ada', { ownership: shelf, reassignTo: 'mary' })).rejects.toBe(
      failure,
    );

    expect(await users.get('ada')).toMatchObject({ enabled: true });
  });

  test('and was disabled stays disabled when the transfer fails', async () => {
    await users.save(root, { username: 'ada', role: 'author', enabled: false });
    const shelf = new InMemoryOwnership('ada');
    shelf.afterTransfer = () => Promise.reject(new Error('the disk is full'));
    await expect(
      users.delete(root, 'ada', { ownership: shelf, reassignTo: 'mary' }),
    ).rejects.toThrow('the disk is full');
    expect(await users.get('ada')).toMatchObject({ enabled: false });
  });

  test('that came while the others were given away gives those away too', async () => {
    const shelf = new InMemoryOwnership('ada');
    let late = 2;
    shelf.afterTransfer = async () => {
      if (late > 0) shelf.owners.push('ada');
      late -= 1;
    };
    await users.delete(root, 'ada', { ownership: shelf, reassignTo: 'mary' });
    expect(shelf.owners).toEqual(['mary', 'mary', 'mary']);
    expect(await usernames()).not.toContain('ada');
  });

  test('is enabled again, and not deleted, when there are more after every transfer', async () => {
    const shelf = new InMemoryOwnership('ada');
    shelf.afterTransfer = async () => {
      shelf.owners.push('ada');
    };
    await expect(
      users.delete(root, 'ada', { ownership: shelf, reassignTo: 'mary' }),
    ).rejects.toMatchObject({ code: 'in_use', details: { documents: 1 } });
    expect(await users.get('ada')).toMatchObject({ enabled: true });
    expect(shelf.owners).toEqual(['mary', 'mary', 'mary', 'ada']);
  });

  test('that come when the deletion has begun without a successor is not deleted', async () => {
    let counted = 0;
    const ownership: Ownership = {
      count: async () => counted++,
      transfer: () => Promise.reject(new Error('there is no successor')),
    };
    await expect(users.delete(root, 'ada', { ownership })).rejects.toMatchObject({
      code: 'in_use',
      details: { documents: 1 },
    });
    expect(await users.get('ada')).toMatchObject({ enabled: true });
  });

  test('and is made an administrator meanwhile is not deleted by who may less', async () => {
    const manager = await addManager(database.db);
    const shelf = new InMemoryOwnership('ada');
    shelf.afterTransfer = () => users.save(root, { username: 'ada', role: 'admin' });
    await expect(
      users.delete(manager, 'ada', { ownership: shelf, reassignTo: 'mary' }),
    ).rejects.toMatchObject(forbidden);
    expect(await users.get('ada')).toMatchObject({ role: 'admin', enabled: true });
  });
});
