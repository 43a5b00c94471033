import { openDatabase, type DatabaseHandle } from '@galley/database';
import { silentLogger, type AuditEvent } from '@galley/kernel';
import { createTestDatabase, ManualClock, type TestDatabase } from '@galley/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AuditReadModel, type AuditEntry, type AuditFilters } from './audit-read-model.ts';
import { AuditRepository } from './audit-repository.ts';

const day = 24 * 60 * 60 * 1000;
const event: AuditEvent = {
  action: 'document.save',
  actor: 'ada',
  target: 'content/posts/en/hello.md',
  outcome: 'success',
  address: '192.0.2.7',
  requestId: 'a-request',
  details: { revision: 'abc', fields: ['title'] },
};

let database: TestDatabase;
let clock: ManualClock;
let log: AuditRepository;
let entries: AuditReadModel;

/** Entries cannot be deleted, so an empty log needs a new database. */
async function openEmptyLog(): Promise<() => Promise<void>> {
  const opened = await createTestDatabase();
  database = opened;
  clock = new ManualClock(new Date());
  log = new AuditRepository({ db: database.db, clock });
  entries = new AuditReadModel({ db: database.db });
  return () => opened.close();
}

function run(text: string, db = database.db) {
  const query = { kind: 'RawNode', sqlFragments: [text], parameters: [] } as const;
  const queryId = { queryId: text };
  return db.executeQuery<Record<string, unknown>>({ sql: text, parameters: [], query, queryId });
}

function listNewest(filters: AuditFilters = {}): Promise<AuditEntry[]> {
  return entries.list({ limit: 1_000, offset: 0, ...filters });
}

async function record(changes: Partial<AuditEvent>): Promise<AuditEntry> {
  await log.record({ ...event, ...changes });
  return (await listNewest())[0]!;
}

async function collect<T>(from: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const one of from) all.push(one);
  return all;
}

async function addOldEntry(days: number): Promise<void> {
  const { requestId, details, ...rest } = event;
  await database.db
    .insertInto('audit_entries')
    .values({
      ...rest,
      request_id: requestId,
      details: JSON.stringify(details),
      at: new Date(Date.now() - days * day),
    })
    .execute();
}

describe('GAP-SET-8: an audit entry', () => {
  beforeEach(openEmptyLog);

  test('has who did what to what, from where, when, and how it ended', async () => {
    await log.record(event);
    await log.record({ ...event, actor: '', outcome: 'denied', details: {} });
    const { id: newer } = (await listNewest())[0]!;
    expect(await listNewest()).toEqual([
      { ...event, id: newer, at: clock.now(), actor: '', outcome: 'denied', details: {} },
      { ...event, id: String(Number(newer) - 1), at: clock.now() },
    ]);
  });

  test('is cut where its text is too long, and never amid a character', async () => {
    const long = '😀'.repeat(2_000);
    const entry = await record({ target: `a${long}`, address: long, requestId: 'r'.repeat(101) });
    expect(entry.target).toMatch(/^a(😀){599}$/u);
    expect([...entry.address]).toHaveLength(100);
    expect(entry.requestId).toBe('r'.repeat(100));
    expect((await record({ target: 'é'.repeat(1_001) })).target).toBe('é'.repeat(1_000));
  });

  test('of a target that is cut is found by the whole of it', async () => {
    const target = '漢'.repeat(1_000);
    await log.record({ ...event, target });
    expect(await listNewest({ target })).toHaveLength(1);
    expect(await listNewest({ target: '漢' })).toEqual([]);
  });

  test('is made of text that PostgreSQL would not take', async () => {
    const entry = await record({
      actor: 'a\0b',
      target: 'half \uD83D',
      details: {
        'k\0': 'v\0',
        nested: ['\uDE00', '😀', '\uD83D'],
        kept: 'a path C:\\u0000 and \\\\ud83d, "quoted"\n',
      },
    });
    expect(entry).toMatchObject({ actor: 'a\uFFFDb', target: 'half \uFFFD' });
    expect(entry.details).toEqual({
      'k\uFFFD': 'v\uFFFD',
      nested: ['\uFFFD', '😀', '\uFFFD'],
      kept: 'a path C:\\u0000 and \\\\ud83d, "quoted"\n',
    });
  });

  test('has details of at most 16 KiB', async () => {
    const fits = { text: 'x'.repeat(16 * 1024 - '{"text":""}'.length) };
    expect((await record({ details: fits })).details).toEqual(fits);
    const tooLong = { text: `${fits.text}x` };
    expect((await record({ details: tooLong })).details).toEqual({ truncated: true });
    const wide = { text: '漢'.repeat(6_000) };
    expect((await record({ details: wide })).details).toEqual({ truncated: true });
  });

  test('is made also when its details cannot be kept', async () => {
    let nested: unknown[] = [];
    for (let depth = 0; depth < 50_000; depth += 1) nested = [nested];
    for (const details of [{ nested }, { count: 1n }]) {
      expect((await record({ details })).details).toEqual({ truncated: true });
    }
  });
});

describe('GAP-SET-8: the audit log is append-only', () => {
  beforeEach(openEmptyLog);
  beforeEach(async () => {
    await log.record(event);
    await addOldEntry(31);
  });

  test.each([
    ['UPDATE', "update audit_entries set actor = 'eva'"],
    ['DELETE', 'delete from audit_entries'],
    ['TRUNCATE', 'truncate audit_entries'],
  ])('%s is refused, also to who owns the table and to a superuser', async (what, statement) => {
    const { rows } = await run(`select rolsuper from pg_roles where rolname = current_user`);
    expect(rows).toEqual([{ rolsuper: true }]);
    await expect(run(statement)).rejects.toMatchObject({
      code: '42501',
      message: `audit_entries is append-only: ${what} is refused`,
    });
    expect(await listNewest()).toMatchObject([{ actor: 'ada' }, { actor: 'ada' }]);
  });

  test('an old entry cannot be changed either', async () => {
    const old = "update audit_entries set actor = 'eva' where at < now() - interval '30 days'";
    await expect(run(old)).rejects.toMatchObject({ code: '42501' });
  });

  test('pruning removes what is older than was asked for', async () => {
    await addOldEntry(100);
    expect(await log.prune(new Date(Date.now() - 60 * day))).toBe(1);
    expect(await listNewest()).toHaveLength(2);
  });

  test('pruning leaves the last 30 days, whatever is asked for', async () => {
    await addOldEntry(29);
    expect(await log.prune(new Date(Date.now() + 365 * day))).toBe(1);
    expect(await listNewest()).toHaveLength(2);
    expect(await log.prune(new Date(Date.now() + 365 * day))).toBe(0);
  });
});

describe('CMS-EVT-1: a list of entries', () => {
  beforeEach(openEmptyLog);

  test('is newest first, of entries of one moment the last recorded, in pages', async () => {
    for (const target of ['1', '2', '3']) await log.record({ ...event, target });
    clock.advance(-1);
    await log.record({ ...event, target: 'earlier' });

    const targets = async (limit: number, offset: number) =>
      (await entries.list({ limit, offset })).map(({ target }) => target);
    expect(await targets(10, 0)).toEqual(['3', '2', '1', 'earlier']);
    expect(await targets(2, 1)).toEqual(['2', '1']);
    expect(await targets(2, 4)).toEqual([]);
  });

  test('begins at `from` and ends before `to`', async () => {
    const start = clock.now();
    for (const target of ['1', '2', '3']) {
      await log.record({ ...event, target });
      clock.advance(1);
    }
    const from = new Date(start.getTime() + 1);
    const to = new Date(start.getTime() + 2);
    expect(await listNewest({ from })).toMatchObject([{ target: '3' }, { target: '2' }]);
    expect(await listNewest({ to })).toMatchObject([{ target: '2' }, { target: '1' }]);
    expect(await listNewest({ from, to })).toMatchObject([{ target: '2' }]);
  });
});

describe('CMS-EVT-1: a filter of entries', () => {
  beforeAll(async () => {
    const close = await openEmptyLog();
    await log.record({ ...event, actor: 'ada', target: 'save' });
    await log.record({ ...event, actor: 'eva', action: 'login', target: 'login' });
    const failed = { actor: 'eva', action: 'login.failed', outcome: 'denied' } as const;
    await log.record({ ...event, ...failed, target: 'failed' });
    return close;
  });

  test.each<[AuditFilters, string[]]>([
    [{ actor: 'ada' }, ['save']],
    [{ action: 'login.failed' }, ['failed']],
    [{ target: 'save' }, ['save']],
    [{ outcome: 'denied' }, ['failed']],
    [{ outcome: 'success', actor: 'eva' }, ['login']],
    [{ actor: 'ada', action: 'login' }, []],
    [{ actor: 'AD' }, []],
  ])('%j leaves %j', async (filters, expected) => {
    expect((await listNewest(filters)).map(({ target }) => target)).toEqual(expected);
  });
});

describe('with twenty thousand entries', () => {
  let crowded: TestDatabase;
  let elsewhere: DatabaseHandle;

  beforeAll(async () => {
    crowded = await createTestDatabase();
    elsewhere = openDatabase({ address: crowded.url, poolSize: 2, logger: silentLogger });
    await run(
      `insert into audit_entries (at, actor, action, target, outcome, address, request_id, details)
       select timestamptz '2026-01-01T00:00:00Z' + n / 3 * interval '1 microsecond',
         'user' || n % 100, 'action' || n % 100, 'target' || n % 100, 'success', '', '',
         jsonb_build_object('note', repeat('a usual length ', 15))
       from generate_series(1, 20000) n`,
      crowded.db,
    );
    await run('analyze audit_entries', crowded.db);
  });

  afterAll(async () => {
    await elsewhere.close();
    await crowded.close();
  });

  async function explainQueries(
    ask: (model: AuditReadModel) => Promise<unknown>,
  ): Promise<string[]> {
    const asked: { sql: string; parameters: readonly unknown[] }[] = [];
    const watched = crowded.db.withPlugin({
      transformQuery: ({ node, queryId }) => {
        asked.push(crowded.db.getExecutor().compileQuery(node, queryId));
        return node;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    });
    await ask(new AuditReadModel({ db: watched }));
    return Promise.all(
      asked.map(async ({ sql, parameters }) => {
        const query = { kind: 'RawNode', sqlFragments: [sql], parameters: [] } as const;
        const explain = { sql: `explain ${sql}`, parameters, query, queryId: { queryId: sql } };
        const { rows } = await crowded.db.executeQuery<{ 'QUERY PLAN': string }>(explain);
        return rows.map((row) => row['QUERY PLAN']).join('\n');
      }),
    );
  }

  const span = {
    from: new Date('2026-01-01T00:00:00.002Z'),
    to: new Date('2026-01-01T00:00:00.003Z'),
  };
  const filters: [AuditFilters, string][] = [
    [{}, 'audit_newest'],
    [span, 'audit_newest'],
    [{ actor: 'user7' }, 'audit_by_actor'],
    [{ actor: 'user7', ...span }, 'audit_by_actor'],
    [{ action: 'action7' }, 'audit_by_action'],
    [{ target: 'target7' }, 'audit_by_target'],
    [{ target: 'target7', outcome: 'success' }, 'audit_by_target'],
  ];

  test.each(filters)('a list of %j reads %s, in its order', async (given, index) => {
    const [plan] = await explainQueries((model) => model.list({ limit: 20, offset: 0, ...given }));
    expect(plan).toMatch(new RegExp(`Index Scan using ${index} on`));
    expect(plan).not.toContain('Sort');
  });

  test('every batch of an export begins where the index tells', async () => {
    const plans = await explainQueries((model) => collect(model.export({})));
    expect(plans).toHaveLength(21);
    for (const plan of plans.slice(0, 18)) {
      expect(plan).toContain('Index Scan using audit_newest on');
      expect(plan).not.toMatch(/Sort|Filter/);
    }
    expect(plans[1]).toMatch(/Index Cond: \(ROW\(at, id\) < ROW/);
  });

  test('an export has each once, newest first, in batches of a thousand', async () => {
    const model = new AuditReadModel({ db: crowded.db });
    const batches = await collect(model.export({}));
    expect(batches.map(({ length }) => length)).toEqual(Array<number>(20).fill(1_000));
    const ids = batches.flat().map(({ id }) => Number(id));
    expect(ids).toEqual(Array.from({ length: 20_000 }, (_, index) => 20_000 - index));
  });

  test('an export has what its filters leave', async () => {
    const model = new AuditReadModel({ db: crowded.db });
    const batches = await collect(model.export({ action: 'action7' }));
    expect(batches.flat()).toHaveLength(200);
    expect(new Set(batches.flat().map(({ action }) => action))).toEqual(new Set(['action7']));
    expect(await collect(model.export({ actor: 'nobody' }))).toEqual([]);
  });

  test('an export is not shaken by what is recorded and pruned meanwhile', async () => {
    const filters = { to: new Date('2027-01-01T00:00:00Z') };
    const late = new ManualClock('2026-06-01T00:00:00Z');
    const ids: string[] = [];
    for await (const batch of new AuditReadModel({ db: crowded.db }).export(filters)) {
      ids.push(...batch.map(({ id }) => id));
      await new AuditRepository({ db: elsewhere.db, clock: late }).record(event);
      await elsewhere.db
        .deleteFrom('audit_entries')
        .where('id', '=', Number(ids.at(-1)))
        .execute();
    }
    expect(new Set(ids).size).toBe(20_000);
    expect(ids).toHaveLength(20_000);
  });
});
