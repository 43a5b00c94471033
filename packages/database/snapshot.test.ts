import { createTestDatabase, type TestDatabase } from '@galley/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withSnapshot, exportSnapshot } from './snapshot.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.close());

const set = (value: string) =>
  database.db
    .insertInto('project_facts')
    .values({ name: 'moment', value: JSON.stringify(value) })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: JSON.stringify(value) }))
    .execute();

const get = (db: TestDatabase['db']) =>
  db
    .selectFrom('project_facts')
    .select('value')
    .where('name', '=', 'moment')
    .executeTakeFirst()
    .then((row) => row?.value);

test('two transactions see one snapshot, whatever is committed in the meantime', async () => {
  const { db } = database;
  await set('before');
  await withSnapshot(db, async (first) => {
    const moment = await exportSnapshot(first);
    await set('after');
    expect(await get(first)).toBe('before');
    await withSnapshot(db, async (second) => expect(await get(second)).toBe('before'), moment);
    expect(await get(db)).toBe('after');
  });
});

test('writes are rejected', async () => {
  const write = withSnapshot(database.db, (transaction) =>
    transaction.deleteFrom('project_facts').execute(),
  );
  await expect(write).rejects.toThrow('read-only transaction');
});
