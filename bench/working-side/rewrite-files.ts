import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { LoadClient } from './load-client.ts';

const author = 'checkout';
const pollMs = 50;
const timeoutMs = 120_000;

export interface Rewriting {
  readonly content: string;
  readonly paths: readonly string[];
  readonly changed: number;
  readonly site: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Rewrites files as `git checkout` does, removing each before writing it. New files are added when more change than
 * exist. Seconds from the first file until all are written, and until lists show all changes.
 */
export async function measureRewriting(rewriting: Rewriting) {
  const { content, paths, changed } = rewriting;
  const files = Array.from({ length: changed }, (_one, index) => ({
    from: join(content, paths[index % paths.length]!),
    to: join(content, paths[index] ?? `posts/checkout/document-${index}.md`),
  }));
  const texts = await Promise.all(files.map(({ from }) => readFile(from, 'utf8')));
  await mkdir(join(content, 'posts/checkout'), { recursive: true });
  const begun = performance.now();
  const since = (): number => (performance.now() - begun) / 1_000;
  for (const [index, { to }] of files.entries()) {
    await rm(to, { force: true });
    await writeFile(to, texts[index]!.replace(/^author: .*$/m, `author: ${author}`));
  }
  const written = since();
  await waitForList(rewriting);
  return { written, indexed: since() };
}

async function waitForList({ site, headers, changed }: Rewriting): Promise<void> {
  using client = new LoadClient();
  const url = `${site}/__admin/api/documents?limit=1&author=${author}`;
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const { total } = JSON.parse(await client.send({ url, headers })) as { total: number };
    if (total >= changed) return;
    if (performance.now() > deadline)
      throw new Error(`Only ${total} of ${changed} changed files are listed.`);
    await delay(pollMs);
  }
}
