import { createHmac, randomBytes } from 'node:crypto';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { deriveKey } from '@galley/auth';
import { exposedValue, onServer, parseExposition } from '@galley/testing';
import { bearer, TestProject, transition, type Started } from './fixtures.ts';
import { coordinatorMetrics } from './runs/run-metrics.ts';

const status = '/api/v1/workspaces/default/runs/status';

const runs = '/api/v1/workspaces/default/runs';
const patience = { timeout: 30_000, interval: 20 };

describe('galley start without work', () => {
  let project: TestProject;
  let started: Started;

  beforeAll(async () => {
    project = await TestProject.open();
    const agents = 'agents: { implementers: { count: 3 } }';
    await project.write(
      'galley.yaml',
      `coordinator: { enforcement: enforced, ${agents} }\nserver: { allowed_hosts: [runs.example] }\n`,
    );
    started = await project.start();
  });

  afterAll(() => project[Symbol.asyncDispose]());

  test('RC-BASE-3: keeps running, and creates no run', async () => {
    expect(started.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const health = await started.get('/healthz');
    expect(health.status).toBe(200);
    expect(await health.json()).toEqual({
      status: 'healthy-idle',
      runs: [],
      supervisors: [],
      version: expect.stringMatching(/^\d/) as unknown,
    });
    expect(await project.runs()).toEqual([]);
  });

  test('RC-RES-9, RC-RES-2: synchronizes agents with the configuration', async () => {
    const agents = await project.db.selectFrom('agents').select('id').orderBy('id').execute();
    expect(agents.map(({ id }) => id)).toEqual([
      'architect-1',
      'chair-1',
      'implementer-1',
      'implementer-2',
      'implementer-3',
      'memory-oracle-1',
      'reviewer-1',
      'security-1',
      'tester-1',
    ]);
  });

  test('GAP-RC-API-11: /readyz reports whether the database responds', async () => {
    const ready = await started.get('/readyz');
    expect([ready.status, ready.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(await ready.json()).toMatchObject({
      status: 'ready',
      checks: { database: { ok: true } },
    });
  });

  test.each(['/healthz', '/readyz'])(
    'GAP-RC-API-11: %s accepts only GET and HEAD, without authentication',
    async (path) => {
      const head = await started.get(path, { method: 'HEAD' });
      expect([head.status, await head.text()]).toEqual([200, '']);
      const post = await started.get(path, { method: 'POST' });
      expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    },
  );

  test('unknown addresses answer with a problem document', async () => {
    const nothing = await started.get('/');
    expect([nothing.status, nothing.headers.get('content-type')]).toEqual([
      404,
      'application/problem+json; charset=utf-8',
    ]);
    expect(nothing.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  test('every response disables device features (ADD-SEC-2)', async () => {
    for (const path of ['/', '/healthz', '/readyz', '/__metrics', '/api/v1/nothing', '/mcp']) {
      for (const method of ['GET', 'POST']) {
        const { headers } = await started.get(path, { method });
        expect(headers.get('permissions-policy')).toContain('camera=()');
      }
    }
  });

  test('GAP-RC-API-1: anyone on the machine reads the status of runs if only the machine can reach the coordinator', async () => {
    const answer = await started.get(status);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ state: 'stopped', run_id: '', goal: '' });
    expect((await started.get(runs)).status).toBe(401);
  });

  test.each([
    ['localhost', 200],
    ['127.0.0.1:9999', 200],
    ['[::1]', 200],
    ['evil.example', 400],
    ['localhost.evil.example', 400],
    // Allowed by server.allowed_hosts, and not a loopback name.
    ['runs.example', 401],
  ])('GAP-RC-API-1: no page reads it that uses the host name %s: %d', async (host, expected) => {
    expect(await statusFor(started.address, host)).toBe(expected);
  });
});

describe('galley start', () => {
  test('RC-BASE-3, RC-BASE-4, GAP-RC-LISTEN-1, CMS-MET-1, GAP-RC-API-10, GAP-RC-API-11, GAP-RC-MODE-3: ticks a run started over its API, shows it in health, metrics and events, and hands it over at once when it stops', async () => {
    await using project = await TestProject.open();
    await project.addTask('a');
    const environment = { DATABASE_URL: project.database.url, SERVICE_METRICS_TOKEN: 'scraper' };
    const first = await project.start({ environment });
    const token = await project.tokenOf('admin');
    const answer = await first.get(`${runs}/start`, transition(token, { goal: 'Write' }));
    const { run_id, state } = (await answer.json()) as { run_id: string; state: string };
    expect([answer.status, state]).toEqual([200, 'active']);
    await vi.waitFor(
      async () => expect(await project.tasks()).toEqual(['a in_progress implementer-1']),
      patience,
    );
    const waitForReady = (of: Started) =>
      vi.waitFor(
        async () =>
          expect(await (await of.get('/healthz')).json()).toMatchObject({
            status: 'ready',
            runs: [{ run_id, state: 'active', failures: 0 }],
          }),
        patience,
      );
    await waitForReady(first);
    const read = await first.get(status, bearer(token));
    expect(await read.json()).toMatchObject({ run_id, goal: 'Write', enforcement: 'enforced' });

    expect((await first.get('/__metrics')).status).toBe(401);
    await vi.waitFor(async () => expectMetrics(await first.get('/__metrics', bearer('scraper'))), {
      timeout: 30_000,
    });

    const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' };
    const stream = await first.get(`${runs}/${run_id}/events`, { headers });
    let told = '';
    const reading = (async (): Promise<void> => {
      for await (const chunk of stream.body!.pipeThrough(new TextDecoderStream())) told += chunk;
    })();
    await project.addTask('b');
    await vi.waitFor(() => expect(told.match(/event: task\.assigned/g)).toHaveLength(2), patience);

    await using second = await project.start();
    expect(await (await second.get('/healthz')).json()).toMatchObject({ status: 'healthy-idle' });
    const stopping = performance.now();
    await first.stop();
    await reading;
    // Shutdown does not wait for long polls.
    expect(performance.now() - stopping).toBeLessThan(5_000);
    const stopped = performance.now();
    await waitForReady(second);
    // Promised within 100 ms on an idle machine; test machines are busy.
    expect(performance.now() - stopped).toBeLessThan(2_000);
  });

  test('GAP-RC-LISTEN-1: suggests another address when the port is in use', async () => {
    await using project = await TestProject.open();
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    const address = `127.0.0.1:${port}`;
    await expect(project.start({ overrides: { coordinator: { address } } })).rejects.toMatchObject({
      code: 'cannot_listen',
      message: expect.stringContaining(`galley start --address 127.0.0.1:${port + 1}`) as unknown,
    });
    other.close();
  });

  test('fails in a folder without a project, and creates none', async () => {
    await using project = await TestProject.open();
    const projectDirectory = `${project.directory}/nothing`;
    await expect(project.start({ projectDirectory })).rejects.toMatchObject({
      code: 'not_a_project',
    });
  });

  test('GAP-RC-API-11: /readyz reports a shutdown, during which the coordinator still answers', async () => {
    await using project = await TestProject.open();
    const overrides = {
      coordinator: { address: '127.0.0.1:0' },
      server: { shutdown_delay: '1s' },
    };
    const started = await project.start({ overrides });
    const stopped = started.stop();
    const ready = await started.get('/readyz');
    expect(ready.status).toBe(503);
    expect(await ready.json()).toMatchObject({
      status: 'not-ready',
      checks: { database: { ok: true }, server: { ok: false, error: 'is about to stop' } },
    });
    const health = await started.get('/healthz');
    expect([health.status, health.headers.get('connection')]).toEqual([200, 'close']);
    await stopped;
    await expect(started.get('/healthz')).rejects.toThrow('fetch failed');
  });

  test('GAP-RC-API-1, RC-API-5, GAP-RC-MODE-8: a signed-in user reads the status of runs also during a database outage', async () => {
    await using project = await TestProject.open();
    const key = randomBytes(32).toString('base64');
    await project.write('galley.yaml', `security: { encryption_key: ${key} }\n`);
    await using started = await project.start();
    const signature = createHmac('sha256', deriveKey(key, 'session cookie'));
    const signed = signature.update('a-session').digest('base64').replace(/=+$/, '');
    const cookie = `session=${encodeURIComponent(`s:a-session.${signed}`)}`;
    const url = new URL(project.database.url);
    const name = url.pathname.slice(1);
    url.pathname = '/postgres';
    await onServer(url.href, `alter database ${name} allow_connections false`);
    await onServer(
      url.href,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
    );
    const answer = await started.get(status, { headers: { cookie } });
    expect([answer.status, await answer.json()]).toMatchObject([200, { state: 'stopped' }]);
    expect(answer.headers.get('x-galley-degraded')).toContain('state');
    await onServer(url.href, `alter database ${name} allow_connections true`);
  });

  test('GAP-RC-API-1: behind proxies, only signed-in users read the status of runs', async () => {
    await using project = await TestProject.open();
    await project.write('galley.yaml', 'server: { trusted_proxies: [loopback] }\n');
    await using started = await project.start();
    expect((await started.get(status)).status).toBe(401);
    const token = await project.tokenOf('reviewer');
    expect((await started.get(status, bearer(token))).status).toBe(200);
  });
});

function statusFor(address: string, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    request(address + status, { headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode!);
    })
      .on('error', reject)
      .end();
  });
}

async function expectMetrics(answer: Response): Promise<void> {
  const metrics = parseExposition(await answer.text());
  const value = (name: string, labels = {}) => exposedValue(metrics, name, labels);
  expect(value('galley_runs', { state: 'active' })).toBe(1);
  expect(value('galley_runs_failing')).toBe(0);
  expect(value('galley_coordinator_degraded')).toBe(0);
  expect(value('galley_run_leases_held')).toBe(1);
  expect(value('galley_run_ticks_total', { result: 'done' })).toBeGreaterThan(0);
  expect(value('service_http_requests_total', { status_class: '2xx' })).toBeGreaterThan(0);
  const told = [...metrics.keys()].filter((name) => name.startsWith('galley_'));
  expect(told.toSorted()).toEqual(coordinatorMetrics.map(({ name }) => name).toSorted());
}
