// Measures the full-text search of the public site, with the plan of its first query: see README.md.
import { parseArgs } from 'node:util';
import { insertManyDocuments, nthWord, publishMany } from '@galley/testing';
import { PublishedReadModel } from '@galley/content';
import { ownDatabase } from './own-database.ts';

const { values: options } = parseArgs({
  options: {
    documents: { type: 'string', default: '10000' },
    words: { type: 'string', default: '600' },
    runs: { type: 'string', default: '25' },
  },
});
const count = Number(options.documents);

await using own = await ownDatabase();
// Every second document is public.
await insertManyDocuments(own.address, { count: 2 * count, words: Number(options.words) });
await publishMany(own.address);
const published = new PublishedReadModel(own.db);

const searches = {
  'a rare word': nthWord(4_000),
  'a word of some documents': nthWord(400),
  'a word of many documents': nthWord(20),
  'the most frequent word': nthWord(1),
  'two words': `${nthWord(20)} ${nthWord(400)}`,
  'two words in their order': `"${nthWord(2)} ${nthWord(5)}"`,
  'the beginning of a word': 'dword40',
  'a word of the title': `${nthWord(919)} title`,
  nothing: 'lithography',
};

const table: Record<string, object> = {};
const medians: number[] = [];
for (const [name, q] of Object.entries(searches)) {
  const times: number[] = [];
  let found = 0;
  for (let run = 0; run <= Number(options.runs); run += 1) {
    const begun = performance.now();
    const query = { q, lang: 'en', isForReaders: true, page: 1, pageSize: 10 };
    found = (await published.search(query)).total;
    if (run > 0) times.push(performance.now() - begun);
  }
  times.sort((a, b) => a - b);
  const middle = times[times.length >> 1]!;
  medians.push(middle);
  table[name] = { middle: round(middle), slowest: round(times.at(-1)!), found };
}
console.log(`${count} public documents of ${options.words} words; times in ms`);
console.table(table);
console.log(`median of all: ${round(medians.toSorted((a, b) => a - b)[medians.length >> 1]!)} ms`);

function round(time: number): number {
  return Math.round(time * 10) / 10;
}
