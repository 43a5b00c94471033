// Measures a page of the document list, of a search and of a history with many documents: see README.md.
import { parseArgs } from 'node:util';
import { systemActor } from '@galley/kernel';
import { insertManyDocuments, lengthenHistory } from '@galley/testing';
import { DocumentListReadModel } from '../packages/content/lists/document-list-read-model.ts';
import { HistoryReadModel } from '../packages/content/history/history-read-model.ts';
import { listQueries, searchQueries, type ListQuery } from './list-queries.ts';
import { ownDatabase } from './own-database.ts';

const { values: options } = parseArgs({
  options: {
    documents: { type: 'string', default: '50000' },
    words: { type: 'string', default: '300' },
    runs: { type: 'string', default: '25' },
    json: { type: 'boolean', default: false },
  },
});
const [count, words, runs] = [options.documents, options.words, options.runs].map(Number) as [
  number,
  number,
  number,
];

await using own = await ownDatabase();
const { db, address } = own;
await insertManyDocuments(address, { count, words });
await lengthenHistory(address, { documentId: 1, entries: 5_000 });
await lengthenHistory(address, { documentId: 2, entries: 50 });
await report();

interface Result {
  readonly middle: number;
  readonly slowest: number;
  readonly found: number;
}

type Results = Record<string, Result>;

async function report(): Promise<void> {
  const results = {
    lists: {
      'select … limit 50, bare': await measure(bare),
      ...(await measureAll(await listQueries(count, (query) => listed({ query })))),
    },
    searches: await measureAll(await searchQueries(count, (query) => listed({ query }))),
    history: await measureHistory(),
  };
  if (options.json)
    console.log(JSON.stringify({ documents: count, words, runs, results }, null, 2));
  else print(results);
}

async function measureAll(queries: Readonly<Record<string, ListQuery>>): Promise<Results> {
  const results: Results = {};
  for (const [name, query] of Object.entries(queries))
    results[name] = await measure(async () => (await listed(query)).total);
  return results;
}

async function measureHistory(): Promise<Results> {
  const history = new HistoryReadModel(db);
  const page = (documentId: number, before?: string) => () =>
    history.list(documentId, { limit: 50, before }).then(({ length }) => length);
  return {
    '5,000 entries, the newest 50': await measure(page(1)),
    '5,000 entries, 50 in the middle': await measure(page(1, '2500')),
    '5,000 entries, the first 50': await measure(page(1, '51')),
    '50 entries, all of them': await measure(page(2)),
  };
}

async function bare(): Promise<number> {
  const rows = await db.selectFrom('documents').selectAll().limit(50).execute();
  return rows.length;
}

function listed({ query, actor = systemActor }: ListQuery) {
  return new DocumentListReadModel(db).list(actor, { pageSize: 50, ...query }, ['en', 'es']);
}

async function measure(work: () => Promise<number>): Promise<Result> {
  const found = await work();
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const begun = performance.now();
    await work();
    times.push(performance.now() - begun);
  }
  times.sort((a, b) => a - b);
  const rounded = (time: number): number => Math.round(time * 10) / 10;
  return { middle: rounded(times[runs >> 1]!), slowest: rounded(times.at(-1)!), found };
}

function print(results: Readonly<Record<string, Results>>): void {
  console.log(`${count} documents of ${words} words; middle and slowest of ${runs} runs, in ms`);
  for (const [name, table] of Object.entries(results)) {
    console.log(name);
    console.table(table);
  }
}
