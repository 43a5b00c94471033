import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { silentLogger } from '@galley/kernel';
import { createTestDatabase, type TestDatabase } from '@galley/testing';
import { openDatabase, type DatabaseHandle } from './database.ts';

let database: TestDatabase;
let handle: DatabaseHandle;

beforeEach(async () => {
  database = await createTestDatabase();
  const { url: address } = database;
  handle = openDatabase({ address, poolSize: 1, logger: silentLogger });
  await sql`create table notes (text text)`.execute(handle.db);
});

afterEach(async () => {
  await handle.close();
  await database.close();
});

async function preparedStatements(): Promise<string[]> {
  const { rows } = await sql<{ statement: string }>`
    select statement from pg_prepared_statements order by prepare_time
  `.execute(handle.db);
  return rows.map(({ statement }) => statement);
}

async function askOften(select: string): Promise<void> {
  for (let count = 0; count < 12; count += 1)
    await sql`${sql.raw(select)} from notes where text = ${`note ${count}`}`.execute(handle.db);
}

test('a frequent statement is prepared once per connection', async () => {
  await askOften('select text');
  expect(await preparedStatements()).toEqual(['select text from notes where text = $1']);
});

test('all statements survive a migration that adds a column', async () => {
  const selects = ['select *', 'select notes.*', 'select text'];
  for (const select of selects) await askOften(select);
  await sql`alter table notes add column author text`.execute(handle.db);
  for (const select of selects) await askOften(select);
  expect(await preparedStatements()).toHaveLength(1);
});

test('the number of prepared statements is limited', async () => {
  for (let length = 1; length < 400; length += 1) await askOften(`select ${length}`);
  expect(await preparedStatements()).toHaveLength(300);
});
