import { createHmac, randomBytes } from 'node:crypto';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { request } from 'node:http';
import { describe, expect, test, vi } from 'vitest';
import { deriveKey } from '@galley/auth';
import { exposedValue, onServer, parseExposition } from '@galley/testing';
import { bearer, TestProject, transition } from './fixtures.ts';
import { coordinatorMetrics } from './runs/run-metrics.ts';

const status = '/api/v1/workspaces/default/runs/status';

describe('galley start', () => {
  test('RC-BASE-3: keeps running without work, and creates no run', async () => {
    await using project = await TestProject.open();
    await using started = await project.start();
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

  test('RC-BASE-3, RC-BASE-4, GAP-RC-LISTEN-1: ticks a run started over its API, with health per run', async () => {
    await using project = await TestProject.open();
    await project.addTask('a');
    await using started = await project.start();
    const token = await project.tokenOf('editor');
    const answer = await started.get(
      '/api/v1/workspaces/default/runs/start',
      transition(token, { goal: 'Write' }),
    );
    const { run_id, state } = (await answer.json()) as { run_id: string; state: string };
    expect([answer.status, state]).toEqual([200, 'active']);
    await vi.waitFor(
      async () => expect(await project.tasks()).toEqual(['a in_progress implementer-1']),
      { timeout: 30_000, interval: 10 },
    );
    await vi.waitFor(
      async () =>
        expect(await (await started.get('/healthz')).json()).toMatchObject({
          status: 'ready',
          runs: [{ run_id, state: 'active', failures: 0 }],
        }),
      30_000,
    );
    const read = await started.get(status, bearer(token));
    expect(await read.json()).toMatchObject({ run_id, goal: 'Write', enforcement: 'enforced' });
  });

  test('RC-RES-9, RC-RES-2: synchronizes agents with the configuration', async () => {
    await using project = await TestProject.open('{ agents: { implementers: { count: 3 } } }');
    await using started = await project.start();
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
    expect(started.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  });

  test('GAP-RC-API-10: streams the events of a run, and ends the stream when it stops', async () => {
    await using project = await TestProject.open();
    const started = await project.start();
    const token = await project.tokenOf('editor');
    const begun = await started.get('/api/v1/workspaces/default/runs/start', transition(token));
    const { run_id } = (await begun.json()) as { run_id: string };
    const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' };
    const events = `/api/v1/workspaces/default/runs/${run_id}/events`;
    const stream = await started.get(events, { headers });
    let read = '';
    const reading = (async (): Promise<void> => {
      for await (const chunk of stream.body!.pipeThrough(new TextDecoderStream())) read += chunk;
    })();
    await project.addTask('a');
    await vi.waitFor(() => expect(read).toContain('event: task.assigned'), { timeout: 30_000 });
    const stopping = performance.now();
    await started.stop();
    await reading;
    // Shutdown does not wait for long polls.
    expect(performance.now() - stopping).toBeLessThan(5_000);
  });

  test('CMS-MET-1, GAP-RC-API-11: has its runs in its metrics, for requests with the token', async () => {
    await using project = await TestProject.open();
    const environment = { DATABASE_URL: project.database.url, SERVICE_METRICS_TOKEN: 'scraper' };
    await using started = await project.start({ environment });
    const token = await project.tokenOf('editor');
    await started.get('/api/v1/workspaces/default/runs/start', transition(token));
    expect((await started.get('/__metrics')).status).toBe(401);
    await vi.waitFor(
      async () => {
        const answer = await started.get('/__metrics', bearer('scraper'));
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
      },
      { timeout: 30_000 },
    );
  });

  test('GAP-RC-MODE-3: two share the runs, and a stopped one hands its runs over at once', async () => {
    await using project = await TestProject.open();
    const token = await project.tokenOf('admin');
    const first = await project.start();
    await first.get('/api/v1/workspaces/default/runs/start', transition(token));
    const ready = (of: typeof first) =>
      vi.waitUntil(
        async () =>
          ((await (await of.get('/healthz')).json()) as { status: string }).status === 'ready',
        { timeout: 30_000, interval: 10 },
      );
    await ready(first);
    await using second = await project.start();
    expect(await (await second.get('/healthz')).json()).toMatchObject({ status: 'healthy-idle' });
    await first.stop();
    const stopped = performance.now();
    await ready(second);
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
});

describe('GAP-RC-API-11: probes', () => {
  test('/readyz reports whether the database responds', async () => {
    await using project = await TestProject.open();
    await using started = await project.start();
    const ready = await started.get('/readyz');
    expect([ready.status, ready.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(await ready.json()).toMatchObject({
      status: 'ready',
      checks: { database: { ok: true } },
    });
  });

  test('/readyz reports a shutdown, during which the coordinator still answers', async () => {
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

  test.each(['/healthz', '/readyz'])(
    '%s accepts only GET and HEAD, without authentication',
    async (path) => {
      await using project = await TestProject.open();
      await using started = await project.start();
      const head = await started.get(path, { method: 'HEAD' });
      expect([head.status, await head.text()]).toEqual([200, '']);
      const post = await started.get(path, { method: 'POST' });
      expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    },
  );

  test('unknown addresses answer with a problem document', async () => {
    await using project = await TestProject.open();
    await using started = await project.start();
    const nothing = await started.get('/');
    expect([nothing.status, nothing.headers.get('content-type')]).toEqual([
      404,
      'application/problem+json; charset=utf-8',
    ]);
    expect(nothing.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  test('every response disables device features (ADD-SEC-2)', async () => {
    await using project = await TestProject.open();
    await using started = await project.start();
    for (const path of ['/', '/healthz', '/readyz', '/__metrics', '/api/v1/nothing', '/mcp']) {
      for (const method of ['GET', 'POST']) {
        const { headers } = await started.get(path, { method });
        expect(headers.get('permissions-policy')).toContain('camera=()');
      }
    }
  });
});

describe('GAP-RC-API-1: the status of runs is readable', () => {
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

  test('by anyone on the machine if only the machine can reach the coordinator', async () => {
    await using project = await TestProject.open();
    await using started = await project.start();
    const answer = await started.get(status);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ state: 'stopped', run_id: '', goal: '' });
    expect((await started.get('/api/v1/workspaces/default/runs')).status).toBe(401);
  });

  test.each([
    ['localhost', 200],
    ['127.0.0.1:9999', 200],
    ['[::1]', 200],
    ['evil.example', 400],
    ['localhost.evil.example', 400],
    // Allowed by server.allowed_hosts, and not a loopback name.
    ['runs.example', 401],
  ])('by no page that uses the host name %s: %d', async (host, expected) => {
    await using project = await TestProject.open();
    await project.write('galley.yaml', 'server: { allowed_hosts: [runs.example] }\n');
    await using started = await project.start();
    expect(await statusFor(started.address, host)).toBe(expected);
  });

  test('RC-API-5, GAP-RC-MODE-8: by a signed-in user, also during a database outage', async () => {
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

  test('only by signed-in users behind proxies', async () => {
    await using project = await TestProject.open();
    await project.write('galley.yaml', 'server: { trusted_proxies: [loopback] }\n');
    await using started = await project.start();
    expect((await started.get(status)).status).toBe(401);
    const token = await project.tokenOf('reviewer');
    expect((await started.get(status, bearer(token))).status).toBe(200);
  });
});
