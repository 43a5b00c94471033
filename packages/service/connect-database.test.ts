import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { currentUser, type Database } from '@galley/database';
import { silentLogger } from '@galley/kernel';
import {
  createOwnedTestDatabase,
  createTestDatabase,
  temporaryDirectory,
  TransactionPooler,
  type OwnedTestDatabase,
} from '@galley/testing';
import { connectDatabase } from './connect-database.ts';

let ends: (() => Promise<void>)[];
let log: string[];

beforeEach(() => {
  ends = [];
  log = [];
});

afterEach(endAll);

async function endAll(): Promise<void> {
  for (let end = ends.pop(); end; end = ends.pop()) await end();
}

async function connect(
  {
    url,
    ownerUrl,
    directUrl,
  }: { readonly url?: string; readonly ownerUrl?: string; readonly directUrl?: string },
  dataDirectory = '/nowhere',
): Promise<Database> {
  const note = (message: string): void => void log.push(message);
  const { db } = await connectDatabase({
    config: { database: { url, ownerUrl, directUrl, poolSize: 2 }, storage: { dataDirectory } },
    logger: { ...silentLogger, info: note, warn: note, error: note },
    atEnd: (_name, end) => void ends.push(end),
  });
  return db;
}

async function addEntry(db: Database): Promise<void> {
  const who = { actor: 'ada', target: 'ada', address: '127.0.0.1', request_id: 'request' };
  const what = { at: new Date(), action: 'login', outcome: 'success', details: '{}' } as const;
  await db
    .insertInto('audit_entries')
    .values({ ...who, ...what })
    .execute();
}

const byTrigger = /append-only/;
const byRights = /permission denied for table audit_entries/;

async function expectAuditLogGuarded(db: Database, how: RegExp): Promise<void> {
  await addEntry(db);
  await expect(db.deleteFrom('audit_entries').execute()).rejects.toThrow(how);
  const update = db.updateTable('audit_entries').set({ actor: 'nobody' });
  await expect(update.execute()).rejects.toThrow(how);
  expect(await db.selectFrom('audit_entries').select('actor').execute()).toEqual([
    { actor: 'ada' },
  ]);
}

describe('the embedded database', () => {
  test('is migrated by its owner, and used by a role that cannot change the audit log', async () => {
    await using folder = await temporaryDirectory();
    const data = join(folder.path, 'data');
    const both = await Promise.all([connect({}, data), connect({}, data)]);
    expect(await Promise.all(both.map(currentUser))).toEqual(['galley_app', 'galley_app']);
    expect(log.filter((message) => message === 'database migrated')).toHaveLength(1);
    await expectAuditLogGuarded(both[0], byRights);
    await endAll();
  });

  test('is not started if database.owner_url names another one', async () => {
    await expect(connect({ ownerUrl: 'postgres://ada:geheim@127.0.0.1/x' })).rejects.toMatchObject({
      code: 'invalid_configuration',
      message: expect.stringMatching(/database\.url is not\. Set database\.url/) as unknown,
    });
  });
});

describe('an external database with database.owner_url', () => {
  let database: OwnedTestDatabase;

  beforeEach(async () => {
    database = await createOwnedTestDatabase();
  });

  afterEach(async () => {
    await endAll();
    await database[Symbol.asyncDispose]();
  });

  test('is migrated by the owner, and used by a role that cannot change the audit log', async () => {
    const db = await connect(database);
    expect(await currentUser(db)).toBe(database.user);
    expect(log).toEqual(['database migrated']);
    await expectAuditLogGuarded(db, byRights);
    await db.insertInto('project_facts').values({ name: 'fact', value: '1' }).execute();
    await db.deleteFrom('project_facts').execute();
  });

  test('can be started again, and by several servers at once', async () => {
    await Promise.all([connect(database), connect(database), connect(database)]);
    expect(log).toEqual(['database migrated']);
    await expectAuditLogGuarded(await connect(database), byRights);
  });

  test('that was migrated separately works with database.url alone and logs nothing', async () => {
    const early = await refusalOf({ url: database.url });
    expect(early).toMatchObject({ code: 'unavailable' });
    expect(early.message).toMatch(
      /lacks migrations of this Galley version .*Run galley migrate with database.owner_url/,
    );
    await connect(database);
    log = [];
    await expectAuditLogGuarded(await connect({ url: database.url }), byRights);
    expect(log).toEqual([]);
  });

  test('that was first used with database.url alone, as its owner, is protected afterwards', async () => {
    const before = await connect({ url: database.ownerUrl });
    await expectAuditLogGuarded(before, byTrigger);
    const db = await connect(database);
    await expect(addEntry(db)).resolves.toBeUndefined();
    await expect(db.deleteFrom('audit_entries').execute()).rejects.toThrow(byRights);
  });
});

describe('an external database with database.owner_url that does not fit', () => {
  let database: OwnedTestDatabase;

  beforeAll(async () => {
    database = await createOwnedTestDatabase();
  });

  afterAll(() => database[Symbol.asyncDispose]());

  test.each([
    ['with a wrong password', (url: URL) => (url.password = 'geheim'), /password authentication/],
    ['without a server', (url: URL) => (url.port = '9'), /ECONNREFUSED/],
    ['in a database that is not there', (url: URL) => (url.pathname = '/no'), /does not exist/],
  ])(
    '%s is refused with the name of the setting and without the password',
    async (_how, spoil, why) => {
      const spoilt = new URL(database.ownerUrl);
      spoil(spoilt);
      const refusal = await refusalOf({ url: database.url, ownerUrl: spoilt.href });
      expect(refusal).toMatchObject({ code: 'unavailable' });
      expect(refusal.message).toMatch(why);
      expect(refusal.message).toMatch(
        /^The database at 127\.0\.0\.1:\d+ cannot.*database\.owner_url/,
      );
      expect(refusal.message).not.toContain(spoilt.password);
    },
  );

  test('that names another database is refused, and that database stays unchanged', async () => {
    await using other = await createOwnedTestDatabase();
    const refusal = await refusalOf({ url: database.url, ownerUrl: other.ownerUrl });
    expect(refusal).toMatchObject({ code: 'invalid_configuration' });
    expect(refusal.message).toMatch(/different databases.*differ only in user and password/);
    await connect({ url: other.ownerUrl });
    expect(log).toContain('database migrated');
    await endAll();
  });

  test('with the same user as database.url is refused with the next step', async () => {
    const refusal = await refusalOf({ url: database.ownerUrl, ownerUrl: database.ownerUrl });
    expect(refusal).toMatchObject({ code: 'invalid_configuration' });
    expect(refusal.message).toContain(`both connect as "${database.owner}"`);
  });

  test('beside a superuser for the application is refused with the next step', async () => {
    const refusal = await refusalOf({ url: database.superuserUrl, ownerUrl: database.ownerUrl });
    expect(refusal).toMatchObject({ code: 'unavailable' });
    expect(refusal.message).toMatch(
      /could still change the history, approvals and the audit log.*ordinary user/,
    );
  });
});

describe('a database behind a transaction pooler', () => {
  let database: OwnedTestDatabase;
  let pooler: TransactionPooler;

  beforeAll(async () => {
    database = await createOwnedTestDatabase();
    pooler = await TransactionPooler.before(database.url, { size: 2 });
  });

  afterAll(async () => {
    await pooler[Symbol.asyncDispose]();
    await database[Symbol.asyncDispose]();
  });

  test('is refused with the next step, and not migrated', async () => {
    const refusal = await refusalOf({ url: pooler.url, ownerUrl: database.ownerUrl });
    expect(refusal).toMatchObject({ code: 'invalid_configuration' });
    expect(refusal.message).toMatch(/pool_mode = transaction.*Set database\.direct_url \(GALLEY_/);
    expect(refusal.message).not.toContain('password of');
    expect(log).toEqual([]);
  });

  test.each([
    ['database.direct_url', () => ({ url: pooler.url, directUrl: pooler.url })],
    ['database.owner_url', () => ({ url: database.url, ownerUrl: pooler.url })],
  ])('is refused as %s', async (setting, urls) => {
    const refusal = await refusalOf(urls());
    expect(refusal).toMatchObject({ code: 'invalid_configuration' });
    expect(refusal.message).toMatch(
      new RegExp(
        `behind a pooler.*\\(${setting}\\).*Set database.direct_url to the address of PostgreSQL itself`,
      ),
    );
  });

  test('is refused if database.direct_url names another database or user', async () => {
    await using other = await createOwnedTestDatabase();
    const elsewhere = await refusalOf({ url: pooler.url, directUrl: other.url });
    expect(elsewhere.message).toMatch(/different databases.*differ only in host and port/);
    const asOwner = await refusalOf({ url: pooler.url, directUrl: database.ownerUrl });
    expect(asOwner.message).toContain('Use the same user in both');
  });

  test('is refused with database.direct_url alone', async () => {
    await expect(connect({ directUrl: database.url })).rejects.toMatchObject({
      code: 'invalid_configuration',
      message: expect.stringContaining('Set database.url to the address of the pooler') as unknown,
    });
  });

  test('works with database.direct_url for session features', async () => {
    const { ownerUrl, url: directUrl } = database;
    const db = await connect({ url: pooler.url, ownerUrl, directUrl });
    expect(log).toEqual(['database migrated']);
    await expectAuditLogGuarded(db, byRights);
  });
});

async function refusalOf(urls: {
  url: string;
  ownerUrl?: string;
  directUrl?: string;
}): Promise<Error> {
  return connect(urls).then(
    () => expect.fail('it was not refused'),
    (error: unknown) => error as Error,
  );
}

test('database.url alone migrates, and the log reports once that only triggers protect the audit log', async () => {
  const database = await createTestDatabase();
  const db = await connect({ url: database.url });
  expect(log).toEqual([expect.stringMatching(/only triggers protect.*database\.owner_url/)]);
  await expectAuditLogGuarded(db, byTrigger);
  await endAll();
  await database.close();
});
