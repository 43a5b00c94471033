import { describe, expect, test, vi } from 'vitest';
import { adminVariables, Client, openTestDatabase, Site, type GalleyProcess } from './fixtures.ts';

const post = 'posts/paper-has-a-direction.md';

async function startTogether(site: Site, count: number, variables = {}): Promise<GalleyProcess[]> {
  const servers = Array.from({ length: count }, () =>
    site.serve({ ...adminVariables, ...variables }),
  );
  await Promise.all(servers.map((server) => server.ready()));
  return servers;
}

async function askAll(servers: readonly GalleyProcess[]): Promise<number[]> {
  const [first, ...others] = await Promise.all(servers.map((server) => server.ready()));
  const client = await Client.signedIn(first!);
  const answers = [client, ...others.map((address) => client.at(address))].map((each) =>
    each.get<{ total: number }>('/__admin/api/documents?limit=1'),
  );
  return (await Promise.all(answers)).map((answer) => answer.json().total);
}

describe('processes that start concurrently', () => {
  test('in an empty folder all start: one project, one migration, one session secret', async () => {
    await using site = await Site.create();
    const servers = await startTogether(site, 4);
    expect(servers.flatMap((server) => server.entries('database migrated'))).toHaveLength(1);
    expect(await askAll(servers)).toEqual([15, 15, 15, 15]);
    expect((await site.list()).filter((name) => name.startsWith('.'))).toEqual(['.gitignore']);
    expect((await site.list('data/secrets')).sort()).toEqual([
      'encryption-key',
      'postgres-app-password',
      'postgres-password',
    ]);
    const complaints = servers.flatMap((server) =>
      server.log.filter(({ level }) => level !== 'info'),
    );
    expect(complaints).toEqual([]);
  });

  test('on an empty database all start, and one of them migrates', async () => {
    await using database = await openTestDatabase();
    await database.db.schema.dropSchema('public').cascade().execute();
    await database.db.schema.createSchema('public').execute();
    await using site = await Site.create();
    const servers = await startTogether(site, 4, { DATABASE_URL: database.url });
    expect(servers.flatMap((server) => server.entries('database migrated'))).toHaveLength(1);
    expect(await askAll(servers)).toEqual([15, 15, 15, 15]);
    expect(await site.list('data')).toEqual(['secrets', 'served-address']);
  });
});

describe('two processes of one project', () => {
  test('share the database server and see each other’s saves at once; the last process stops it', async () => {
    await using site = await Site.create();
    const one = site.serve(adminVariables);
    const first = await Client.signedIn(await one.ready());
    const two = site.serve(adminVariables);
    const second = first.at(await two.ready());
    for (const [writer, reader] of [
      [first, second],
      [second, first],
    ] as const) {
      const content = `Said at ${writer.site}.\n`;
      const saved = await writer.save({
        path: post,
        content,
        frontmatter: { title: 'Paper', workflow: 'published' },
      });
      expect(saved.status).toBe(200);
      expect((await reader.document(post)).raw_body).toBe(content);
      expect((await reader.get('/posts/paper-has-a-direction/')).text).toContain(content.trim());
    }
    const { postmaster } = site;
    expect(await one.kill('SIGTERM')).toBe(0);
    expect(site.postmaster).toBe(postmaster);
    expect((await second.get('/posts/')).status).toBe(200);
    expect(await two.kill('SIGTERM')).toBe(0);
    expect(site.postmaster).toBeUndefined();
  });

  test('continue when one is killed, and a start recovers after both were killed', async () => {
    await using site = await Site.create();
    const servers = await startTogether(site, 2);
    const [one, two] = servers as [GalleyProcess, GalleyProcess];
    const second = await Client.signedIn(await two.ready());
    await one.kill('SIGKILL');
    expect((await second.save({ path: post, content: 'Still here.\n' })).status).toBe(200);
    await Promise.all([two.kill('SIGKILL'), site.killPostmaster()]);
    const three = site.serve(adminVariables);
    const third = second.at(await three.ready());
    expect((await third.document(post)).raw_body).toBe('Still here.\n');
    expect(await three.kill('SIGTERM')).toBe(0);
    expect(site.postmaster).toBeUndefined();
  });
});

test('GAP-ERR-2: requests answer 503 while a killed database server restarts, and then work again', async () => {
  await using site = await Site.create();
  const server = site.serve(adminVariables);
  const client = await Client.signedIn(await server.ready());
  const before = site.postmaster;
  await site.killPostmaster();
  const refused: { status: number; code: string }[] = [];
  const ask = async (path: string): Promise<boolean> => {
    const answer = await client.get<{ status: number; code: string }>(path);
    if (answer.status !== 200) refused.push(answer.json());
    return answer.status === 200;
  };
  const paths = ['/posts/', `/__admin/api/document?path=${post}`, '/__platform/api/collections'];
  await vi.waitUntil(async () => (await Promise.all(paths.map(ask))).every(Boolean), {
    timeout: 30_000,
    interval: 5,
  });
  expect([...new Set(refused.map(({ status, code }) => `${status} ${code}`))]).toEqual([
    '503 unavailable',
  ]);
  expect(site.postmaster).not.toBe(before);
  expect((await client.save({ path: post, content: 'Back.\n' })).status).toBe(200);
  expect(server.entries('embedded database restarted')).toHaveLength(1);
  expect(server.entries('request failed')).toEqual([]);
  expect(await server.kill('SIGTERM')).toBe(0);
  expect(site.postmaster).toBeUndefined();
});

test('GAP-ERR-2: a stream of saves survives a killed database server', async () => {
  await using site = await Site.create();
  const server = site.serve(adminVariables);
  const client = await Client.signedIn(await server.ready());
  const paths = [post, 'pages/about.md', 'posts/es/morning-edition.md'];
  const answers: string[] = [];
  const over = new AbortController();
  const writers = [...paths, ...paths].map(async (path, writer) => {
    for (let count = 0; !over.signal.aborted; count += 1) {
      const { status, json } = await client.save({ path, content: `${writer}: ${count}\n` });
      answers.push(status === 200 ? 'saved' : (json() as unknown as { code: string }).code);
    }
  });
  const saved = (): number => answers.filter((answer) => answer === 'saved').length;
  for (let kills = 1; kills <= 3; kills += 1) {
    const before = saved();
    await vi.waitUntil(() => saved() >= before + 20, { timeout: 30_000, interval: 5 });
    await site.killPostmaster();
    const back = (): boolean => server.entries('embedded database restarted').length >= kills;
    await vi.waitUntil(back, { timeout: 30_000, interval: 5 });
  }
  over.abort();
  await Promise.all(writers);
  expect([...new Set(answers)].sort()).toEqual(['saved', 'unavailable']);
  const history = (path: string) =>
    client.get<{ kind: string }[]>(`/__admin/api/documents/history?path=${path}`);
  // The database returns a moment before the server queries it again.
  await vi.waitUntil(async () => (await history(post)).status === 200, { timeout: 30_000 });
  const entries = (await Promise.all(paths.map(history))).flatMap((answer) => answer.json());
  expect(entries.filter(({ kind }) => kind === 'save').length).toBeGreaterThanOrEqual(saved());
  expect(server.entries('request failed')).toEqual([]);
  expect(await server.kill('SIGTERM')).toBe(0);
}, 90_000);
