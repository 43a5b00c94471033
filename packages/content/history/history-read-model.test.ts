import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { editor, Newsroom } from '../workflow/newsroom.fixtures.ts';
import { HistoryReadModel } from './history-read-model.ts';

const entries = 5_000;
const path = 'posts/long.md';

let room: Newsroom;
let documentId: number;

beforeAll(async () => {
  room = await Newsroom.open();
  for (const name of [path, 'posts/other.md', 'posts/third.md']) {
    await room.write(name, '---\ntitle: Long\n---\nBlack.\n');
    const { indexed } = await room.service.get(editor, name);
    await lengthen(indexed.documentId);
    if (name === path) documentId = indexed.documentId;
  }
  await run('analyze document_history');
});

afterAll(() => room[Symbol.asyncDispose]());

async function lengthen(id: number): Promise<void> {
  await run(
    `insert into document_history
       (document_id, seq, hash, author, message, kind, status, revision, at, bytes)
     select ${id}, n, lpad(n::text, 64, 'a'), 'edith', 'Version ' || n, 'save', 'draft', '', now(),
       convert_to('Version ' || n, 'UTF8')
     from generate_series(2, ${entries}) n`,
  );
}

function run(text: string, parameters: readonly unknown[] = []) {
  const query = { kind: 'RawNode', sqlFragments: [text], parameters: [] } as const;
  const compiled = { sql: text, parameters, query, queryId: { queryId: text } };
  return room.database.db.executeQuery<Record<string, string>>(compiled);
}

function hashOf(seq: number): string {
  return `${seq}`.padStart(64, 'a');
}

async function seqs(page: { limit: number; before?: string }): Promise<number[]> {
  return (await room.service.history(editor, path, page)).map(({ seq }) => seq);
}

async function plansOf(ask: (model: HistoryReadModel) => Promise<unknown>): Promise<string[]> {
  const { db } = room.database;
  const asked: { sql: string; parameters: readonly unknown[] }[] = [];
  const watched = db.withPlugin({
    transformQuery: ({ node, queryId }) => {
      asked.push(db.getExecutor().compileQuery(node, queryId));
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
  await ask(new HistoryReadModel(watched));
  return Promise.all(
    asked.map(async ({ sql, parameters }) => {
      const { rows } = await run(`explain ${sql}`, parameters);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    }),
  );
}

describe('the history of a document with 5,000 entries (GAP-DOC-12)', () => {
  test('starts with the newest entries, 200 by default', async () => {
    const first = await room.service.history(editor, path);
    expect(first.map(({ seq }) => seq)).toEqual(Array.from({ length: 200 }, (_, at) => 5_000 - at));
    expect(first[0]).toMatchObject({ hash: hashOf(5_000), message: 'Version 5000', kind: 'save' });
  });

  test('continues before an entry, by its number or its hash', async () => {
    expect(await seqs({ limit: 3, before: '5000' })).toEqual([4_999, 4_998, 4_997]);
    expect(await seqs({ limit: 3, before: hashOf(4_801) })).toEqual([4_800, 4_799, 4_798]);
    expect(await seqs({ limit: 3, before: '3' })).toEqual([2, 1]);
    expect(await seqs({ limit: 3, before: '1' })).toEqual([]);
    expect(await seqs({ limit: 3, before: '0' })).toEqual([]);
    expect(await seqs({ limit: 1, before: '999999999' })).toEqual([5_000]);
  });

  test('is complete, page by page', async () => {
    const seen: number[] = [];
    for (let page = await seqs({ limit: 999 }); page.length > 0;) {
      seen.push(...page);
      page = await seqs({ limit: 999, before: String(seen.at(-1)) });
    }
    expect(seen).toEqual(Array.from({ length: entries }, (_, at) => entries - at));
  });

  test.each(['nonsense', '-1', '1.5', 'b'.repeat(64)])(
    'rejects %s as a position',
    async (before) => {
      await expect(seqs({ limit: 3, before })).rejects.toMatchObject({ code: 'not_found' });
    },
  );

  const page = 'Index Scan Backward using document_history_pkey on';
  const one = 'Index Scan using document_history_document_id_hash_key on';

  test.each([
    ['the newest', undefined, [page]],
    ['those before a number', '2500', [page]],
    ['those before a hash', hashOf(300), [one, page]],
  ])('is read from the start of a page, in order: %s', async (_name, before, scans) => {
    const plans = await plansOf((model) => model.list(documentId, { limit: 200, before }));
    expect(plans).toHaveLength(scans.length);
    for (const [at, plan] of plans.entries()) {
      expect(plan).toContain(scans[at]);
      expect(plan).not.toMatch(/Sort|Filter/);
    }
    if (before !== undefined) expect(plans.at(-1)).toMatch(/Index Cond: .*seq < /);
  });

  test('returns one snapshot and its predecessor without reading the rest', async () => {
    const [found, last] = await plansOf(async (model) => {
      const { entry, bytes } = await model.getSnapshot(documentId, hashOf(3_000));
      expect([entry.seq, bytes.toString()]).toEqual([3_000, 'Version 3000']);
      const before = await model.findBefore(documentId, entry.seq);
      expect([before?.entry.seq, before?.bytes.toString()]).toEqual([2_999, 'Version 2999']);
    });
    expect(found).toContain(one);
    expect(last).toContain(page);
  });
});
