import { expect, test } from 'vitest';
import { admin, TestServer } from '../fixtures.ts';
import { enable } from './fixtures.ts';

const token = 'a token for metrics';

const flood = {
  'plugins/flood/plugin.yaml': `
name: flood
version: 1.0.0
permissions: [documents.read, documents.write, render, storage]
filters: [page.html]
routes: [{ method: POST, path: /flood, access: plugins.manage }]
`,
  'plugins/flood/index.js': `
import { documents, storage } from 'galley';

async function flood(until) {
  for (let count = 0; Date.now() < until; count += 1) {
    try {
      await documents.list({});
      await storage.set({ key: 'a', value: count });
      await documents.save({ path: 'posts/ink.md', content: String(count) });
    } catch {}
  }
}
const floods = (milliseconds) =>
  Promise.all(Array.from({ length: 32 }, () => flood(Date.now() + milliseconds)));

export const filters = { 'page.html': async (html) => (await floods(1500), html) };
export const routes = { 'POST /flood': async () => (await floods(5000), { done: true }) };
`,
};

test('a plugin that floods its functions leaves database connections to others', async () => {
  await using server = await TestServer.start({
    files: { ...flood, 'content/posts/ink.md': '---\ntitle: Ink\ndraft: true\n---\nBlack.\n' },
    environment: {
      GALLEY_ADMIN_USERNAME: admin.username,
      GALLEY_ADMIN_PASSWORD: admin.password,
      GALLEY_DATABASE__POOL_SIZE: '3',
      SERVICE_METRICS_TOKEN: token,
    },
  });
  const client = await enable(server, 'flood');
  let isOver = false;
  const flooding = Promise.all([
    client.post('/__admin/plugin-api/flood/flood', {}),
    // Pages run in a separate engine.
    server.visitor().get('/'),
    server.visitor().get('/posts/'),
  ]).finally(() => (isOver = true));
  const waiting: number[] = [];
  const metrics = server.visitor();
  while (!isOver) {
    const [documents, missing, measured] = await Promise.all([
      client.get('/__admin/api/documents'),
      server.visitor().get(`/none-${waiting.length}/`),
      metrics.get('/__metrics', { authorization: `Bearer ${token}` }),
    ]);
    expect([documents.status, missing.status]).toEqual([200, 404]);
    const found = /^galley_database_connections_waiting(?:{.*})? (\d+)$/m.exec(measured.text);
    waiting.push(Number(found![1]));
  }
  expect((await flooding).map(({ status }) => status)).toEqual([200, 200, 200]);
  // Without free connections, the first requests would wait until the end.
  expect(waiting.length).toBeGreaterThan(1);
  // Four calls of each flooding engine, the queries of one call, and the requests of this test.
  expect(Math.max(...waiting)).toBeGreaterThan(0);
  expect(Math.max(...waiting)).toBeLessThan(20);
}, 30_000);
