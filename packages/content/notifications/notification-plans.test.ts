import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '@galley/database';
import {
  createTestDatabase,
  insertManyDocuments,
  insertManyNotifications,
  planSteps,
  type TestDatabase,
} from '@galley/testing';
import { author, editor } from '../workflow/newsroom.fixtures.ts';
import { NotificationListReadModel } from './notification-list-read-model.ts';
import { NotificationRepository } from './notification-repository.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await insertManyDocuments(database.url, { count: 10_000, words: 1 });
  await insertManyNotifications(database.url, 20_000);
});

afterAll(() => database.close());

/** Fails on a sequential scan. */
async function indexesOf(work: (db: Database) => Promise<unknown>): Promise<string[]> {
  const steps = await planSteps(database, work);
  const scanned = steps.filter((step) => step['Node Type'] === 'Seq Scan');
  expect(scanned.map((step) => step['Relation Name'])).toEqual([]);
  return steps.flatMap((step) => step['Index Name'] ?? []);
}

const everything = { ...editor, username: 'author-7' };

describe('many notifications use an index and scan no table', () => {
  test.each([
    ['the newest', { limit: 51 }, 'notifications_newest'],
    ['the very newest', { limit: 2 }, 'notifications_newest'],
    ['a later page', { limit: 51, before: 15_000 }, 'notifications_newest'],
    ['the unread ones', { limit: 51, unread: true }, 'notifications_unread'],
  ] as const)('to list %s', async (_what, query, index) => {
    const list = (db: Database) => new NotificationListReadModel(db).list(everything, query);
    expect(await indexesOf(list)).toContain(index);
  });

  test('to count the unread ones', async () => {
    const count = (db: Database) => new NotificationListReadModel(db).countUnread(everything);
    expect(await indexesOf(count)).toContain('notifications_unread');
  });

  test('to list and count for a user who may read only their own documents', async () => {
    const indexes = await indexesOf(async (db) => {
      const lists = new NotificationListReadModel(db);
      const items = await lists.list(author('author-7'), { limit: 51 });
      expect(items).toHaveLength(51);
      expect(await lists.countUnread(author('author-7'))).toBeGreaterThan(5);
    });
    expect(indexes.filter((index) => index.startsWith('notifications_'))).toHaveLength(2);
  });
});

test('marking as read uses the index of unread notifications', async () => {
  const told = { username: 'author-7', upTo: 15_000 };
  const mark = (db: Database) => new NotificationRepository(db).markRead(told, new Date());
  expect(await indexesOf(mark)).toContain('notifications_unread');
});

test('removing old notifications uses the index by age', async () => {
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000);
  const ages = { read: ago(600), any: ago(650) };
  const indexes = await indexesOf((db) => new NotificationRepository(db).removeOld(ages, 100));
  expect(indexes).toEqual(
    expect.arrayContaining(['notifications_oldest', 'notifications_oldest_read']),
  );
});
