import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { minPagesForThreads } from '../build/build-threads.ts';
import { TestServer } from '../fixtures.ts';
import { enable, kitchenSink } from './fixtures.ts';

const documents = minPagesForThreads;

const files = Object.fromEntries(
  Array.from({ length: documents }, (_, at) => [
    `content/posts/p${at}.md`,
    `---\ntitle: P${at}\ndate: 2026-01-01\n---\nA colour. {{shout what="n ${at}"}}\n\n:::shout\ntext\n:::\n`,
  ]),
);

test('the static output equals the live site, with and without a plugin, in any process', async () => {
  await using server = await TestServer.start({ files: { ...files, ...kitchenSink() } });
  const admin = await server.signedIn();
  let builds = 0;
  const built = async (): Promise<void> => {
    builds += 1;
    await admin.post('/__admin/api/operations/rebuild', {});
    // Builds have a low priority, and this one shares the machine with other tests.
    await vi.waitUntil(
      async () => {
        const answer = await admin.get('/__admin/api/operations/builds');
        const all = answer.json<{ status: string }[]>();
        return all.filter(({ status }) => status === 'done').length === builds;
      },
      { timeout: 110_000, interval: 100 },
    );
  };
  const differences = async (): Promise<string[]> => {
    const different: string[] = [];
    for (const at of [0, 1, 65, 299]) {
      const live = (await server.visitor().get(`/posts/p${at}/`)).text;
      const file = await readFile(
        join(server.project, 'public', `posts/p${at}/index.html`),
        'utf8',
      );
      if (live !== file) different.push(`p${at}`);
    }
    const feed = await readFile(join(server.project, 'public/feed.xml'), 'utf8');
    if (feed !== (await server.visitor().get('/feed.xml')).text) different.push('feed');
    return different;
  };
  await enable(server, 'sink');
  await built();
  expect(await server.read('public/posts/p7/index.html')).toContain(
    '<p class="plugin-shout">N 7</p>',
  );
  expect(await server.read('public/posts/p7/index.html')).toContain('<!-- sunk P7 -->');
  expect(await differences()).toEqual([]);
  await admin.post('/__admin/api/plugins/disable', { name: 'sink' });
  await built();
  expect(await server.read('public/posts/p7/index.html')).not.toContain('sunk');
  expect(await differences()).toEqual([]);
}, 240_000);
