import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { expect, test } from 'vitest';
import { silentLogger } from '@galley/kernel';
import { createTestDatabase } from '@galley/testing';
import { openDatabase } from './database.ts';
import { inspectDatabase } from './inspect-database.ts';
import { migrateToLatest } from './migrate.ts';
import { migrations } from './migrations/index.ts';

async function emptyDatabase() {
  const database = await createTestDatabase();
  await sql`drop schema public cascade`.execute(database.db);
  await sql`create schema public`.execute(database.db);
  return database;
}

test('several processes that start at once migrate once', async () => {
  const database = await emptyDatabase();
  const handles = Array.from({ length: 6 }, () =>
    openDatabase({ address: database.url, poolSize: 2, logger: silentLogger }),
  );
  const ran = await Promise.all(handles.map(({ db }) => migrateToLatest(db)));
  expect(ran.flat()).toEqual(Object.keys(migrations));
  await Promise.all(handles.map((handle) => handle.close()));
  await database.close();
});

test('an up-to-date database is left unchanged', async () => {
  const database = await createTestDatabase();
  expect(await migrateToLatest(database.db)).toEqual([]);
  await database.close();
});

test('a database of a newer Galley is rejected by name and with a remedy', async () => {
  const database = await createTestDatabase();
  await sql`insert into kysely_migration (name, timestamp) values ('9999-from-the-future', 'now')`.execute(
    database.db,
  );
  await expect(migrateToLatest(database.db)).rejects.toMatchObject({
    code: 'database_newer',
    message: expect.stringMatching(/9999-from-the-future.*newer Galley/s) as unknown,
  });
  await database.close();
});

test('a failed migration leaves nothing behind', async () => {
  const database = await emptyDatabase();
  await sql`create table users (already text)`.execute(database.db);
  await expect(migrateToLatest(database.db)).rejects.toThrow(/users/);
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_name = 'roles'
  `.execute(database.db);
  expect(tables.rows).toEqual([]);
  await database.close();
});

test('records which approvals are older than receipts (GAP-DOC-12)', async () => {
  const database = await emptyDatabase();
  const provider = { getMigrations: () => Promise.resolve(migrations) };
  await new Migrator({ db: database.db, provider }).migrateTo('0009-preview-links');
  await sql`
    with document as (
      insert into documents (path, public_id, type, lang, slug, title, url, taxonomies, fields, params, status, revision,
        head_hash, materialised)
      values ('posts/ink.md', '', '', '', '', '', '', '{}', '{}', '{}', 'in_review', 'r', 'h', true) returning id
    )
    insert into editorial_events (id, document_id, at, action, actor, revision, details)
    select action || id, document.id, now(), action, 'rosa', 'r', '{}'
    from document, unnest(array['request_review', 'approve']) as action
  `.execute(database.db);
  await migrateToLatest(database.db);
  const facts = await database.db.selectFrom('project_facts').selectAll().execute();
  expect(facts).toEqual([{ name: 'approvals_before_receipts', value: ['approve1'] }]);
  await database.close();
});

test('an inspection reports the schema and changes nothing', async () => {
  const database = await emptyDatabase();
  const { version, ...empty } = await inspectDatabase(database.db);
  expect(version).toBeGreaterThanOrEqual(15);
  const pending = Object.keys(migrations);
  expect(empty).toMatchObject({ isMighty: false, pending, unknown: [] });
  expect(await database.db.introspection.getTables()).toEqual([]);
  await migrateToLatest(database.db);
  await sql`insert into kysely_migration (name, timestamp) values ('9999-later', 'now')`.execute(
    database.db,
  );
  expect(await inspectDatabase(database.db)).toMatchObject({
    isMighty: true,
    pending: [],
    unknown: ['9999-later'],
  });
  await database.close();
});
