import { DomainEventRepository } from '@galley/database';
import type { Actor, DomainEvent } from '@galley/kernel';
import { createTestDatabase, ManualClock, type TestDatabase } from '@galley/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addActor, addUser, cheapHasher } from './fixtures.ts';
import { SetupService } from './setup-service.ts';
import { UserService } from './user-service.ts';

const clock = new ManualClock();
const password = 'violet-harbour-42';

let database: TestDatabase;
let users: UserService;
let root: Actor;

beforeAll(async () => {
  database = await createTestDatabase();
  users = new UserService({ db: database.db, clock, hasher: cheapHasher });
});

afterAll(() => database.close());

beforeEach(async () => {
  await database.db.deleteFrom('users').execute();
  await database.db.deleteFrom('domain_events').execute();
  root = await addActor(database.db, 'root', 'admin');
});

function listEvents(): Promise<DomainEvent[]> {
  return new DomainEventRepository(database.db).listAfter(0, 100);
}

const nothing = { count: () => Promise.resolve(0), transfer: () => Promise.resolve() };

describe('domain events of users', () => {
  test('creating them, with their role', async () => {
    await users.save(root, { username: ' Ada ', role: 'author', password });
    expect(await listEvents()).toEqual([
      {
        id: expect.any(Number) as number,
        type: 'user.created',
        at: clock.now(),
        actor: 'root',
        subject: 'ada',
        data: { role: 'author', enabled: true },
      },
    ]);
  });

  test('changing them, with what is different, and no secret', async () => {
    await addUser(database.db, 'ada');
    await users.save(root, { username: 'ada', role: 'reviewer', password, enabled: false });
    const events = await listEvents();
    const [event, ...more] = events.filter(({ type }) => type !== 'user.security_changed');
    expect(event).toMatchObject({ type: 'user.updated', actor: 'root', subject: 'ada' });
    const { changed, ...data } = event!.data;
    expect(data).toEqual({ role: 'reviewer', enabled: false });
    expect(changed).toEqual(expect.arrayContaining(['role', 'enabled', 'password']));
    expect(JSON.stringify(events)).not.toContain(password);
    expect(more).toEqual([]);
    const told = events.filter(({ type }) => type === 'user.security_changed');
    expect(told.map(({ actor, subject, data: { change } }) => [actor, subject, change])).toEqual([
      ['root', 'ada', 'password'],
      ['root', 'ada', 'email'],
    ]);
  });

  test('deleting them, with who took over what they had', async () => {
    for (const name of ['ada', 'mary', 'ruth']) await addUser(database.db, name);
    await users.delete(root, 'ada', { ownership: nothing, reassignTo: ' Mary ' });
    await users.delete(root, 'ruth', { ownership: nothing });
    const events = await listEvents();
    expect(events.map(({ type, subject, data }) => [type, subject, data])).toEqual([
      ['user.deleted', 'ada', { reassigned_to: 'mary' }],
      ['user.deleted', 'ruth', { reassigned_to: null }],
    ]);
  });

  test('the first administrator, created by themself', async () => {
    await database.db.deleteFrom('users').execute();
    const setup = new SetupService({ db: database.db, clock, hasher: cheapHasher });
    await setup.createFromEnvironment({ username: 'eve', password });
    expect(await listEvents()).toMatchObject([
      {
        type: 'user.created',
        actor: 'eve',
        subject: 'eve',
        data: { role: 'admin', enabled: true },
      },
    ]);
  });
});

describe('no event is recorded', () => {
  test('of a save that changes nothing', async () => {
    await addUser(database.db, 'ada');
    const same = { name: 'Somebody', email: 'ada@example.org', role: 'author' };
    await users.save(root, { username: 'ada', ...same });
    expect(await listEvents()).toEqual([]);
  });

  test('of what is refused', async () => {
    await addUser(database.db, 'ada');
    await expect(users.save(root, { username: 'ada', role: 'none' })).rejects.toThrow();
    await expect(users.delete(root, 'root', { ownership: nothing })).rejects.toThrow();
    const owning = { ...nothing, count: () => Promise.resolve(1) };
    await expect(users.delete(root, 'ada', { ownership: owning })).rejects.toThrow();
    expect(await listEvents()).toEqual([]);
  });

  test('of a deletion that fails half-way', async () => {
    await addUser(database.db, 'ada');
    await addUser(database.db, 'mary');
    const failing = {
      count: () => Promise.resolve(1),
      transfer: () => Promise.reject(new Error('the disk is full')),
    };
    const deletion = users.delete(root, 'ada', { ownership: failing, reassignTo: 'mary' });
    await expect(deletion).rejects.toThrow('the disk is full');
    expect(await listEvents()).toEqual([]);
  });
});
