import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { createServer } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { TestDatabase } from '@galley/testing';
import { admin, galley, openTestDatabase, Site, type GalleyProcess } from './fixtures.ts';
import { galleyHere } from './run-here.fixtures.ts';

const api = '/__admin/api';
const metricsToken = 'what the operators know';

let database: TestDatabase;
let site: Site;
let server: GalleyProcess;
let isStarted = false;
let address: string;
let session: Record<string, string> = {};

beforeAll(async () => {
  database = await openTestDatabase();
  const limits = 'limits: { sign_in_requests_per_minute: 30 }\n';
  const patient = 'server: { shutdown_timeout: 60s }\n';
  site = await Site.create({ 'galley.yaml': `${limits}${patient}build: { on_publish: false }\n` });
});

beforeEach(async () => {
  if (isStarted && !server.hasEnded) return;
  isStarted = true;
  server = start();
  address = await server.ready();
});

afterAll(async () => {
  await server.kill('SIGTERM');
  await site[Symbol.asyncDispose]();
  await database.close();
});

function start(): GalleyProcess {
  const variables = { SERVICE_LOG: 'debug', SERVICE_METRICS_TOKEN: metricsToken };
  return site.serve({ ...variables, DATABASE_URL: database.url }, '--workers', '2');
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

/** Sends each request on a new connection, so that the workers take turns. */
async function ask(
  path: string,
  {
    body,
    headers = session,
    timeoutMs = 20_000,
  }: { body?: object; headers?: Record<string, string>; timeoutMs?: number } = {},
): Promise<Answer> {
  const request = httpRequest(address + path, {
    agent: false,
    method: body ? 'POST' : 'GET',
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    // A connection on its way to a killed worker never gets an answer.
    timeout: timeoutMs,
  });
  request.once('timeout', () => request.destroy(new Error('no answer')));
  request.end(body && JSON.stringify(body));
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const text = Buffer.concat((await response.toArray()) as Buffer[]).toString();
  return { status: response.statusCode!, headers: response.headers, text };
}

async function signIn(path: string, body: object): Promise<void> {
  const { status, headers, text } = await ask(api + path, { body });
  expect({ status, text }).toMatchObject({ status: 200 });
  const { csrf_token } = JSON.parse(text) as { csrf_token: string };
  session = { cookie: headers['set-cookie']![0]!.split(';', 1)[0]!, 'x-csrf-token': csrf_token };
}

function many<T>(count: number, what: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => what(index)));
}

function create(title: string): Promise<Answer> {
  const body = { type: 'post', lang: 'en', title, content: `${title}.\n` };
  return ask(`${api}/documents/create`, { body });
}

function workers(of = server): Map<number, number> {
  const entries = of.entries('worker ready');
  return new Map(entries.map(({ worker, pid }) => [Number(worker), Number(pid)]));
}

function workersThatAnswered(path: string): unknown[] {
  const entries = server.entries('request').filter((entry) => entry['path'] === path);
  return [...new Set(entries.map(({ worker }) => worker))].toSorted();
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('workers log one setup link, mark each line with their number, share sessions, and both save', async () => {
  const token = await server.setupToken();
  expect(server.log.filter(({ url }) => url !== undefined)).toHaveLength(1);
  expect(server.entries('ready').map(({ worker }) => worker)).toEqual([undefined]);
  await signIn('/setup', { token, ...admin });
  expect([...workers().keys()].toSorted()).toEqual([1, 2]);
  const answers = await many(12, (index) => create(`Session ${index}`));
  expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200));
  expect(workersThatAnswered(`${api}/documents/create`)).toEqual([1, 2]);
  const health = await many(4, () => ask('/__health'));
  expect(health.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
});

test('a save in one worker appears on the pages of both within a second', async () => {
  await create('Ink');
  for (const colour of ['Black', 'Blue']) {
    const frontmatter = { title: 'Ink', workflow: 'published' };
    const body = { path: 'posts/ink.md', content: `${colour}.\n`, frontmatter };
    expect((await ask(`${api}/documents/save`, { body })).status).toBe(200);
    const pages = (): Promise<Answer[]> => many(4, () => ask('/posts/ink/'));
    const shown = async () =>
      (await pages()).filter(({ text }) => text.includes(`${colour}.`)).length;
    await expect.poll(shown, { timeout: 5_000, interval: 20 }).toBe(4);
  }
});

test('GAP-SES-7: rate limits per address are shared by all workers', async () => {
  const body = { token: 'none', ...admin };
  const first = await ask(`${api}/setup`, { body });
  const left = Number(first.headers['ratelimit-remaining']);
  expect(left).toBeGreaterThan(0);
  const answers = await many(40, () => ask(`${api}/setup`, { body }));
  expect(answers.filter(({ status }) => status === 403)).toHaveLength(left);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(40 - left);
  expect(workersThatAnswered(`${api}/setup`)).toEqual([1, 2]);
});

test('every worker serves the metrics of all living workers, labelled by worker', async () => {
  const before = await notFound();
  await many(10, () => ask('/nowhere/'));
  await expect.poll(async () => sum(await notFound())).toBe(sum(before) + 10);
  const seen = await many(4, notFound);
  expect(seen).toEqual(Array(4).fill(seen[0]));
  expect(Object.keys(seen[0]!).map(Number).toSorted()).toEqual(living());
});

async function notFound(): Promise<Record<string, number>> {
  const { text } = await ask('/__metrics', {
    headers: { authorization: `Bearer ${metricsToken}` },
  });
  const lines = text.matchAll(
    /^service_http_requests_total\{status_class="4xx",worker="(\d+)"\} (\d+)$/gm,
  );
  return Object.fromEntries(
    [...lines].map(([, worker, count]): [string, number] => [worker!, Number(count)]),
  );
}

const sum = (counts: Record<string, number>) =>
  Object.values(counts).reduce((total, count) => total + count, 0);

const living = () =>
  [...workers()]
    .filter(([, pid]) => isAlive(pid))
    .map(([number]) => number)
    .toSorted();

/** Returns the number of the worker, and a promise for its successor. */
function endWorker(signal: NodeJS.Signals): { ended: number; replaced: Promise<unknown> } {
  const [ended, pid] = [...workers()].find(([, id]) => isAlive(id))!;
  const before = workers().size;
  process.kill(pid, signal);
  const isReplaced = () => workers().size > before;
  return { ended, replaced: vi.waitUntil(isReplaced, { timeout: 30_000, interval: 20 }) };
}

test('a worker killed during saves loses no acknowledged save, and the others continue; its metrics end', async () => {
  const acknowledged: string[] = [];
  const broken: unknown[] = [];
  let isOver = false;
  const saving = many(4, async (writer) => {
    for (let count = 0; !isOver; count += 1) {
      const title = `Load ${writer} ${count}`;
      await create(title).then(
        ({ status, text }) => {
          expect({ status, text }).toMatchObject({ status: 200 });
          acknowledged.push((JSON.parse(text) as { path: string }).path);
        },
        (error: unknown) => broken.push(error),
      );
    }
  });
  await vi.waitUntil(() => acknowledged.length > 10, { timeout: 30_000, interval: 20 });
  const { ended, replaced } = endWorker('SIGKILL');
  const soFar = acknowledged.length;
  await vi.waitUntil(() => acknowledged.length > soFar + 10, { timeout: 30_000, interval: 20 });
  isOver = true;
  await saving;
  await replaced;
  // Each writer was connected to at most one killed worker.
  expect(broken.length).toBeLessThanOrEqual(4);
  expect(await site.list('content/posts')).toEqual(
    expect.arrayContaining(acknowledged.map((path) => path.replace('posts/', ''))),
  );
  const death = server.entries('worker ended, starting another').at(-1);
  expect(death).toMatchObject({ level: 'error', signal: 'SIGKILL' });
  const counted = await notFound();
  expect(counted).not.toHaveProperty(String(ended));
  expect(Object.keys(counted).map(Number).toSorted()).toEqual(living());
});

test('a worker that is asked to stop finishes its requests and is replaced', async () => {
  const answers = many(20, (index) => create(`Stop ${index}`));
  const { ended, replaced } = endWorker('SIGTERM');
  expect((await answers).map(({ status }) => status)).toEqual(Array(20).fill(200));
  await replaced;
  const deaths = server.entries('worker ended, starting another');
  expect(deaths.find(({ worker }) => worker === ended)).toMatchObject({ level: 'info', code: 0 });
});

async function duringSaves(
  work: (saving: Promise<PromiseSettledResult<Answer>[]>, go: () => void) => Promise<void>,
): Promise<void> {
  const held = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  const holding = database.db.transaction().execute(async (transaction) => {
    await transaction.selectFrom('documents').select('id').forUpdate().execute();
    held.resolve();
    await go.promise;
  });
  await held.promise;
  const content = `Red at ${Date.now()}.\n`.repeat(1_000);
  const saving = Array.from({ length: 6 }, (_, index) =>
    ask(`${api}/documents/save`, { body: { path: `posts/session-${index}.md`, content } }),
  );
  try {
    const settled = Promise.allSettled(saving);
    await vi.waitUntil(async () => (await waiting()) === 6, { timeout: 30_000, interval: 10 });
    await work(settled, go.resolve);
  } finally {
    go.resolve();
    await holding;
  }
}

async function waiting(): Promise<number> {
  const rows = await database.db
    .withTables<{ pg_stat_activity: { datname: string; wait_event_type: string | null } }>()
    .selectFrom('pg_stat_activity')
    .select('wait_event_type')
    .where('datname', '=', new URL(database.url).pathname.slice(1))
    .where('wait_event_type', '=', 'Lock')
    .execute();
  return rows.length;
}

test('on SIGTERM under load, both workers answer open requests, then all processes exit', async () => {
  const begun = server.entries('request').length;
  await duringSaves(async (saving, go) => {
    let answered = 0;
    let isRefused = false;
    const visiting = many(8, async () => {
      while (!isRefused) {
        // Connections in the queue of `node:cluster` when the last worker stops listening stay open until the end.
        await ask('/nowhere/', { timeoutMs: 3_000 }).then(
          () => (answered += 1),
          () => (isRefused = true),
        );
      }
    });
    await vi.waitUntil(() => answered > 20, { timeout: 30_000, interval: 20 });
    server.signal('SIGTERM');
    await vi.waitUntil(() => isRefused, { timeout: 30_000, interval: 20 });
    go();
    await visiting;
    expect((await saving).map((one) => one.status === 'fulfilled' && one.value.status)).toEqual(
      Array(6).fill(200),
    );
    expect(await server.ended).toBe(0);
    const requests = server.entries('request').slice(begun);
    expect(requests.filter(({ path }) => path === '/nowhere/')).toHaveLength(answered);
    expect(requests.filter(({ aborted }) => aborted)).toEqual([]);
    const saves = requests.filter(({ path }) => path === `${api}/documents/save`);
    expect(new Set(saves.map(({ worker }) => worker)).size).toBe(2);
  });
  expect(server.log.at(-1)).toMatchObject({ msg: 'stopped' });
  expect([...workers().values()].filter(isAlive)).toEqual([]);
});

test('workers exit when their parent is killed, and the port is free', async () => {
  const pids = [...workers().values()];
  expect(await server.kill('SIGKILL')).toBe('SIGKILL');
  await vi.waitUntil(() => !pids.some(isAlive), { timeout: 30_000, interval: 20 });
  await expect(ask('/')).rejects.toThrow('ECONNREFUSED');
  const stopped = server.log.filter(({ level }) => level === 'error' || level === 'warn');
  expect(stopped).toEqual([]);
});

test('a second signal ends the process and its workers immediately', async () => {
  const pids = [...workers().values()];
  await duringSaves(async (saving) => {
    server.signal('SIGTERM');
    const again = setInterval(() => server.signal('SIGTERM'), 100);
    try {
      expect(await server.ended).toBe(130);
    } finally {
      clearInterval(again);
    }
    await vi.waitUntil(() => !pids.some(isAlive), { timeout: 30_000, interval: 10 });
    expect((await saving).map(({ status }) => status)).toEqual(Array(6).fill('rejected'));
  });
});

test('a port in use fails the start with one hint, before a database is started', async () => {
  await using empty = await Site.create({ 'galley.yaml': '' });
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as { port: number };
  const args = ['serve', '--project', empty.directory, '--workers', '3', '--port', String(port)];
  const { ending, stderr } = await galley(args);
  other.close();
  expect(ending).toBe(1);
  expect(stderr.split('\n')).toEqual([
    expect.stringContaining(`choose another port: galley serve --port ${port + 1}`),
  ]);
  expect(await empty.list()).toEqual(['galley.yaml']);
});

test.each(['-1', '129', '1.5', 'all'])('--workers %s is wrong usage', async (count) => {
  const { ending, stderr } = await galleyHere(['serve', `--workers=${count}`]);
  expect(ending).toBe(2);
  expect(stderr).toContain('--workers takes a whole number from 0 to 128');
});
