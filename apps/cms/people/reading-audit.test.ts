import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectProblem, TestServer, type Answer } from '../fixtures.ts';
import { AdminClient, adminClientOf, type AuditEntry } from '../people.fixtures.ts';

const api = '/__admin/api';
const count = 2_345;
const day = 24 * 3_600_000;
const start = Date.now() - 5 * day;

const odd = [
  'plain',
  'with "quotes", and a comma',
  'two\nlines',
  'a return\rand a tab\t',
  '=HYPERLINK("https://evil.example")',
  '+1+1',
  '-2',
  '@SUM(A1)',
  "'quoted",
  '\ttab first',
  'ünïcödé 🦊',
  '',
];

let server: TestServer;
let ada: AdminClient;

beforeAll(async () => {
  server = await TestServer.start();
  ada = new AdminClient(await server.signedIn());
  await insert(
    Array.from({ length: count }, (_, at) => ({
      // Several entries per millisecond, to test that their order is stable.
      at: new Date(start + Math.floor(at / 7)),
      actor: 'bulk',
      action: at % 5 === 0 ? 'document.save' : 'document.create',
      target: odd[at % odd.length]!,
      outcome: at % 3 === 0 ? ('denied' as const) : ('success' as const),
      details: JSON.stringify({ number: at, text: odd[at % odd.length] }),
    })),
  );
});

afterAll(() => server[Symbol.asyncDispose]());

interface Row {
  readonly at: Date;
  readonly actor: string;
  readonly action: string;
  readonly target: string;
  readonly outcome: 'success' | 'denied';
  readonly details: string;
}

async function insert(rows: readonly Row[]): Promise<void> {
  const { db } = server.database;
  const full = rows.map((row) => ({ ...row, address: '192.0.2.7', request_id: 'of-the-test' }));
  for (let from = 0; from < full.length; from += 1_000) {
    await db
      .insertInto('audit_entries')
      .values(full.slice(from, from + 1_000))
      .execute();
  }
}

function list(query: Record<string, string | number>): Promise<AuditEntry[]> {
  return ada.getJson<AuditEntry[]>('/audit', texts({ actor: 'bulk', ...query }));
}

function texts(query: Record<string, string | number>): Record<string, string> {
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
}

async function listAll(query: Record<string, string | number> = {}): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = [];
  for (;;) {
    const page = await list({ limit: 1_000, offset: entries.length, ...query });
    entries.push(...page);
    if (page.length < 1_000) return entries;
  }
}

function numberOf({ details }: AuditEntry): number {
  return details['number'] as number;
}

function numbers(from: number, length: number): number[] {
  return Array.from({ length }, (_, at) => from - at);
}

function exported(format: string, query: Record<string, string> = {}): Promise<Answer> {
  return ada.ask('/audit/export', { format, actor: 'bulk', ...query });
}

/** Parses CSV (RFC 4180). */
function parseCsv(text: string): string[][] {
  const cells = text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n)/g);
  const rows: string[][] = [[]];
  let read = 0;
  for (const [whole, quoted, bare, end] of cells) {
    read += whole.length;
    rows.at(-1)!.push(quoted?.replaceAll('""', '"') ?? bare!);
    if (end !== ',') rows.push([]);
  }
  expect(read).toBe(text.length);
  return rows.slice(0, -1);
}

describe('the list', () => {
  test('is newest first, 200 entries by default, at most 1,000 (CMS-SYS-20, CMS-EVT-1, GAP-SES-6)', async () => {
    const usual = await list({});
    expect(usual.map(numberOf)).toEqual(numbers(count - 1, 200));
    expect(usual[0]).toEqual({
      id: expect.stringMatching(/^\d+$/) as string,
      actor: 'bulk',
      action: 'document.create',
      target: odd[(count - 1) % odd.length],
      outcome: 'success',
      address: '192.0.2.7',
      request_id: 'of-the-test',
      details: { number: count - 1, text: odd[(count - 1) % odd.length] },
      timestamp: new Date(start + Math.floor((count - 1) / 7)).toISOString(),
    });
    expect((await list({ limit: 3 })).map(numberOf)).toEqual(numbers(count - 1, 3));
    for (const limit of [1_000, 1_001, 999_999_999]) {
      expect(await list({ limit })).toHaveLength(1_000);
    }
  });

  test('continues at `offset` (CMS-LIM-4)', async () => {
    const second = await list({ offset: 200, limit: 10 });
    expect(second.map(numberOf)).toEqual(numbers(count - 201, 10));
    expect(await list({ offset: count - 1 })).toHaveLength(1);
    expect(await list({ offset: count })).toEqual([]);
    expect(await list({ offset: 999_999_999 })).toEqual([]);
    expect((await listAll()).map(numberOf)).toEqual(numbers(count - 1, count));
  });

  test.each([
    { limit: '0' },
    { limit: '-1' },
    { limit: '1.5' },
    { limit: 'all' },
    { offset: '-1' },
    { offset: 'x' },
    { outcome: 'failed' },
    { from: 'yesterday' },
    { to: '2026-05-01' },
    { from: '2026-05-01T12:00:00' },
    { to: '2026-02-30T12:00:00Z' },
    { actors: 'ada' },
  ] as Record<string, string>[])('refuses %j (GAP-SES-6, GAP-ERR-3)', async (query) => {
    const [name] = Object.keys(query);
    const { errors } = expectProblem(await ada.ask('/audit', query), 400, 'invalid_request');
    expect(errors!.map(({ path }) => path)).toEqual([name]);
  });
});

describe('a filter', () => {
  test.each([
    [{ action: 'document.save' }, (at: number) => at % 5 === 0],
    [{ outcome: 'denied' }, (at: number) => at % 3 === 0],
    [{ target: odd[1]! }, (at: number) => at % odd.length === 1],
    [{ target: odd[2]! }, (at: number) => at % odd.length === 2],
    [{ target: '' }, (at: number) => at % odd.length === odd.length - 1],
    [{ target: 'plai' }, () => false],
    [{ target: 'Plain' }, () => false],
    [{ target: "' or 1=1 --" }, () => false],
    [
      { action: 'document.save', outcome: 'success', target: 'plain' },
      (at: number) => at % 5 === 0 && at % 3 !== 0 && at % odd.length === 0,
    ],
  ] as [Record<string, string>, (at: number) => boolean][])('%j', async (query, holds) => {
    const expected = numbers(count - 1, count).filter(holds);
    expect((await listAll(query)).map(numberOf)).toEqual(expected);
  });

  test('by actor matches exactly', async () => {
    const entries = await ada.getJson<AuditEntry[]>('/audit', { actor: 'ada' });
    expect(entries).toMatchObject([{ actor: 'ada', action: 'login' }]);
    expect(await ada.getJson('/audit', { actor: 'nobody' })).toEqual([]);
  });

  test('by time includes the start and excludes the end, in any time zone', async () => {
    const [from, to] = [start + 10, start + 20];
    const iso = (time: number): string => new Date(time).toISOString();
    const shifted = (time: number): string => iso(time + 2 * 3_600_000).replace('Z', '+02:00');
    for (const write of [iso, shifted]) {
      const entries = await listAll({ from: write(from), to: write(to) });
      expect(entries.map(numberOf)).toEqual(numbers(139, 70));
      expect(entries.at(-1)!.timestamp).toBe(iso(from));
      expect(entries[0]!.timestamp).toBe(iso(to - 1));
    }
    expect((await listAll({ from: iso(start + 334) })).map(numberOf)).toEqual(numbers(2_344, 7));
    expect(await listAll({ to: iso(start) })).toEqual([]);
    expect(await listAll({ from: iso(to), to: iso(from) })).toEqual([]);
  });
});

describe('an export', () => {
  const columns = [
    'id',
    'timestamp',
    'actor',
    'action',
    'target',
    'outcome',
    'address',
    'request_id',
    'details',
  ];

  test('as NDJSON has every entry of the list in its order', async () => {
    const answer = await exported('ndjson');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/x-ndjson');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename=audit.ndjson');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.text.endsWith('\n')).toBe(true);
    const lines = answer.text.split('\n').slice(0, -1);
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(await listAll());
  });

  test('as CSV has the same entries with any content, and no cell is a formula', async () => {
    const answer = await exported('csv');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename=audit.csv');
    const [head, ...rows] = parseCsv(answer.text);
    expect(head).toEqual(columns);
    for (const cell of rows.flat()) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
    const entries = rows.map((cells) => {
      const plain = cells.map((cell) => cell.replace(/^'(?=[=+\-@\t\r])/, ''));
      const named = Object.fromEntries(plain.map((cell, at) => [columns[at]!, cell]));
      return { ...named, details: JSON.parse(named['details']!) as unknown };
    });
    expect(entries).toEqual(await listAll());
  });

  test.each(['csv', 'ndjson'])('as %s applies the filters', async (format) => {
    const query = { action: 'document.save', outcome: 'denied', target: odd[3]! };
    const from = new Date(start + 50).toISOString();
    const to = new Date(start + 300).toISOString();
    const { text } = await exported(format, { ...query, from, to });
    const ids: (string | undefined)[] =
      format === 'csv'
        ? parseCsv(text)
            .slice(1)
            .map(([id]) => id)
        : text
            .split('\n')
            .slice(0, -1)
            .map((line) => (JSON.parse(line) as AuditEntry).id);
    const expected = await listAll({ ...query, from, to });
    expect(expected.length).toBeGreaterThan(5);
    expect(ids).toEqual(expected.map(({ id }) => id));
  });

  test('without matches is a file without entries', async () => {
    expect((await exported('ndjson', { target: 'none such' })).text).toBe('');
    const { text } = await exported('csv', { target: 'none such' });
    expect(parseCsv(text)).toEqual([columns]);
  });

  test.each([{}, { format: 'xml' }, { format: 'CSV' }, { format: 'csv', limit: '1' }] as Record<
    string,
    string
  >[])('refuses %j (GAP-ERR-3)', async (query) => {
    expectProblem(await ada.ask('/audit/export', query), 400, 'invalid_request');
  });
});

describe('the reader', () => {
  const paths = ['/audit', '/audit/export?format=csv', '/audit/export?format=ndjson'];

  test('needs `audit.read` in the role and in the scopes of a token (GAP-ED-8)', async () => {
    const auditor = { username: 'olga', role: 'auditor', grants: ['audit.read', 'media.read'] };
    const olga = new AdminClient(await server.signedInAs(auditor));
    const tokenWith = async (scope: string): Promise<Record<string, string>> => {
      const body = { name: 'T', scopes: [scope] };
      const { token } = await olga.postJson<{ token: string }>('/tokens/create', body);
      return { authorization: `Bearer ${token}` };
    };
    const [good, bad] = [await tokenWith('audit.read'), await tokenWith('media.read')];
    for (const path of paths) {
      expect((await olga.ask(path)).status).toBe(200);
      expect((await server.visitor().get(api + path, good)).status).toBe(200);
      expectProblem(await server.visitor().get(api + path, bad), 403, 'forbidden');
    }
  });

  test('must be signed in and permitted (GAP-ERR-2)', async () => {
    const editor = await adminClientOf(server, 'eddy', 'editor');
    const manager = { username: 'mona', role: 'manager', grants: ['users.manage'] };
    const mona = new AdminClient(await server.signedInAs(manager));
    for (const path of paths) {
      expectProblem(await editor.ask(path), 403, 'forbidden');
      expectProblem(await mona.ask(path), 403, 'forbidden');
      expectProblem(await server.visitor().get(api + path), 401, 'unauthenticated');
    }
  });
});

test('entries are kept for `audit.retention`, and forever without it', async () => {
  const ages = [400, 61, 59, 31, 1];
  await insert(
    ages.map((age) => ({
      at: new Date(Date.now() - age * day),
      actor: 'old',
      action: 'login',
      target: `${age} days`,
      outcome: 'success',
      details: '{}',
    })),
  );
  const kept = async (): Promise<string[]> =>
    (await ada.getJson<AuditEntry[]>('/audit', { actor: 'old' })).map(({ target }) => target);
  const removed = (log: readonly string[]): string[] =>
    log.filter((line) => line.includes('removed old audit entries'));

  await using beside = await TestServer.beside(server, { config: { audit: { retention: '60d' } } });
  await expect.poll(() => removed(beside.log)).toHaveLength(1);
  expect(removed(beside.log)[0]).toContain('{"removed":2}');
  expect(await kept()).toEqual(['1 days', '31 days', '59 days']);
  expect(removed(server.log)).toEqual([]);
});
