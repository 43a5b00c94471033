// Publishes changed documents over the API until its standard input ends, and then prints how many a second: as many
// as two connections can, or so many a second as it is told.
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { SignedIn } from './signed-in.ts';

const [site, perSecond, ...paths] = process.argv.slice(2) as [string, string, ...string[]];
const pause = Number(perSecond) === 0 ? 0 : 1_000 / Number(perSecond);

const editor = await SignedIn.at(site);
const documents = await Promise.all(paths.map((path) => editor.document(path)));
const begun = performance.now();
let [asked, saved] = [0, 0];
const over = new AbortController();
process.stdin.once('end', () => over.abort()).resume();
process.stdout.write('begun');

await Promise.all([publishAgain(), publishAgain()]);
const seconds = (performance.now() - begun) / 1_000;
process.stdout.write(JSON.stringify({ perSecond: Math.round((saved / seconds) * 10) / 10 }));

async function publishAgain(): Promise<void> {
  while (!over.signal.aborted) {
    const turn = asked;
    asked += 1;
    const wait = begun + turn * pause - performance.now();
    if (wait > 0) await delay(wait, undefined, { signal: over.signal }).catch(() => undefined);
    if (over.signal.aborted) return;
    const document = documents[turn % documents.length]!;
    await editor.publish(document, `${document.raw_body}\n${randomUUID()}\n`);
    saved += 1;
  }
}
