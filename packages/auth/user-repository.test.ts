import { createTestDatabase, type TestDatabase } from '@galley/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addActor } from './fixtures.ts';
import { UserRepository } from './user-repository.ts';

let database: TestDatabase;
let users: UserRepository;

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  users = new UserRepository(db);
  const roles = {
    'own-reviewer': ['documents.read', 'documents.review.own'],
    'blind-reviewer': ['documents.review'],
  };
  for (const [name, capabilities] of Object.entries(roles)) {
    await db.insertInto('roles').values({ name, capabilities, builtin: false }).execute();
  }
  const people = {
    wim: 'author',
    ada: 'admin',
    rita: 'reviewer',
    edith: 'editor',
    ona: 'own-reviewer',
    bo: 'blind-reviewer',
    fred: 'reviewer',
  };
  for (const [username, role] of Object.entries(people)) await addActor(db, username, role);
  await db.updateTable('users').set({ enabled: false }).where('username', '=', 'fred').execute();
});

afterAll(() => database.close());

function names(actors: readonly { readonly username: string }[]): string[] {
  return actors.map(({ username }) => username);
}

describe('those of some names', () => {
  test('are those who are there and enabled, with what they may do', async () => {
    const found = await users.listActors(['rita', 'nobody', 'fred', 'wim']);
    expect(names(found).toSorted()).toEqual(['rita', 'wim']);
    expect(found.find(({ username }) => username === 'wim')!.grants).toContain(
      'documents.read.own',
    );
  });

  test('are none without names', async () => {
    expect(await users.listActors([])).toEqual([]);
  });
});

describe('those who have capabilities', () => {
  test('have all of them, everywhere, or may do everything; and are enabled', async () => {
    const found = await users.listActorsWith(['documents.read', 'documents.review'], 100);
    expect(names(found)).toEqual(['ada', 'edith', 'rita']);
    expect(names(await users.listActorsWith(['documents.review'], 100))).toEqual([
      'ada',
      'bo',
      'edith',
      'rita',
    ]);
  });

  test('are found by a part of their name, those first who are named', async () => {
    const search = (q: string, more: object = {}) =>
      users.search({ q, first: [], limit: 100, ...more });
    expect(names(await search(''))).toEqual(['ada', 'bo', 'edith', 'ona', 'rita', 'wim']);
    expect(names(await search('', { first: ['wim', 'fred'], limit: 2 }))).toEqual(['wim', 'ada']);
    expect(names(await search('IT'))).toEqual(['edith', 'rita']);
    expect(names(await search('', { capability: 'documents.review' }))).toEqual([
      'ada',
      'bo',
      'edith',
      'rita',
    ]);
    expect(await search('_')).toEqual([]);
  });

  test('are no more than asked for, by user name', async () => {
    const found = await users.listActorsWith(['documents.read'], 2);
    expect(names(found)).toEqual(['ada', 'edith']);
  });
});
