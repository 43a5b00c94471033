import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DomainEventRepository, migrateToLatest, type Database } from '@galley/database';
import {
  restoreReleasedDatabase,
  createTestDatabase,
  keepDatabase,
  type TestDatabase,
} from '@galley/testing';
import { copiedTables } from '../copied-tables.ts';
import { Vault } from '../fixtures.ts';
import { restoreDatabase } from './restore-database.ts';

const at = new Date('2026-06-01T08:00:00.123Z');
const name = 'Ada "\\n\u2028\u0001,\t🖋\r\nB\\';
const frontmatter = '{"b": 1,\n "a": {}}';

let vault: Vault;
let target: TestDatabase;

beforeEach(async () => {
  vault = await Vault.open();
  target = await createTestDatabase();
});

afterEach(async () => {
  await vault[Symbol.asyncDispose]();
  await target.close();
});

async function fill(db: Database): Promise<void> {
  const user = { username: 'ada', name, email: '', role: 'admin', created_at: at };
  await db.insertInto('users').values(user).execute();
  const copy = { username: 'ada', draft_key: 'k', title: null, content: '', saved_at: at };
  await db
    .insertInto('working_copies')
    .values({ ...copy, frontmatter })
    .execute();
  const event = { at, actor: 'ada', subject: 'x', data: { it: name } };
  const events = [1, 2, 3].map(() => ({ ...event, type: 'document.created' as const }));
  await new DomainEventRepository(db).append(events);
  const facts = ['baseline', 'derivation', 'content_tree'];
  await db
    .insertInto('project_facts')
    .values(facts.map((fact) => ({ name: fact, value: '"kept"' })))
    .execute();
}

async function addSignIns(db: Database): Promise<void> {
  await db
    .insertInto('identities')
    .values({
      id: 'i',
      issuer: 'https://id.example',
      subject: 'ada-1',
      username: 'ada',
      email: 'ada@example.org',
      linked_at: at,
    })
    .execute();
  const secret = { id: 'c', username: 'ada', kind: 'password', data: '{}' } as const;
  await db
    .insertInto('credentials')
    .values({ ...secret, created_at: at, updated_at: at })
    .execute();
}

async function archive(): Promise<string> {
  const { id } = await vault.backups.create({ name: 'x', by: 'ada', includeDatabase: true });
  return vault.backups.path(id);
}

async function rowsOf(db: Database): Promise<Record<string, unknown>> {
  const { tables } = await keepDatabase(db);
  const kept = copiedTables.filter((one) => !one.startsWith('kysely'));
  return Object.fromEntries(kept.map((table) => [table, tables[table]]));
}

test('ADD-SSO-11: restores every row except those bound to one folder and database, and continues sequences', async () => {
  await fill(vault.database.db);
  await addSignIns(vault.database.db);
  const restored = await restoreDatabase(target.db, await archive(), { force: false });
  expect(restored).toMatchObject({ name: 'x', administrators: ['ada'], documents: 0 });
  const [before, after] = [await rowsOf(vault.database.db), await rowsOf(target.db)];
  expect(after['project_facts']).toEqual([{ name: 'baseline', value: 'kept' }]);
  expect({ ...after, project_facts: [] }).toEqual({ ...before, project_facts: [] });
  // Linked sign-ins open the accounts again (decision 0072); secrets are in no backup.
  expect(after['identities']).toMatchObject([{ subject: 'ada-1', username: 'ada' }]);
  expect((await keepDatabase(target.db)).tables['credentials'] ?? []).toEqual([]);
  const { max } = await target.db
    .selectFrom('domain_events')
    .select(({ fn }) => fn.max<number>('id').as('max'))
    .executeTakeFirstOrThrow();
  const event = { type: 'document.created', at, actor: 'ada', subject: 'y', data: '{}' };
  const added = await target.db.insertInto('domain_events').values(event).returning('id').execute();
  expect(added).toEqual([{ id: max + 1 }]);
  expect(await migrateToLatest(target.db)).toEqual([]);
});

test('replaces a non-empty database only with force', async () => {
  await fill(vault.database.db);
  const path = await archive();
  await restoreDatabase(target.db, path, { force: false });
  await target.db.updateTable('users').set({ email: 'later@example.org' }).execute();
  await expect(restoreDatabase(target.db, path, { force: false })).rejects.toMatchObject({
    code: 'database_not_empty',
    message: expect.stringContaining('--force') as unknown,
  });
  await restoreDatabase(target.db, path, { force: true });
  const users = await target.db.selectFrom('users').select('email').execute();
  expect(users).toEqual([{ email: '' }]);
});

test('a broken archive, one without a database, and invalid rows leave everything unchanged', async () => {
  await fill(vault.database.db);
  const path = await archive();
  await fill(target.db);
  const before = await rowsOf(target.db);
  const broken = `${path}.broken`;
  await copyFile(path, broken);
  const bytes = await readFile(broken);
  const users = 'database/users.ndjson';
  const data = bytes.indexOf(users) + users.length + 60;
  bytes[data] = bytes[data]! ^ 0xff;
  await writeFile(broken, bytes);
  const content = await vault.backups.create({ name: 'y', by: 'ada' });
  for (const one of [broken, vault.backups.path(content.id)])
    await expect(restoreDatabase(target.db, one, { force: true })).rejects.toMatchObject({
      code: 'invalid_archive',
    });
  await vault.database.db.schema
    .alterTable('working_copies')
    .dropConstraint('working_copies_username_fkey')
    .execute();
  await vault.database.db.updateTable('working_copies').set({ username: 'nobody' }).execute();
  const orphan = await archive();
  await expect(restoreDatabase(target.db, orphan, { force: true })).rejects.toThrow(/foreign key/);
  expect(await rowsOf(target.db)).toEqual(before);
});

test('migrates a backup of an older release', async () => {
  const { db } = vault.database;
  await restoreReleasedDatabase(db, { migrations: ['0023-published-versions'], tables: {} });
  await fill(db);
  await restoreDatabase(target.db, await archive(), { force: false });
  expect(await target.db.selectFrom('users').select('name').execute()).toEqual([{ name }]);
  expect(await migrateToLatest(target.db)).toEqual([]);
});

test('rejects a database with foreign tables or a connected server', async () => {
  await fill(vault.database.db);
  const path = await archive();
  await target.db.schema.createTable('theirs').addColumn('id', 'integer').execute();
  await expect(restoreDatabase(target.db, path, { force: true })).rejects.toMatchObject({
    code: 'database_not_empty',
    message: expect.stringContaining('theirs') as unknown,
  });
  await target.db.schema.dropTable('theirs').execute();
  await target.db.connection().execute(async () => {
    await expect(restoreDatabase(target.db, path, { force: true })).rejects.toMatchObject({
      code: 'database_in_use',
    });
  });
});
