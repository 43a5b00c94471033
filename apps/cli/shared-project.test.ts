import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { adminVariables, Client, openTestDatabase, Site, type GalleyProcess } from './fixtures.ts';

const post = 'posts/paper-has-a-direction.md';
const patience = { timeout: 30_000, interval: 20 };

async function startTogether(site: Site, count: number, variables = {}): Promise<GalleyProcess[]> {
  const servers = Array.from({ length: count }, () =>
    site.serve({ ...adminVariables, ...variables }),
  );
  await Promise.all(servers.map((server) => server.ready()));
  return servers;
}

async function clientsOf(servers: readonly GalleyProcess[]): Promise<Client[]> {
  const [first, ...others] = await Promise.all(servers.map((server) => server.ready()));
  const client = await Client.signedIn(first!);
  return [client, ...others.map((address) => client.at(address))];
}

async function askAll(clients: readonly Client[]): Promise<number[]> {
  const ask = (client: Client) => client.get<{ total: number }>('/__admin/api/documents?limit=1');
  return (await Promise.all(clients.map(ask))).map((answer) => answer.json().total);
}

test('processes that start concurrently on an empty database all start, and one of them migrates', async () => {
  await using database = await openTestDatabase();
  await database.db.schema.dropSchema('public').cascade().execute();
  await database.db.schema.createSchema('public').execute();
  await using site = await Site.create();
  const servers = await startTogether(site, 2, { DATABASE_URL: database.url });
  expect(servers.flatMap((server) => server.entries('database migrated'))).toHaveLength(1);
  expect(await askAll(await clientsOf(servers))).toEqual([15, 15]);
  expect(await site.list('data')).toEqual(['secrets', 'served-address']);
});

describe('processes of one project with an embedded database', () => {
  let site: Site;
  let servers: GalleyProcess[];
  let clients: Client[];

  beforeAll(async () => {
    site = await Site.create();
  });

  afterAll(() => site[Symbol.asyncDispose]());

  test('start concurrently in an empty folder: one project, one migration, one session secret', async () => {
    servers = await startTogether(site, 3);
    clients = await clientsOf(servers);
    expect(servers.flatMap((server) => server.entries('database migrated'))).toHaveLength(1);
    expect(await askAll(clients)).toEqual([15, 15, 15]);
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

  test('see each other’s saves at once, and continue when one is killed', async () => {
    const [first, second] = clients as [Client, Client];
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
    await servers[2]!.kill('SIGKILL');
    expect((await second.save({ path: post, content: 'Still here.\n' })).status).toBe(200);
  });

  test('recover after all were killed with their database', async () => {
    await Promise.all([...servers.map((server) => server.kill('SIGKILL')), site.killPostmaster()]);
    servers = await startTogether(site, 2);
    clients = await clientsOf(servers);
    for (const client of clients)
      expect((await client.document(post)).raw_body).toBe('Still here.\n');
  });

  test('keep the database running while one of them runs', async () => {
    const { postmaster } = site;
    expect(postmaster).toBeDefined();
    expect(await servers[0]!.kill('SIGTERM')).toBe(0);
    expect(site.postmaster).toBe(postmaster);
    expect((await clients[1]!.get('/posts/')).status).toBe(200);
  });

  test('GAP-ERR-2: answer 503 while a killed database server restarts, and then work again', async () => {
    const client = clients[1]!;
    const before = site.postmaster;
    await site.killPostmaster();
    const refused: { status: number; code: string }[] = [];
    const ask = async (path: string): Promise<boolean> => {
      const answer = await client.get<{ status: number; code: string }>(path);
      if (answer.status !== 200) refused.push(answer.json());
      return answer.status === 200;
    };
    const paths = ['/posts/', `/__admin/api/document?path=${post}`, '/__platform/api/collections'];
    const isBack = async () => (await Promise.all(paths.map(ask))).every(Boolean);
    await vi.waitUntil(isBack, patience);
    expect([...new Set(refused.map(({ status, code }) => `${status} ${code}`))]).toEqual([
      '503 unavailable',
    ]);
    expect(site.postmaster).not.toBe(before);
    expect((await client.save({ path: post, content: 'Back.\n' })).status).toBe(200);
    expect(servers[1]!.entries('embedded database restarted')).toHaveLength(1);
  });

  test('GAP-ERR-2: lose no acknowledged save of many during a restart of the database server; the last one stops it', async () => {
    const server = servers[1]!;
    const client = clients[1]!;
    const paths = [post, 'pages/about.md', 'posts/es/morning-edition.md'];
    const answers: string[] = [];
    const over = new AbortController();
    const writers = [...paths, ...paths].map(async (path, writer) => {
      for (let count = 0; !over.signal.aborted; count += 1) {
        const { status, json } = await client.save({ path, content: `${writer}: ${count}\n` });
        answers.push(status === 200 ? 'saved' : (json() as unknown as { code: string }).code);
        if (status !== 200) await delay(20);
      }
    });
    const saved = (): number => answers.filter((answer) => answer === 'saved').length;
    await vi.waitUntil(() => saved() >= 20, patience);
    await site.killPostmaster();
    const isBack = (): boolean => server.entries('embedded database restarted').length === 2;
    await vi.waitUntil(isBack, patience);
    const before = saved();
    await vi.waitUntil(() => saved() > before, patience);
    over.abort();
    await Promise.all(writers);
    expect([...new Set(answers)].sort()).toEqual(['saved', 'unavailable']);
    const history = (path: string) =>
      client.get<{ kind: string }[]>(`/__admin/api/documents/history?path=${path}`);
    // The server may notice the outage of a second ago only now, and answer 503 once more.
    const histories = await vi.waitUntil(async () => {
      const found = await Promise.all(paths.map(history));
      return found.every(({ status }) => status === 200) && found;
    }, patience);
    const entries = histories.flatMap((answer) => answer.json());
    expect(entries.filter(({ kind }) => kind === 'save').length).toBeGreaterThanOrEqual(saved());
    expect(server.entries('request failed')).toEqual([]);
    expect(await server.kill('SIGTERM')).toBe(0);
    expect(site.postmaster).toBeUndefined();
  });
});
