// Measures finding the documents that use a file: with the table of mentions, and by searching all texts.
import { parseArgs } from 'node:util';
import { systemActor } from '@galley/kernel';
import { insertManyDocuments } from '@galley/testing';
import { MediaUsageReadModel } from '../packages/media/media-usage-read-model.ts';
import { MediaMentionsRepository } from './media-mentions-repository.ts';
import { ownDatabase } from './own-database.ts';

const { values: options } = parseArgs({
  options: {
    documents: { type: 'string', default: '10000' },
    words: { type: 'string', default: '600' },
    runs: { type: 'string', default: '15' },
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
const mentions = new MediaMentionsRepository(db);
await mentions.addMentions();
const uses = new MediaUsageReadModel(db);
for (const [what, path] of [
  ['a picture in few documents', 'media/2026/7.jpg'],
  ['an unused picture', 'media/none.jpg'],
  ['the logo in all documents', 'media/logo.svg'],
] as const) {
  const find = async (): Promise<number> => (await uses.find(systemActor, path)).length;
  await tell(`${what}, from the table`, find);
  await tell(`${what}, from the texts`, () => mentions.countPlainly(path));
}

async function tell(what: string, work: () => Promise<number>): Promise<void> {
  const times: number[] = [];
  let found = 0;
  for (let run = 0; run < runs; run += 1) {
    const begun = performance.now();
    found = await work();
    times.push(performance.now() - begun);
  }
  const middle = times.toSorted((one, other) => one - other)[Math.floor(runs / 2)]!;
  console.log(`${what.padEnd(36)} ${middle.toFixed(1).padStart(8)} ms, found ${found}`);
}
