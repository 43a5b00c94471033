import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ChatEndpoint, contentEvent, writing } from '@galley/testing';
import { admin, expectProblem, TestServer, type Answer, type Client } from '../fixtures.ts';
import { beginSession } from '../operations/fixtures.ts';

const base = '/__admin/plugin-api';
const apiKey = 'sk-seeded-key-8Q2';
const prompt = 'A seeded prompt about lampblack';
const events = { accept: 'text/event-stream' };

let endpoint: ChatEndpoint;
let server: TestServer;
let anna: Client;

beforeAll(async () => {
  endpoint = await ChatEndpoint.start();
  server = await TestServer.start({
    environment: {
      GALLEY_ADMIN_USERNAME: admin.username,
      GALLEY_ADMIN_PASSWORD: admin.password,
      GALLEY_AIWRITER_API_KEY: ` ${apiKey}\n`,
      GALLEY_AIWRITER_BASE_URL: `${endpoint.baseUrl}/`,
      GALLEY_PLUGINS__AIWRITER__TEMPERATURE: '0.25',
    },
    config: { plugins: { aiwriter: { model: 'small', max_tokens: 200, requests_per_minute: 0 } } },
  });
  await server.addUser({ username: 'anna', role: 'author' });
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await endpoint[Symbol.asyncDispose]();
});

beforeEach(async () => {
  endpoint.reply = writing('Ink is black.');
  anna = await beginSession(server, 'anna');
});

afterEach(() => {
  expect(server.log.join('\n')).not.toMatch(/seeded|request failed/);
});

function generate(client: Client, body: object = {}, headers = {}): Promise<Answer> {
  return client.post(`${base}/aiwriter/generate`, { prompt, ...body }, headers);
}

function eventsIn({ text }: Answer): [string, Record<string, unknown>][] {
  const found = text.matchAll(/^event: (\w+)\ndata: (.*)\n$/gm);
  return [...found].map(([, name, data]) => [name!, JSON.parse(data!) as Record<string, unknown>]);
}

describe.each([`${base}/aiwriter`, `${base}/aiwriter/aiwriter`])('at %s', (address) => {
  test('the settings are returned, with a flag instead of the key (CMS-PLUG-1, CMS-RES-27, CMS-BASE-10, GAP-SET-6)', async () => {
    const answer = await anna.get(`${address}/settings`);
    expect(answer.json()).toEqual({
      enabled: true,
      api_key_configured: true,
      model: 'small',
      max_tokens: 200,
      temperature: 0.25,
    });
  });

  test('a text is generated (CMS-PLUG-2, CMS-RES-28, CMS-BASE-4, GAP-SET-6)', async () => {
    const answer = await anna.post(`${address}/generate`, { prompt });
    expect(answer.json()).toEqual({
      content: 'Ink is black.',
      tokens_used: 42,
      model: 'small-0613',
      generated_at: expect.stringMatching(/^20.*Z$/) as string,
      truncated: false,
    });
  });
});

describe('a generated text', () => {
  test('depends on all given parameters, and is stored in no document (GAP-SET-6)', async () => {
    const before = await server.database.db.selectFrom('documents').selectAll().execute();
    await generate(anna, { type: 'post', title: 'Soot', style: 'dry\nand short', max_length: 300 });
    const { body } = endpoint.asked.at(-1)!;
    expect(body).toMatchObject({ model: 'small', max_tokens: 200, temperature: 0.25 });
    const [system, user] = body.messages.map(({ content }) => content);
    expect(system).toContain('300 characters');
    expect(user).toBe(`Kind of text: post\nTitle: Soot\nStyle: dry and short\n\n${prompt}`);
    expect(await server.database.db.selectFrom('documents').selectAll().execute()).toEqual(before);
  });

  test('does not exceed the requested length, in one response or in a stream', async () => {
    endpoint.reply = writing('Ink 🖋🖋');
    const answer = await generate(anna, { max_length: 5 });
    expect(answer.json()).toMatchObject({ content: 'Ink ', truncated: true });
    const streamed = eventsIn(await generate(anna, { max_length: 6 }, events));
    expect(streamed.at(-1)).toMatchObject(['done', { content: 'Ink 🖋', truncated: true }]);
  });

  test('is streamed to clients that accept events, with the full text at the end', async () => {
    const answer = await generate(anna, {}, events);
    expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(answer.headers.get('x-accel-buffering')).toBe('no');
    expect(eventsIn(answer)).toEqual([
      ['text', { text: 'Ink ' }],
      ['text', { text: 'is ' }],
      ['text', { text: 'black.' }],
      [
        'done',
        {
          content: 'Ink is black.',
          tokens_used: 42,
          model: 'small',
          generated_at: expect.any(String) as string,
          truncated: false,
        },
      ],
    ]);
  });

  test('needs document creation rights, also for a token', async () => {
    const scoped = async (scopes: string[]): Promise<Answer> => {
      const made = await beginSession(server, 'anna').then((client) =>
        client.post('/__admin/api/tokens/create', { name: 'AI', scopes }),
      );
      const { token } = made.json<{ token: string }>();
      return generate(server.visitor(), {}, { authorization: `Bearer ${token}` });
    };
    expect((await scoped(['documents.create'])).status).toBe(200);
    expectProblem(await scoped(['documents.read.own']), 403, 'forbidden');
  });

  test('that fails in a stream ends with a problem and never looks complete', async () => {
    endpoint.reply = (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(contentEvent('Ink '), () => response.destroy());
    };
    const answer = await generate(anna, {}, events);
    const [first, last, ...more] = eventsIn(answer);
    expect(first).toEqual(['text', { text: 'Ink ' }]);
    expect(more).toEqual([]);
    expect(last).toMatchObject(['problem', { code: 'upstream_failed', status: 502 }]);
    expect(last![1]['request_id']).toBe(answer.headers.get('x-request-id'));
  });

  test.each([{}, events])(
    'is cancelled when the client disconnects: %j (GAP-SET-6)',
    async (headers) => {
      endpoint.reply = () => undefined;
      const asked = endpoint.asked.length;
      const leaving = new AbortController();
      const answer = anna.send(`${base}/aiwriter/generate`, {
        method: 'POST',
        body: JSON.stringify({ prompt }),
        headers: { 'content-type': 'application/json', ...headers },
        signal: leaving.signal,
      });
      await endpoint.requests(asked + 1);
      const gone = endpoint.departures(endpoint.left + 1);
      leaving.abort();
      await expect(answer).rejects.toThrow();
      await gone;
    },
  );
});

describe('a failure of the endpoint', () => {
  const failed = [502, 'upstream_failed'] as const;

  test.each([{}, events])('is a problem before the first byte: %j (GAP-SET-6)', async (headers) => {
    endpoint.reply = (response) => void response.writeHead(503).end(`${apiKey} ${prompt}`);
    const problem = expectProblem(await generate(anna, {}, headers), ...failed);
    expect(problem).toMatchObject({ upstream_status: 503 });
    expect(JSON.stringify(problem)).not.toMatch(/seeded/);
  });

  test('is detailed only for users who can change the AI writer settings', async () => {
    endpoint.reply = (response) => void response.writeHead(401).end();
    const forAnna = expectProblem(await generate(anna), ...failed);
    expect(JSON.stringify(forAnna)).not.toMatch(/401|KEY/);
    const forAdmin = expectProblem(
      await generate(await beginSession(server, admin.username)),
      ...failed,
    );
    expect(forAdmin.detail).toContain('GALLEY_AIWRITER_API_KEY');
    expect(forAdmin).toMatchObject({ upstream_status: 401 });
  });

  test('is a retry delay when the endpoint is overloaded', async () => {
    endpoint.reply = (response) => void response.writeHead(429, { 'retry-after': '17' }).end();
    const answer = await generate(anna);
    expect(expectProblem(answer, 429, 'rate_limited')).toMatchObject({
      limited_by: 'upstream',
      detail: expect.stringContaining('Try again in 17 seconds.') as string,
    });
    expect(answer.headers.get('retry-after')).toBe('17');
  });
});

test('users see their own usage of the day, and none of others', async () => {
  await server.addUser({ username: 'una', role: 'author' });
  const una = await beginSession(server, 'una');
  const usageOf = async (client: Client) => (await client.get(`${base}/aiwriter/usage`)).json();
  const tomorrow = new Date(Math.floor(Date.now() / 86_400_000) * 86_400_000 + 86_400_000);
  const fresh = {
    requests_today: 0,
    tokens_today: 0,
    tokens_last_30_days: 0,
    tokens_per_day: 100_000,
    tokens_left: 100_000,
    requests_per_minute: null,
    requests_left: null,
    resets_at: tomorrow.toISOString(),
  };
  expect(await usageOf(una)).toEqual(fresh);
  await generate(una);
  await generate(una, {}, events);
  expect(await usageOf(una)).toEqual({
    ...fresh,
    requests_today: 2,
    tokens_today: 84,
    tokens_last_30_days: 84,
    tokens_left: 99_916,
  });
});

describe('with another server', () => {
  let other: TestServer;

  beforeAll(async () => {
    other = await TestServer.beside(server, { environment: {} });
  });

  afterAll(() => other[Symbol.asyncDispose]());

  test('generation fails with an explanation if no key is set (GAP-SET-6)', async () => {
    const there = anna.at(other);
    const settings = (await there.get(`${base}/aiwriter/settings`)).json();
    expect(settings).toMatchObject({ enabled: true, api_key_configured: false });
    for (const [client, ai_writer] of [
      [there, false],
      [anna, true],
    ] as const) {
      const capabilities = (await client.get('/__admin/api/capabilities')).json();
      expect(capabilities).toMatchObject({ features: { ai_writer } });
    }
    const asked = endpoint.asked.length;
    expectProblem(await generate(there), 409, 'not_configured');
    expectProblem(await generate(there, {}, events), 409, 'not_configured');
    expect(endpoint.asked).toHaveLength(asked);
  });

  test('its routes are 404 for signed-in users while it is disabled at either server (GAP-SET-6)', async () => {
    const root = await beginSession(server, admin.username);
    const switching = (to: string): Promise<Answer> =>
      root.post(`/__admin/api/plugins/${to}`, { name: 'aiwriter' });
    expect((await switching('disable')).status).toBe(200);
    for (const path of ['settings', 'usage', 'aiwriter/settings']) {
      expectProblem(await anna.at(other).get(`${base}/aiwriter/${path}`), 404, 'not_found');
    }
    expectProblem(await generate(anna), 404, 'not_found');
    expectProblem(await generate(server.visitor()), 401, 'unauthenticated');
    expect((await switching('enable')).status).toBe(200);
    expect((await generate(anna)).status).toBe(200);
  });
});

test('unknown paths are 404', async () => {
  for (const path of [
    '/aiwriter',
    '/aiwriter/nothing',
    '/nothing/settings',
    '/aiwriter/aiwriter/aiwriter/settings',
  ]) {
    expectProblem(await anna.get(base + path), 404, 'not_found');
  }
});
