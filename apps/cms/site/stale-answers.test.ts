import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createHangingDatabase } from '@galley/testing';
import { expectProblem, TestServer, type Answer, type Client } from '../fixtures.ts';

const api = '/__admin/api';
const stale = 'galley; fwd=stale';
const patience = { timeout: 20_000, interval: 20 };
const buildPatience = { timeout: 60_000, interval: 20 };
const files = {
  'content/posts/ink.md': '---\ntitle: Ink\n---\nBlack.\n',
  'content/posts/paper.md': '---\ntitle: Paper\n---\nWhite.\n',
  'content/posts/wood.md': '---\ntitle: Wood\n---\nBrown.\n',
  'content/pages/about.md': '---\ntitle: About\n---\nUs.\n',
  'content/pages/contact.md': '---\ntitle: Contact\n---\nAsk us.\n',
  'content/media/note.txt': 'A note.',
};
const publicAddresses = ['/posts/ink/', '/feed.xml', '/__platform/api/collections'];

/** Static output of a checkout with uncommitted changes is never sent. */
const build = { version: '1.0.0', commit: '', builtAt: null, provenance: 'tagged' } as const;

const cacheStatus = ({ status, headers }: Answer) => [status, headers.get('cache-status')];

/** Caches these addresses, and waits until their files are older than the possible clock difference of two servers. */
async function keep(client: Client, addresses: readonly string[]): Promise<void> {
  const began = Date.now();
  await vi.waitUntil(() => Date.now() - began > 1_500, patience);
  await vi.waitFor(async () => {
    for (const address of addresses) {
      const answers = [await client.get(address), await client.get(address)];
      expect(answers.map(cacheStatus)).toEqual([
        [200, null],
        [200, null],
      ]);
    }
  }, patience);
}

/** ADD-DB-1 allows one second on an idle machine. */
async function soon<T>(ask: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const answer = await ask();
  expect(performance.now() - began).toBeLessThan(3_000);
  return answer;
}

async function expectStale(client: Client, address: string): Promise<Answer> {
  const answer = await client.get(address);
  expect([address, ...cacheStatus(answer)]).toEqual([address, 200, stale]);
  return answer;
}

const isLost = (server: TestServer, times = 1) =>
  vi.waitFor(
    () => expect(server.log.filter((line) => line.includes('database lost'))).toHaveLength(times),
    patience,
  );

const isBack = (client: Client) =>
  vi.waitFor(
    async () => expect(cacheStatus(await client.get('/posts/wood/'))).toEqual([200, null]),
    patience,
  );

describe('ADD-DB-1: in several outages of one server,', () => {
  let server: TestServer;
  let client: Client;
  let visitor: Client;

  beforeAll(async () => {
    server = await TestServer.start({ files, build, cuttable: true });
    client = await server.signedIn();
    visitor = server.visitor();
  });

  afterAll(() => server[Symbol.asyncDispose]());

  test('a database that accepts connections and never responds does not delay readers, and delays others by at most a second', async () => {
    await keep(visitor, publicAddresses);
    const kept = await visitor.get('/posts/ink/');

    await server.withSilentDatabase(async () => {
      const untilStale = soon(() =>
        vi.waitFor(() => expectStale(visitor, '/posts/ink/'), patience),
      );
      const first = await Promise.all([
        soon(() => visitor.get('/posts/wood/')),
        soon(() => client.get(`${api}/documents`)),
        soon(() => visitor.post(`${api}/login`, { username: 'ada', password: 'x' })),
      ]);
      for (const answer of first) expectProblem(answer, 503, 'unavailable');
      await untilStale;
      await isLost(server);
      for (const address of [...publicAddresses, '/media/note.txt'])
        await vi.waitFor(() => expectStale(visitor, address), patience);
      const shown = await visitor.get('/posts/ink/?utm_source=x');
      expect([shown.text, shown.headers.get('etag')]).toEqual([
        kept.text,
        kept.headers.get('etag'),
      ]);
      const again = await visitor.get('/posts/ink/', {
        'if-none-match': kept.headers.get('etag')!,
      });
      expect(cacheStatus(again)).toEqual([304, stale]);
      // From here on, requests fail without waiting.
      const refused = await soon(async () => {
        for (let times = 0; times < 10; times += 1) await client.get(`${api}/documents`);
        return client.post(`${api}/documents/save`, { path: 'posts/ink.md', content: 'x' });
      });
      expectProblem(refused, 503, 'unavailable');
      expectProblem(await visitor.get('/posts/wood/'), 503, 'unavailable');
    });

    await isBack(visitor);
    expect((await client.get(`${api}/documents`)).status).toBe(200);
    expect(cacheStatus(await visitor.get('/media/note.txt'))).toEqual([200, null]);
  });

  test('a server that alone has lost the database does not show pages that another server unpublished meanwhile, during or after the outage', async () => {
    await using other = await TestServer.beside(server);
    await keep(visitor, ['/posts/ink/', '/posts/', '/contact/']);

    await server.withSilentDatabase(async () => {
      await archive(client.at(other), 'posts/ink.md');
      await isLost(server, 2);
      for (const address of ['/posts/ink/', '/posts/'])
        expectProblem(await visitor.get(address), 503, 'unavailable');
      await vi.waitFor(() => expectStale(visitor, '/contact/'), patience);
    });
    await isBack(visitor);
    expect((await visitor.get('/posts/ink/')).status).toBe(404);
    expect((await visitor.get('/posts/')).text).not.toContain('Ink');
  });

  test('an uncached page comes from the static output unless it has changed since', async () => {
    expect((await client.post(`${api}/operations/rebuild`, {})).status).toBe(200);
    await vi.waitFor(async () => {
      const [last] = (await client.get(`${api}/operations/builds`)).json<{ status: string }[]>();
      expect(last?.status).toBe('done');
    }, buildPatience);
    const before = await server.read('public/about/index.html');
    await keep(visitor, ['/posts/']);
    await archive(client, 'posts/wood.md');

    await server.withoutDatabase(async () => {
      await isLost(server, 3);
      for (const address of ['/about/', '/__platform/api/content?path=pages/about.md'])
        // The change feed notices the lost connection a moment later.
        await vi.waitFor(() => expectStale(visitor, address), patience);
      expect((await visitor.get('/about/')).text).toBe(before);
      for (const address of ['/posts/wood/', '/posts/', '/feed.xml', '/posts/none/'])
        expectProblem(await visitor.get(address), 503, 'unavailable');
    });
  });
});

describe('ADD-DB-1: a database that accepts connections and never responds', () => {
  test('does not show pages that another server unpublished just before, with all its processes stopped', async () => {
    const database = await createHangingDatabase();
    await using server = await TestServer.start({ files, database });
    await using other = await TestServer.beside(server);
    const visitor = server.visitor();
    const editor = (await server.signedIn()).at(other);
    await keep(visitor, ['/posts/ink/', '/posts/', '/about/']);
    await archive(editor, 'posts/ink.md');
    await database.whileHanging(async () => {
      await soon(() => vi.waitFor(() => expectStale(visitor, '/about/'), patience));
      await isLost(server);
      for (const address of ['/posts/ink/', '/posts/'])
        expectProblem(await visitor.get(address), 503, 'unavailable');
    });
    await isBack(visitor);
    expect((await visitor.get('/posts/ink/')).status).toBe(404);
  });
});

async function archive(editor: Client, path: string): Promise<void> {
  const answer = await editor.post(`${api}/documents/status`, { path, status: 'archived' });
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 200 });
}

describe('ADD-DB-1: site.stale_if_error', () => {
  test.each(['0s', '1500ms'])('set to %s ends stale responses', async (stale_if_error) => {
    const config = { site: { stale_if_error } };
    await using server = await TestServer.start({ files, config, cuttable: true });
    const visitor = server.visitor();
    await keep(visitor, ['/posts/ink/']);
    await server.withoutDatabase(async () => {
      await isLost(server);
      if (stale_if_error !== '0s')
        await vi.waitFor(() => expectStale(visitor, '/posts/ink/'), patience);
      await vi.waitFor(
        async () => expectProblem(await visitor.get('/posts/ink/'), 503, 'unavailable'),
        patience,
      );
      // Files do not depend on the database.
      expect(cacheStatus(await visitor.get('/media/note.txt'))).toEqual([200, null]);
    });
  });
});
