import { once } from 'node:events';
import { get as httpGet, type ClientRequest, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '@galley/kernel';
import { RunEventRepository } from '@galley/runcoord';
import { expectProblem, TestServer, type Answer, type Client } from '../fixtures.ts';
import { addToken } from '../operations/fixtures.ts';
import { WorkRows, Workspace } from './fixtures.ts';

let server: TestServer;
let ada: Client;
let workspace: Workspace;
let rows: WorkRows;
let run: string;
let authorization: string;

beforeAll(async () => {
  server = await TestServer.start({ config: { limits: { session_requests_per_minute: 0 } } });
  ada = await server.signedIn();
  ({ authorization } = (await addToken(server, 'ada', { scopes: ['runs.read'] })).headers);
});

afterAll(() => server[Symbol.asyncDispose]());

beforeEach(async () => {
  workspace = await Workspace.at(server, ada);
  rows = new WorkRows(server.database.db, workspace.id);
  run = `run-${workspace.id}`;
  await rows.addRun(run);
});

const address = (query = ''): string =>
  `/api/v1/workspaces/${workspace.id}/runs/${run}/events${query && `?${query}`}`;

interface Page {
  readonly items: readonly { readonly id: string; readonly payload: unknown }[];
  readonly next: string;
}

async function page(query = '', client = ada): Promise<Page> {
  const answer = await client.get(address(query));
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 200 });
  return answer.json<Page>();
}

const idsOf = ({ items }: Page) => items.map(({ id }) => id);

class Stream implements AsyncDisposable {
  readonly response: IncomingMessage;
  readonly #request: ClientRequest;
  readonly #text: AsyncIterator<string, undefined>;
  #left = '';

  private constructor(request: ClientRequest, response: IncomingMessage) {
    this.#request = request;
    this.response = response;
    this.#text = response.setEncoding('utf8')[Symbol.asyncIterator]() as AsyncIterator<
      string,
      undefined
    >;
  }

  static async open(
    query = '',
    headers: Record<string, string> = {},
    at = server,
  ): Promise<Stream> {
    const who = headers['cookie'] ? {} : { authorization };
    const request = httpGet(at.url + address(query), {
      headers: { accept: 'text/event-stream', ...who, ...headers },
      agent: false,
    });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    return new Stream(request, response);
  }

  async next(): Promise<Record<string, string> | undefined> {
    for (;;) {
      const end = this.#left.indexOf('\n\n');
      if (end < 0) {
        const piece = await this.#text.next();
        if (piece.done) return undefined;
        this.#left += piece.value;
        continue;
      }
      const lines = this.#left.slice(0, end).split('\n');
      this.#left = this.#left.slice(end + 2);
      const fields = lines.filter((line) => !line.startsWith(':')).map((line) => line.split(': '));
      if (fields.length > 0)
        return Object.fromEntries(fields.map(([name, ...rest]) => [name!, rest.join(': ')]));
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const { response } = this;
    // The connection is broken on purpose.
    response.on('error', () => undefined);
    const closed = new Promise((resolve) => response.once('close', resolve));
    this.#request.destroy();
    if (!response.closed) await closed;
  }
}

describe('a page', () => {
  test('continues after an event, oldest first, with the next cursor (GAP-RC-API-10)', async () => {
    expect(await page()).toEqual({ items: [], next: '0' });
    const ids = await rows.addEvents(run, { attempt: 1 }, { error: 'token=geheim' }, 'odd');
    expect(await page('limit=2')).toEqual({
      items: [
        {
          id: ids[0],
          run_id: run,
          type: 'orchestrator.retry',
          payload: { attempt: 1 },
          at: '2026-01-01T12:00:00.000Z',
        },
        expect.objectContaining({ id: ids[1], payload: { error: 'token=[redacted]' } }),
      ],
      next: ids[1],
    });
    expect(await page(`after=${ids[1]}`)).toMatchObject({
      items: [{ id: ids[2], payload: 'odd' }],
      next: ids[2],
    });
    expect(await page(`after=${ids[2]}`)).toEqual({ items: [], next: ids[2] });
  });

  test('has 50 events by default, and at most 200 (GAP-RC-API-10)', async () => {
    await rows.addEvents(run, ...Array<unknown>(201).fill({}));
    const lengths = ['', 'limit=7', 'limit=201'].map(
      async (query) => (await page(query)).items.length,
    );
    expect(await Promise.all(lengths)).toEqual([50, 7, 200]);
  });

  test.each([
    ['after', ['-1', '1.5', 'x', '', '9'.repeat(16)]],
    ['wait', ['61s', '2m', '60001ms', '5', '1h', '-1s', '1 s', '']],
  ])('%s has these fields', async (name, values) => {
    for (const value of values) {
      const answer = await ada.get(address(`${name}=${encodeURIComponent(value)}`));
      const { errors } = expectProblem(answer, 400, 'invalid_request');
      expect(errors).toMatchObject([{ path: name }]);
    }
  });
});

describe('a long poll', () => {
  test('returns at once if events exist, and at the end of its wait otherwise (GAP-RC-API-10)', async () => {
    const started = performance.now();
    expect(await page('wait=200ms')).toEqual({ items: [], next: '0' });
    expect(performance.now() - started).toBeGreaterThanOrEqual(199);
    const ids = await rows.addEvents(run, {});
    expect(idsOf(await page('wait=1m'))).toEqual(ids);
  });

  test('returns as soon as an event of its run arrives (GAP-RC-API-10)', async () => {
    const other = `${run}-2`;
    await rows.addRun(other);
    const waiting = page('wait=60s');
    await rows.addEvents(other, {});
    const ids = await rows.addEvents(run, {});
    expect(idsOf(await waiting)).toEqual(ids);
  });

  test('is refused if the session ends meanwhile (GAP-RC-API-4)', async () => {
    const username = `v${newId()}`;
    const vera = await server.signedInAs({ username, role: 'reviewer' });
    const waiting = vera.get(address('wait=60s'));
    // The wait has begun once an earlier event is answered.
    const [first] = await rows.addEvents(run, {});
    expect(idsOf((await waiting).json<Page>())).toEqual([first]);
    const later = vera.get(address(`wait=60s&after=${first}`));
    await ada.post('/__admin/api/sessions/revoke', { username });
    await rows.addEvents(run, {});
    expectProblem(await later, 401, 'unauthenticated');
  });

  test('is refused before waiting if the caller may not read runs (GAP-RC-API-4)', async () => {
    const olga = await server.signedInAs({ username: `o${newId()}`, role: 'author' });
    expectProblem(await olga.get(address('wait=60s')), 403, 'forbidden');
    const visitor = server.visitor();
    expectProblem(await visitor.get(address('wait=60s')), 401, 'unauthenticated');
  });
});

describe('a stream', () => {
  test('sends existing and new events, each with its id (GAP-RC-API-10)', async () => {
    const before = await rows.addEvents(run, { attempt: 1 }, { attempt: 2 });
    await using stream = await Stream.open('limit=1');
    expect(stream.response.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    const data = {
      id: before[0],
      run_id: run,
      type: 'orchestrator.retry',
      payload: { attempt: 1 },
      at: '2026-01-01T12:00:00.000Z',
    };
    const event = 'orchestrator.retry';
    expect(await stream.next()).toEqual({ id: before[0], event, data: JSON.stringify(data) });
    expect(await stream.next()).toMatchObject({ id: before[1] });
    for (let number = 0; number < 3; number += 1) {
      const [id] = await rows.addEvents(run, {});
      expect(await stream.next()).toMatchObject({ id });
    }
  });

  test('starts after the given event or Last-Event-ID (GAP-RC-API-10)', async () => {
    const ids = await rows.addEvents(run, 1, 2, 3, 4);
    await using behind = await Stream.open(`after=${ids[1]}`);
    expect(await behind.next()).toMatchObject({ id: ids[2] });
    await using resumed = await Stream.open(`after=${ids[0]}`, { 'last-event-id': ids[2]! });
    expect(await resumed.next()).toMatchObject({ id: ids[3] });
  });

  test('accepts a session, too', async () => {
    const [id] = await rows.addEvents(run, {});
    await using stream = await Stream.open('', { cookie: ada.cookie! });
    expect(await stream.next()).toMatchObject({ id });
  });

  test('is refused with a problem (GAP-RC-API-3, GAP-RC-API-4)', async () => {
    const accept = { accept: 'text/event-stream' };
    const ask = (client: Client, path = address()): Promise<Answer> => client.get(path, accept);
    expectProblem(await ask(server.visitor()), 401, 'unauthenticated');
    const path = address().replace(run, 'none');
    expectProblem(await ask(ada, path), 404, 'run_not_found');
    const nowhere = address().replace(workspace.id, 'none');
    expectProblem(await ask(ada, nowhere), 404, 'workspace_not_found');
    const odd = await ada.get(address(), { ...accept, 'last-event-id': 'x' });
    expectProblem(odd, 400, 'invalid_request');
  });

  test('loses and repeats no events, while many write and the client reconnects (GAP-RC-API-10)', async () => {
    const writers = Array.from({ length: 4 }, async () => {
      for (let number = 0; number < 25; number += 1) {
        await server.database.db.transaction().execute(async (transaction) => {
          await new RunEventRepository(transaction).append([
            { runId: run, type: 'orchestrator.retry', payload: {}, at: rows.at },
          ]);
        });
      }
    });
    const seen: string[] = [];
    while (seen.length < 100) {
      await using stream = await Stream.open('limit=7', { 'last-event-id': seen.at(-1) ?? '0' });
      for (let number = 0; number < 10 && seen.length < 100; number += 1) {
        seen.push((await stream.next())!['id']!);
      }
    }
    await Promise.all(writers);
    expect(seen).toEqual(idsOf(await page('limit=200')));
  });

  test('ends when the server stops, without delaying it', async () => {
    const stopping = await TestServer.beside(server);
    await using stream = await Stream.open('', {}, stopping);
    const waiting = server.visitor().at(stopping).get(address('wait=60s'), { authorization });
    const [id] = await rows.addEvents(run, {});
    expect(await stream.next()).toMatchObject({ id });
    expect(idsOf((await waiting).json<Page>())).toEqual([id]);
    const started = performance.now();
    await stopping[Symbol.asyncDispose]();
    expect(await stream.next()).toBeUndefined();
    expect(stream.response.complete).toBe(true);
    // Less than the ten seconds that requests in progress get at shutdown.
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});

test('at most two hundred clients wait; more are refused until a client leaves (GAP-RC-API-10)', async () => {
  await using crowded = await TestServer.beside(server, {
    config: { limits: { session_requests_per_minute: 0 } },
  });
  const streams = await Promise.all(
    Array.from({ length: 200 }, () => Stream.open('', {}, crowded)),
  );
  const refused = await crowded.visitor().get(address('wait=60s'), { authorization });
  expectProblem(refused, 503, 'too_many_waiting');
  expect(refused.headers.get('retry-after')).toBe('10');
  const [id] = await rows.addEvents(run, {});
  for (const stream of streams) expect(await stream.next()).toMatchObject({ id });
  // Requests that do not wait take no slot.
  expect((await crowded.visitor().get(address(), { authorization })).status).toBe(200);
  await streams.pop()![Symbol.asyncDispose]();
  await expect
    .poll(async () => {
      const asked = crowded.visitor().get(address('wait=1ms'), { authorization });
      return (await asked).status;
    })
    .toBe(200);
  for (const stream of streams) await stream[Symbol.asyncDispose]();
});
