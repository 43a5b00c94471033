import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { RoundRobinProxy } from '@galley/testing';
import { adminVariables, Client, openTestDatabase, Site, type GalleyProcess } from './fixtures.ts';

vi.setConfig({ testTimeout: 120_000 });

const yaml = `server:
  trusted_proxies: [loopback]
  shutdown_delay: 3s
limits: { public_requests_per_minute: 0, session_requests_per_minute: 0 }
`;
const reads = ['/posts/ink/', '/__platform/api/collections', '/__admin/api/documents'];
const readers = 2;
const pauseMs = 50;
const papers = ['posts/one.md', 'posts/two.md'];

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let site: Site;
let servers: GalleyProcess[];
let saves = 0;

beforeAll(async () => {
  database = await openTestDatabase();
  site = await Site.create({ 'galley.yaml': yaml });
  for (const path of ['posts/ink.md', ...papers])
    await site.write(`content/${path}`, '---\ntitle: Ink\n---\nInk.\n');
  servers = [serve('--workers', '2'), serve()];
  await addresses();
});

afterAll(async () => {
  await site[Symbol.asyncDispose]();
  await database.close();
});

function serve(...args: string[]): GalleyProcess {
  return site.serve({ ...adminVariables, DATABASE_URL: database.url }, ...args);
}

function addresses(): Promise<string[]> {
  return Promise.all(servers.map((server) => server.ready()));
}

class Traffic {
  readonly dropped: string[] = [];
  readonly acknowledged = new Map(papers.map((path) => [path, [] as string[]]));
  readonly unanswered: string[] = [];
  readonly #client: Client;
  readonly #over = new AbortController();
  readonly #people: Promise<unknown>;

  constructor(client: Client) {
    this.#client = client;
    this.#people = Promise.all([
      ...Array.from({ length: readers }, () => this.#read()),
      ...papers.map((path) => this.#save(path)),
    ]);
    // Callers that wait for the end get the rejection.
    this.#people.catch(() => undefined);
  }

  async end(): Promise<void> {
    this.#over.abort();
    await this.#people;
  }

  async #read(): Promise<void> {
    for (let count = 0; !this.#over.signal.aborted; count += 1) {
      const path = reads[count % reads.length]!;
      const status = await statusOf(this.#client.get(path));
      if (status !== 200) this.dropped.push(`${path}: ${status}`);
      await delay(pauseMs);
    }
  }

  async #save(path: string): Promise<void> {
    while (!this.#over.signal.aborted) {
      saves += 1;
      const message = `save ${saves}`;
      const body = { path, content: `${message}\n`, message };
      const status = await statusOf(this.#client.post('/__admin/api/documents/save', body));
      if (status === 200) this.acknowledged.get(path)!.push(message);
      else this.unanswered.push(`${message}: ${status}`);
      await delay(pauseMs);
    }
  }
}

const cutOff = 'cut off';

/** Returns the status of an answer, complete or not: a proxy cannot repair an answer whose server was killed. */
async function statusOf(asked: Promise<{ readonly status: number }>): Promise<number | string> {
  try {
    return (await asked).status;
  } catch (error) {
    if (error instanceof TypeError && error.message === 'terminated') return cutOff;
    throw error;
  }
}

async function expectAllSavesStored(
  client: Client,
  { acknowledged, unanswered }: Traffic,
): Promise<void> {
  const maybe = unanswered.map((one) => one.split(':', 1)[0]!);
  for (const [path, messages] of acknowledged) {
    const history = await client.get<{ message: string }[]>(
      `/__admin/api/documents/history?path=${path}`,
    );
    const kept = history.json().map(({ message }) => message);
    expect(new Set(kept).size).toBe(kept.length);
    const answered = kept.filter((message) => !maybe.includes(message)).toReversed();
    expect(answered.slice(-messages.length)).toEqual(messages);
    expect((await client.document(path)).raw_body).toBe(`${kept[0]!}\n`);
    expect(await site.read(`content/${path}`)).toContain(`${kept[0]!}\n`);
  }
}

test('a rolling restart under load, behind a proxy with readiness checks, drops no request and no save', async () => {
  const options = { keepAlive: true, probe: { path: '/__ready', milliseconds: 50 } };
  await using proxy = await RoundRobinProxy.before(await addresses(), options);
  const client = await Client.signedIn(proxy.url);
  const traffic = new Traffic(client);
  for (const index of servers.keys()) {
    expect(await servers[index]!.kill('SIGTERM')).toBe(0);
    servers[index] = serve();
    await servers[index].ready();
    proxy.use(await addresses());
  }
  await traffic.end();
  expect([traffic.dropped, traffic.unanswered]).toEqual([[], []]);
  expect(
    Math.min(...[...traffic.acknowledged.values()].map(({ length }) => length)),
  ).toBeGreaterThan(5);
  await expectAllSavesStored(client, traffic);
});

test('a server killed under load loses no acknowledged save and repeats nothing', async () => {
  await using proxy = await RoundRobinProxy.before(await addresses());
  const client = await Client.signedIn(proxy.url);
  const traffic = new Traffic(client);
  await delay(200);
  await servers[1]!.kill('SIGKILL');
  await delay(200);
  servers[1] = serve();
  await servers[1].ready();
  proxy.use(await addresses());
  await traffic.end();
  // Reads fail over unless an answer has begun; only the save in progress at the killed server breaks off.
  expect(traffic.dropped.length).toBeLessThanOrEqual(readers);
  for (const lost of traffic.dropped) expect(lost).toContain(cutOff);
  expect(traffic.unanswered.length).toBeLessThanOrEqual(papers.length);
  for (const lost of traffic.unanswered) expect(lost).toMatch(/502$|cut off$/);
  await expectAllSavesStored(client, traffic);
});
