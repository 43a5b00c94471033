// Publishes changed documents over the API until its standard input ends, and prints a full stop for each: as many as
// two connections can, or at most the given number per second.
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { SignedIn } from './signed-in.ts';

const [site, perSecond, ...paths] = process.argv.slice(2) as [string, string, ...string[]];
const pause = Number(perSecond) === 0 ? 0 : 1_000 / Number(perSecond);

const editor = await SignedIn.at(site);
const documents = await Promise.all(paths.map((path) => editor.document(path)));
const over = new AbortController();
process.stdin.once('end', () => over.abort()).resume();
process.stdout.write('begun');

let asked = 0;
let next = performance.now();
await Promise.all([publishAgain(), publishAgain()]);

async function publishAgain(): Promise<void> {
  while (!over.signal.aborted) {
    const document = documents[asked % documents.length]!;
    asked += 1;
    // Delayed saves are not caught up.
    const now = performance.now();
    next = Math.max(next + pause, now);
    if (next > now)
      await delay(next - now, undefined, { signal: over.signal }).catch(() => undefined);
    if (over.signal.aborted) return;
    await editor.publish(document, `${document.raw_body}\n${randomUUID()}\n`);
    process.stdout.write('.');
  }
}
