// How long a page of the document list takes over many documents, by order, filter and search: see README.md.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { attachEmbeddedServer, migrateToLatest, openDatabase } from '@galley/database';
import { silentLogger, systemActor, type Actor } from '@galley/kernel';
import { insertManyDocuments } from '@galley/testing';
import {
  DocumentListReadModel,
  type DocumentQuery,
} from '../packages/content/document-list-read-model.ts';

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

const folder = await mkdtemp(join(tmpdir(), 'galley-bench-'));
const server = await attachEmbeddedServer({
  dataDirectory: join(folder, 'postgres'),
  secretsDirectory: join(folder, 'secrets'),
  logger: silentLogger,
  settings: {},
});
const handle = openDatabase({
  address: server.ownerConnection(),
  poolSize: 5,
  logger: silentLogger,
});
const { db } = handle;
try {
  await migrateToLatest(db);
  await insertManyDocuments(server.ownerConnection(), { count, words });
  await report();
} finally {
  await handle.close();
  await server.detach();
  await rm(folder, { recursive: true, force: true });
}

type Query = Partial<DocumentQuery>;

interface Result {
  readonly middle: number;
  readonly slowest: number;
  readonly found: number;
}

async function report(): Promise<void> {
  const results: Record<string, Result> = { 'select … limit 50, bare': await measure(bare) };
  const own: Actor = {
    ...systemActor,
    username: 'author-7',
    grants: new Set(['documents.read.own']),
  };
  for (const [name, query] of Object.entries(await queries()))
    results[name] = await measure(() => list(query));
  results['an author’s own'] = await measure(() => list({}, own));
  if (options.json)
    console.log(JSON.stringify({ documents: count, words, runs, results }, null, 2));
  else print(results);
}

/** The nth word is as frequent as the nth word of a language: `word1` is in every document. */
async function queries(): Promise<Record<string, Query>> {
  const half = Math.floor(count / 2);
  const { nextCursor } = await listed({ pageSize: half });
  const page = Math.floor(half / 50);
  return {
    'first page': {},
    'first page by title': { sort: 'title' },
    'first page by date, oldest first': { sort: 'date', order: 'asc' },
    'in the middle, by cursor': { cursor: nextCursor! },
    [`in the middle, by number (page ${page})`]: { page },
    drafts: { status: 'draft' },
    'published, by title': { status: 'published', sort: 'title' },
    'a combination that nothing has': { type: 'page', lang: 'es', status: 'archived' },
    'by one of 300 authors': { author: 'author-7' },
    'search, a rare word': { q: 'word4000 ' },
    'search, a word in one document of thirty': { q: 'word1000 ' },
    'search, a word in one of five': { q: 'word300 ' },
    'search, a word in all': { q: 'word1 ' },
    'search, the beginning of a word': { q: 'word123' },
    'search, two words of which one is frequent': { q: 'word10 word2000 ' },
    'search, two frequent words in quotes': { q: '"word10 word30"' },
  };
}

async function bare(): Promise<number> {
  const rows = await db.selectFrom('documents').selectAll().limit(50).execute();
  return rows.length;
}

async function list(query: Query, actor?: Actor): Promise<number> {
  return (await listed(query, actor)).total;
}

function listed(query: Query, actor: Actor = systemActor) {
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

function print(results: Readonly<Record<string, Result>>): void {
  console.log(`${count} documents of ${words} words; middle and slowest of ${runs} runs, in ms`);
  console.table(results);
}
