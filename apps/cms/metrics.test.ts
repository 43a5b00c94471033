import { once } from 'node:events';
import {
  Agent,
  request as ask,
  type ClientRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http';
import type { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { exposedValue, parseExposition, type ExposedMetric } from '@galley/testing';
import { contentServerMetrics } from './metric-definitions.ts';
import { admin, TestServer, type Client } from './fixtures.ts';
import { addToken } from './operations/fixtures.ts';
import { WorkRows, Workspace } from './runs/fixtures.ts';

const token = 'what the operators know';
const api = '/__admin/api';
const scheduled =
  '---\ntitle: Later\nworkflow: scheduled\nscheduled_publish_at: 2099-01-01T00:00:00Z\n---\nSoon.\n';

let server: TestServer;
let visitor: Client;

beforeAll(async () => {
  const limits = 'limits: { sign_in_requests_per_minute: 3 }\n';
  server = await TestServer.start({
    files: {
      'galley.yaml': limits,
      'content/posts/ink.md': '---\ntitle: Ink\n---\nBlack.\n',
      'content/posts/later.md': scheduled,
    },
    environment: {
      GALLEY_ADMIN_USERNAME: admin.username,
      GALLEY_ADMIN_PASSWORD: admin.password,
      SERVICE_METRICS_TOKEN: token,
    },
  });
  visitor = server.visitor();
});

afterAll(() => server[Symbol.asyncDispose]());

type Metrics = Map<string, ExposedMetric>;

async function scrape(): Promise<Metrics> {
  const answer = await visitor.get('/__metrics', { authorization: `Bearer ${token}` });
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
  return parseExposition(answer.text);
}

const inFlight = (metrics: Metrics) => exposedValue(metrics, 'service_http_requests_in_flight');

async function waitUntilIdle(): Promise<Metrics> {
  return vi.waitFor(async () => {
    const metrics = await scrape();
    expect(inFlight(metrics)).toBe(0);
    return metrics;
  }, 30_000);
}

function countsOf(metrics: Metrics): Record<string, number> {
  const samples = metrics.get('service_http_requests_total')!.samples;
  return Object.fromEntries(samples.map(({ labels, value }) => [labels['status_class']!, value]));
}

async function countedWhile(work: () => Promise<void>): Promise<Record<string, number>> {
  const before = countsOf(await waitUntilIdle());
  await work();
  const after = Object.entries(countsOf(await waitUntilIdle()));
  const grown = after.map(([name, value]) => [name, value - before[name]!] as const);
  return Object.fromEntries(grown.filter(([, count]) => count !== 0));
}

async function send(request: ClientRequest): Promise<IncomingMessage> {
  const [response] = (await once(request.end(), 'response')) as [IncomingMessage];
  return response;
}

describe('CMS-MET-6, CMS-MET-7: the server counts requests', () => {
  test('CMS-MET-1, GAP-HLT-2: for pages, assets, health, the platform API and the admin, but not scrapes', async () => {
    const counted = await countedWhile(async () => {
      const found = ['/posts/ink/', '/assets/theme.css', '/__health', '/__platform/api/site'];
      for (const path of [...found, '/__admin/'])
        expect((await visitor.get(path)).status).toBe(200);
      expect((await visitor.get(`${api}/documents`)).status).toBe(401);
      expect((await visitor.get('/nowhere/')).status).toBe(404);
      expect((await visitor.get('/__metrics')).status).toBe(401);
      expect((await visitor.post('/__metrics', {})).status).toBe(405);
      await scrape();
    });
    expect(counted).toEqual({ '2xx': 5, '4xx': 2 });
  });

  test('on keep-alive connections, whether HEAD, conditional, or for a protocol upgrade', async () => {
    const { headers: known } = await visitor.getExactly('/posts/ink/');
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const statuses: (number | undefined)[] = [];
    const one = async (path: string, options: RequestOptions = {}): Promise<Socket> => {
      const response = await send(ask(server.url + path, { agent, ...options }));
      statuses.push(response.statusCode);
      const { socket } = response;
      await response.toArray();
      return socket;
    };
    const counted = await countedWhile(async () => {
      const socket = await one('/posts/ink/');
      const others = [
        await one('/posts/ink/', { method: 'HEAD' }),
        await one('/posts/ink/', { headers: { 'if-none-match': known.get('etag')! } }),
        await one('/nowhere/'),
        await one('/posts/ink/', { headers: { connection: 'upgrade', upgrade: 'websocket' } }),
      ];
      expect(others.map((other) => other === socket)).toEqual([true, true, true, true]);
      agent.destroy();
    });
    expect(statuses).toEqual([200, 200, 304, 404, 200]);
    expect(counted).toEqual({ '2xx': 3, '3xx': 1, '4xx': 1 });
  });

  test('GAP-HLT-2: as other when the client aborts during upload or download', async () => {
    const counted = await countedWhile(async () => {
      const body = { 'content-type': 'application/json', 'content-length': '1000' };
      const sending = ask(server.url + api + '/login', { method: 'POST', headers: body });
      sending.on('error', () => undefined).write('{');
      await vi.waitFor(async () => expect(inFlight(await scrape())).toBe(1), 30_000);
      sending.destroy();
    });
    expect(counted).toEqual({ other: 1 });
  });

  test('CMS-MET-8, CMS-MET-9: as in flight while they stream, and with the whole duration afterwards', async () => {
    const ada = server.visitor();
    await ada.signIn(admin);
    const workspace = await Workspace.at(server, ada);
    await new WorkRows(server.database.db, workspace.id).addRun('a-run');
    const { headers } = await addToken(server, 'ada', { scopes: ['runs.read'] });
    const name = 'service_http_request_duration_seconds_total';
    const began = performance.now();
    const counted = await countedWhile(async () => {
      const before = exposedValue(await scrape(), name)!;
      const path = `/api/v1/workspaces/${workspace.id}/runs/a-run/events`;
      const stream = { headers: { ...headers, accept: 'text/event-stream' }, agent: false };
      const response = await send(ask(server.url + path, stream));
      const during = await scrape();
      expect([inFlight(during), exposedValue(during, name)]).toEqual([1, before]);
      expect(exposedValue(during, 'galley_run_event_waiters')).toBe(1);
      const least = performance.now();
      await scrape();
      const streamed = (performance.now() - least) / 1_000;
      response.destroy();
      const seconds = exposedValue(await waitUntilIdle(), name)! - before;
      expect(seconds).toBeGreaterThanOrEqual(streamed);
      expect(seconds).toBeLessThan((performance.now() - began) / 1_000);
    });
    expect(counted).toEqual({ other: 1 });
  });
});

describe('the metrics output', () => {
  test('CMS-MET-4, CMS-MET-5: is in the text format, and its labels have no addresses, names, paths or secrets', async () => {
    await visitor.get('/posts/ink/?secret=sesame', { authorization: 'Bearer theirs' });
    const metrics = await waitUntilIdle();
    const labels = [...metrics.values()].flatMap(({ samples }) =>
      samples.flatMap((sample) => Object.values(sample.labels)),
    );
    // Label values are our own words, versions and bucket limits.
    expect(labels.filter((value) => !/^[\w+.-]*$/.test(value))).toEqual([]);
    expect(labels.join(' ')).not.toMatch(/\bink\b|posts|sesame|theirs|operators|\bada\b|localhost/);
  });

  test('has every described metric with its description, and no other Galley metrics', async () => {
    const metrics = await waitUntilIdle();
    const told = [...metrics.values()]
      .filter(({ name }) => name.startsWith('galley_'))
      .map(({ name, type, help }) => ({ name, type, help }));
    const described = contentServerMetrics.map(({ name, type, help }) => ({ name, type, help }));
    const byName = (one: { name: string }, other: { name: string }) =>
      one.name.localeCompare(other.name);
    expect(told.toSorted(byName)).toEqual(described.toSorted(byName));
    for (const metric of contentServerMetrics) {
      const found = metrics.get(metric.name)!.samples.flatMap(({ labels }) => Object.keys(labels));
      const labels = 'labels' in metric ? metric.labels : [];
      expect([...new Set(found)].filter((label) => !labels?.includes(label))).toEqual([]);
    }
  });

  test('GAP-SCHED-1: describes the state of the project', async () => {
    const metrics = await waitUntilIdle();
    const value = (name: string, labels = {}) => exposedValue(metrics, `galley_${name}`, labels);
    expect(value('documents', { status: 'published' })).toBe(1);
    expect(value('documents', { status: 'scheduled' })).toBe(1);
    expect(value('schedule_planned_acts')).toBe(1);
    const due = Date.parse('2099-01-01T00:00:00Z') / 1_000;
    expect(value('schedule_next_due_timestamp_seconds')).toBe(due);
    expect(value('schedule_last_run_timestamp_seconds')).toBeUndefined();
    for (const name of ['schedule_overdue_acts', 'schedule_overdue_seconds', 'documents_unsettled'])
      expect([name, value(name)]).toEqual([name, 0]);
    expect(value('change_feed_connected')).toBe(1);
    expect(value('processes')).toBe(1);
    expect(value('storage_available_bytes', { storage: 'data' })).toBeGreaterThan(0);
    expect(value('database_connections_max')).toBeGreaterThan(0);
    expect(value('backups')).toBe(0);
    expect(value('build_last_failed')).toBeUndefined();
  });

  test('counts cache entries, sign-ins, and rate-limited requests', async () => {
    const names = [
      ['kept_answers_requests_total', 'result', 'hit'],
      ['sign_ins_total', 'result', 'rejected'],
      ['rate_limited_requests_total', 'limit', 'sign_in'],
    ] as const;
    const read = (metrics: Metrics) =>
      names.map(([name, label, value]) =>
        exposedValue(metrics, `galley_${name}`, { [label]: value }),
      );
    const [hits, rejected, limited] = read(await waitUntilIdle());
    await visitor.get('/posts/ink/');
    const wrong = { ...admin, password: 'not the passphrase at all' };
    let refused = 0;
    for (let status = 0; status !== 429; refused += 1)
      ({ status } = await visitor.post(`${api}/login`, wrong));
    expect(read(await waitUntilIdle())).toEqual([hits! + 1, rejected! + refused - 1, limited! + 1]);
  });
});

test('CMS-BASE-5, CMS-MET-2: without SERVICE_METRICS_TOKEN the endpoint is 404 for all clients', async () => {
  const environment = { SERVICE_METRICS_TOKEN: ' ' };
  await using blind = await TestServer.beside(server, { environment });
  const authorization = 'Bearer x';
  expect((await blind.visitor().get('/__metrics')).status).toBe(404);
  expect((await blind.visitor().get('/__metrics', { authorization })).status).toBe(404);
});
