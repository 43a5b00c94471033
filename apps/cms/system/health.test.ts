import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextRound } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { admin, expectProblem, TestServer, type Answer } from '../fixtures.ts';

interface Report {
  readonly status: string;
  readonly checks: Readonly<Record<string, { readonly ok: boolean; readonly error?: string }>>;
}

const names = ['admin', 'storage.content', 'storage.data', 'storage.public', 'storage.themes'];
const allNames = [...names, 'storage.plugins', 'database', 'content_tree'];
const ink = { 'content/posts/ink.md': '---\ntitle: Ink\n---\nBlack.\n' };

async function ask(server: TestServer): Promise<Answer & { report: Report }> {
  const answer = await server.visitor().get('/__health');
  return { ...answer, report: answer.json<Report>() };
}

/** Probes cache a result for one second. */
function untilFailing(server: TestServer, expected: readonly string[]) {
  return vi.waitFor(
    async () => {
      const answer = await ask(server);
      expect(failing(answer.report)).toEqual(expected);
      return answer;
    },
    { timeout: 20_000, interval: 50 },
  );
}

function failing({ checks }: Report): string[] {
  return Object.entries(checks).flatMap(([name, { ok }]) => (ok ? [] : [name]));
}

async function leftOvers(server: TestServer): Promise<string[]> {
  const files = await readdir(server.project, { recursive: true });
  return files.filter((file) => file.includes('.tmp') || file.includes('galley-health'));
}

let server: TestServer;

beforeAll(async () => {
  server = await TestServer.start({ files: ink, cuttable: true });
});

afterAll(() => server[Symbol.asyncDispose]());

test('a healthy server returns 200 with its identity and checks (CMS-HEALTH-1, CMS-HEALTH-2, CMS-HEALTH-4, CMS-RES-30, GAP-HLT-1)', async () => {
  const answer = await ask(server);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'application/json; charset=utf-8',
  ]);
  expect(answer.report).toEqual({
    status: 'healthy',
    version: expect.stringMatching(/^\d+\.\d+\.\d+/) as string,
    commit: expect.stringMatching(/^([0-9a-f]{40})?$/) as string,
    managed: false,
    admin_ready: true,
    generated_at: expect.stringMatching(/^20\d\d-.*Z$/) as string,
    checks: Object.fromEntries(allNames.map((name) => [name, { ok: true }])),
  });
  expect(answer.headers.getSetCookie()).toEqual([]);
  expect(await leftOvers(server)).toEqual([]);
});

test('HEAD has no body, other methods are 405, and responses are not cached (CMS-HEALTH-3, CMS-ERR-1)', async () => {
  const visitor = server.visitor();
  const get = await visitor.get('/__health?probe=1');
  const head = await visitor.send('/__health', { method: 'HEAD' });
  expect([head.status, head.text]).toEqual([200, '']);
  expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'));
  expect(head.headers.get('content-length')).toBe(get.headers.get('content-length'));
  const refused: Answer[] = [];
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    refused.push(await visitor.send('/__health', { method }));
  }
  for (const { status, headers, text } of refused) {
    expect([status, headers.get('allow'), text]).toEqual([405, 'GET, HEAD', '']);
  }
  for (const { headers } of [get, head, ...refused]) {
    expect(headers.get('cache-control')).toBe('no-store');
  }
});

describe('an unusable directory', () => {
  test('degrades the server, by name and not by path, until it is usable again (CMS-HEALTH-2, CMS-HEALTH-4)', async () => {
    for (const name of ['content', 'data', 'public', 'themes', 'plugins']) {
      const directory = join(server.project, name);
      await rename(directory, `${directory}-elsewhere`);
      await writeFile(directory, 'no directory');

      // The content folder is also checked against the database.
      const faults = [`storage.${name}`, ...(name === 'content' ? ['content_tree'] : [])];
      const { status, report, text } = await untilFailing(server, faults);
      expect([status, report.status]).toEqual([503, 'degraded']);
      expect(report).toMatchObject({ admin_ready: true });
      expect(report.checks[`storage.${name}`]!.error).toMatch(/^[a-z ]+$/);
      expect(text).not.toContain(server.project);
      expect(text).not.toMatch(/ENOTDIR|\/|\\/);
      const head = await server.visitor().send('/__health', { method: 'HEAD' });
      expect([head.status, head.text]).toEqual([503, '']);

      await rm(directory);
      await rename(`${directory}-elsewhere`, directory);
      expect((await untilFailing(server, [])).status).toBe(200);
    }
    expect(await leftOvers(server)).toEqual([]);
  });
});

test('a disabled admin degrades the server and is 404; the server is ready until it stops (CMS-HEALTH-4, CMS-HEALTH-5, GAP-PROJ-4)', async () => {
  await using server = await TestServer.start({
    config: { admin: { enabled: false }, server: { shutdown_delay: '3s' } },
    files: ink,
  });
  const { status, report } = await ask(server);
  expect([status, report.status, failing(report)]).toEqual([503, 'degraded', ['admin']]);
  expect(report).toMatchObject({ admin_ready: false });
  const visitor = server.visitor();
  for (const path of ['/__admin/', '/__admin/api/session', '/__admin/api/openapi.json']) {
    expect((await visitor.get(path)).status).toBe(404);
  }
  expect((await visitor.get('/posts/ink/')).status).toBe(200);
  expect((await visitor.get('/__ready')).status).toBe(200);
  const stopped = server.leave();
  await vi.waitFor(
    async () => {
      const ready = await visitor.get('/__ready');
      expect([ready.status, ready.json()]).toMatchObject([
        503,
        { status: 'not-ready', checks: { server: { ok: false } } },
      ]);
    },
    { timeout: 2_500, interval: 50 },
  );
  expect((await visitor.get('/__live')).status).toBe(200);
  await stopped;
});

test('a stopping server reports it, and answers requests until it stops (CMS-HEALTH-2, CMS-HEALTH-6)', async () => {
  const config = { server: { shutdown_delay: '1s' } };
  await using server = await TestServer.start({ files: ink, config });
  const stopped = server.leave();
  const { status, report } = await ask(server);
  expect([status, failing(report)]).toEqual([503, ['server']]);
  const page = await server.visitor().get('/posts/ink/');
  expect([page.status, page.headers.get('connection')]).toEqual([200, 'close']);
  await stopped;
  await expect(server.visitor().get('/posts/ink/')).rejects.toThrow('fetch failed');
});

describe('/__ready', () => {
  test('is 503 with the reason while the content folder is missing or belongs to another database (ADD-HLT-2)', async () => {
    const mark = 'content/.galley/tree-id';
    const id = await server.read(mark);
    const content = join(server.project, 'content');
    const untilReady = (status: number, content_tree: object) =>
      vi.waitFor(
        async () => {
          const ready = await server.visitor().get('/__ready');
          expect([ready.status, ready.json()]).toMatchObject([
            status,
            { checks: { content_tree } },
          ]);
        },
        { timeout: 20_000, interval: 50 },
      );
    const refused = { ok: false, error: 'is missing or belongs to another database' };
    await untilReady(200, { ok: true });
    await rename(content, `${content}-away`);
    await untilReady(503, refused);
    await rename(`${content}-away`, content);
    await untilReady(200, { ok: true });
    await server.write(mark, 'another\n');
    await untilReady(503, refused);
    await server.write(mark, id);
    await untilReady(200, { ok: true });
  });

  test('is 503 without the database if stale pages are disabled (ADD-DB-1)', async () => {
    const config = { site: { stale_if_error: '0s' } };
    await using server = await TestServer.start({ config, cuttable: true });
    await server.withoutDatabase(async () => {
      await vi.waitFor(
        async () => expect((await server.visitor().get('/__ready')).status).toBe(503),
        { timeout: 20_000, interval: 50 },
      );
    });
  });
});

test('a managed server without an administrator names its manager, is degraded, but ready for the set-up link (ADD-HLT-1, CMS-RES-30)', async () => {
  const environment = { GALLEY_MANAGED: 'true', GALLEY_INSTANCE_ID: 'news-1' };
  await using server = await TestServer.start({ environment });
  const { status, report } = await ask(server);
  expect([status, report.status, failing(report)]).toEqual([503, 'degraded', ['administrator']]);
  expect(report).toMatchObject({ managed: true, instance_id: 'news-1' });
  const visitor = server.visitor();
  expect((await visitor.get('/__ready')).status).toBe(200);
  const fields = { ...admin, name: 'Ada', email: 'ada@example.org' };
  const token = new URL(server.setupLink!).hash.slice(1);
  const made = await visitor.post('/__admin/api/setup', { ...fields, token });
  expect(made.status).toBe(200);
  await untilFailing(server, []);
});

test('a starting server reports it in JSON, and early sign-ins find the first administrator', async () => {
  const port = await freePort();
  const started = Promise.withResolvers<boolean>();
  const asked = askUntil(port, started.promise);
  await using server = await TestServer.start({ config: { server: { port } } });
  started.resolve(true);
  const { probes, signIns } = await asked;
  expect(probes.at(-1)?.status).toBe('healthy');
  for (const { type } of probes) expect(type).toBe('application/json; charset=utf-8');
  expect(
    new Set(probes.map(({ status }) => status)).difference(new Set(['starting', 'healthy'])),
  ).toEqual(new Set());
  // Early requests wait, or get a 503 to retry.
  expect(signIns.filter((status) => status !== 200 && status !== 503)).toEqual([]);
  expect(signIns.at(-1)).toBe(200);
  const { db } = server.database;
  const throttles = await db.selectFrom('sign_in_throttles').select('failures').execute();
  expect(throttles.flatMap(({ failures }) => failures)).toEqual([]);
});

async function freePort(): Promise<number> {
  const listening = createServer().listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  await once(listening.close(), 'close');
  return port;
}

/** Sends probes and sign-ins from before the server listens until it has started, and at least once after that. */
async function askUntil(port: number, started: Promise<boolean>) {
  const url = `http://127.0.0.1:${port}`;
  const probes: { type: string | null; status: string }[] = [];
  const signIns: number[] = [];
  for (let isStarted: boolean | undefined; ;) {
    isStarted = await Promise.race([started, nextRound(undefined)]);
    try {
      const health = await fetch(`${url}/__health`);
      const { status } = (await health.json()) as { status: string };
      probes.push({ type: health.headers.get('content-type'), status });
      const signIn = await fetch(`${url}/__admin/api/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: url },
        body: JSON.stringify(admin),
      });
      signIns.push(signIn.status);
    } catch {
      // The server does not listen yet.
    }
    if (isStarted) return { probes, signIns };
  }
}

describe('an unreachable database', () => {
  test('degrades the server, whose other responses are 503 until it recovers (CMS-HEALTH-2, CMS-HEALTH-6, GAP-ERR-2)', async () => {
    const client = await server.signedIn();
    const visitor = server.visitor();
    const save = { path: 'posts/ink.md', content: 'Blue.\n' };

    await server.withoutDatabase(async () => {
      const { status, report, text } = await untilFailing(server, ['database']);
      expect([status, report.status]).toEqual([503, 'degraded']);
      // The server stays ready: other servers usually share the database, and cached pages are still answered.
      const ready = await visitor.get('/__ready');
      expect([ready.status, ready.json()]).toMatchObject([
        200,
        { status: 'ready', checks: { database: { ok: false } } },
      ]);
      expect((await visitor.get('/__live')).json()).toEqual({ status: 'live' });
      expect(text).not.toMatch(/ECONN|127\.0\.0\.1|postgres|\//);
      const answers = [
        await visitor.get('/__platform/api/collections'),
        await visitor.get('/posts/ink/'),
        await visitor.post('/__admin/api/login', { username: 'ada', password: 'x' }),
        await client.get('/__admin/api/documents'),
        await client.get('/__admin/api/session'),
        await client.post('/__admin/api/documents/save', save),
        await client.post('/__admin/api/logout'),
      ];
      for (const answer of answers) {
        expectProblem(answer, 503, 'unavailable');
        expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
      }
      expect((await visitor.get('/__platform/api/site')).status).toBe(200);
      expect((await visitor.get('/assets/theme.css')).status).toBe(200);
    });

    await untilFailing(server, []);
    expect((await client.post('/__admin/api/documents/save', save)).status).toBe(200);
    expect((await visitor.get('/posts/ink/')).status).toBe(200);
    expect(await server.read('content/posts/ink.md')).toContain('Blue.');
  });

  test('during requests fails them with 503 without other effects', async () => {
    const client = await server.signedIn();
    const saves = Array.from({ length: 20 }, (_, at) =>
      client.post('/__admin/api/documents/save', { path: 'posts/ink.md', content: `${at}\n` }),
    );
    await Promise.race(saves);
    await server.withoutDatabase(async () => {
      for (const answer of await Promise.all(saves)) {
        if (answer.status !== 200) expectProblem(answer, 503, 'unavailable');
      }
    });
    const { raw_body } = (await client.get('/__admin/api/document?path=posts/ink.md')).json();
    expect(await server.read('content/posts/ink.md')).toContain(`---\n${raw_body as string}`);
  });
});
