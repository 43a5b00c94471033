import { once } from 'node:events';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { defineOperation } from '@galley/contract';
import { defineProblems, sha256, type ProblemKind } from '@galley/kernel';
import type { IdempotencyStore, StoredResponse } from './with-idempotency.ts';
import { byToken, codeOf, Mounted } from './fixtures.ts';
import { statusOfKind } from './problem-response.ts';

const common = {
  base: 'admin',
  access: { capability: 'documents.read' },
  summary: '',
  answer: z.object({ said: z.string() }),
  problems: [],
} as const;

const act = defineOperation({
  ...common,
  id: 'echo.act',
  method: 'POST',
  path: '/rooms/{id}/{word}',
  params: z.object({ id: z.string(), word: z.string() }),
  audited: { action: 'run.{word}', withTheChange: true },
  idempotent: true,
  lenientBody: true,
  bodyOptional: true,
  body: z.object({ text: z.string().optional().catch(undefined) }),
});

const look = defineOperation({
  ...common,
  id: 'echo.look',
  method: 'GET',
  path: '/rooms/{id}/door',
  params: z.object({ id: z.string() }),
});

class Shelf implements IdempotencyStore {
  readonly answers = new Map<string, StoredResponse | undefined>();
  readonly asked: object[] = [];
  isBroken = false;

  claim(request: Parameters<IdempotencyStore['claim']>[0]): ReturnType<IdempotencyStore['claim']> {
    this.asked.push(request);
    const answer = this.answers.get(request.key);
    if (answer) return Promise.resolve({ state: 'answered', answer });
    if (this.answers.has(request.key)) return Promise.resolve({ state: 'running' });
    this.answers.set(request.key, undefined);
    return Promise.resolve({ state: 'claimed', since: new Date(0) });
  }

  store({ key }: { key: string }, _since: Date, answer: StoredResponse): Promise<void> {
    if (this.isBroken) return Promise.reject(new Error('the shelf is broken'));
    this.answers.set(key, answer);
    return Promise.resolve();
  }

  release({ key }: { key: string }): Promise<void> {
    this.answers.delete(key);
    return Promise.resolve();
  }
}

async function start(handle: () => Promise<string>) {
  const shelf = new Shelf();
  const server = await Mounted.start(
    (router) =>
      router.serve(
        { look, act },
        {
          look: ({ params }) => Promise.resolve({ said: params.id }),
          act: async ({ params, body }) => ({
            said: `${params.id} ${params.word} ${body.text ?? '-'} ${await handle()}`,
          }),
        },
      ),
    { answers: shelf },
  );
  const post = (path: string, body?: string, headers: Record<string, string> = {}) =>
    fetch(`${server.url}/rooms/${path}`, {
      method: 'POST',
      headers: { ...byToken('ada'), 'idempotency-key': 'k', ...headers },
      ...(body !== undefined && { body }),
    });
  return { shelf, server, post, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

const counted = () => {
  let count = 0;
  return () => Promise.resolve(String((count += 1)));
};

test('an operation with a key runs once for each address and actor', async () => {
  await using one = await start(counted());
  const body = '{"text":"Ink"}';
  const first = await (await one.post('a%20b/go', body)).text();
  expect(JSON.parse(first)).toEqual({ said: 'a b go Ink 1' });
  expect(await (await one.post('a%20b/g%6F/', body)).text()).toBe(first);
  const same = { workspaceId: 'a%20b', actor: 'ada', method: 'POST', path: '/rooms/a%20b/go' };
  expect(one.shelf.asked).toMatchObject([same, same]);
});

describe('a response', () => {
  test.each(Object.entries(statusOfKind))('of kind %s, %i', async (kind, status) => {
    const { odd } = defineProblems({ odd: [kind as ProblemKind, 'It is odd'] });
    await using one = await start(() => Promise.reject(odd('This was odd.')));
    const answer = await one.post('a/go', '{}');
    expect(answer.status).toBe(status);
    const isKept = status < 500 && ![401, 403, 429].includes(status);
    expect(one.shelf.answers.has('k')).toBe(isKept);
    const again = await one.post('a/go', '{}');
    const ids = [answer, again].map(({ headers }) => headers.get('x-request-id'));
    const [first, second] = [await answer.json(), await again.json()] as Record<string, unknown>[];
    // A stored answer carries the id of the current request.
    expect([first!['request_id'], second!['request_id']]).toEqual(ids);
    expect(ids[0]).not.toBe(ids[1]);
    expect(second).toEqual({ ...first, request_id: ids[1] });
  });

  test('that is a defect is not stored', async () => {
    await using one = await start(() => Promise.reject(new Error('broken')));
    expect(await codeOf(await one.post('a/go', '{}'))).toEqual([500, 'internal']);
    expect(one.shelf.answers.size).toBe(0);
  });

  test('is sent even if it could not be stored, and the log reports it', async () => {
    await using one = await start(counted());
    one.shelf.isBroken = true;
    expect((await one.post('a/go', '{}')).status).toBe(200);
    expect(one.server.log).toContainEqual({
      level: 'warn',
      message: 'idempotent response not stored',
      attributes: { error: 'Error: the shelf is broken' },
    });
  });
});

test('a caller without permission is refused before the key is checked', async () => {
  await using one = await start(counted());
  const answer = await one.post('a/go', '{}', { authorization: '', 'idempotency-key': '' });
  expect(answer.status).toBe(401);
  expect(one.shelf.asked).toEqual([]);
});

describe('paths with parameters', () => {
  test('may belong to different operations by method', async () => {
    await using one = await start(counted());
    const said = async (answer: Response) => ((await answer.json()) as { said: string }).said;
    const door = await fetch(`${one.server.url}/rooms/a/door`, { headers: byToken('ada') });
    expect(await said(door)).toBe('a');
    expect(await said(await one.post('a/door', '{}'))).toBe('a door - 1');
  });

  test.each([
    ['a/door', 'PUT', 'GET, HEAD, POST'],
    ['a/go', 'GET', 'POST'],
  ])('determine the allowed methods: %s', async (path, method, allow) => {
    await using one = await start(counted());
    const answer = await fetch(`${one.server.url}/rooms/${path}`, { method });
    expect(answer.headers.get('allow')).toBe(allow);
    expect(await codeOf(answer)).toEqual([405, 'method_not_allowed']);
  });

  test('determine the action for the log, if it is known', async () => {
    await using one = await start(counted());
    const { cookie } = await one.server.signedIn('ada');
    for (const word of ['start', 'dance', 'constructor']) {
      await fetch(`${one.server.url}/rooms/a/${word}`, { method: 'POST', headers: { cookie } });
    }
    expect(one.server.recorded).toMatchObject([{ action: 'run.start', outcome: 'denied' }]);
  });

  test('a change that the service records is not recorded twice', async () => {
    const { odd } = defineProblems({ odd: ['conflict', 'It is odd'] });
    await using done = await start(counted());
    await using failed = await start(() => Promise.reject(odd('This was odd.')));
    expect((await done.post('a/start', '{}')).status).toBe(200);
    expect((await failed.post('a/start', '{}')).status).toBe(409);
    expect([...done.server.recorded, ...failed.server.recorded]).toEqual([]);
  });
});

test('an operation with a truncated body is not run', async () => {
  await using one = await start(counted());
  const socket = connect(one.server.port, '127.0.0.1').resume();
  socket.write('POST /rooms/a/go HTTP/1.1\r\nHost: x\r\nIdempotency-Key: k\r\n');
  socket.write(`Authorization: ${byToken('ada').authorization}\r\n`);
  socket.end('Content-Length: 50\r\n\r\n{"text":');
  await once(socket, 'close');
  await expect.poll(() => one.server.log.map(({ message }) => message)).toContain('request');
  expect(one.server.log.filter(({ level }) => level === 'error')).toEqual([]);
  expect(one.shelf.asked).toEqual([]);
});

const decide = defineOperation({
  ...common,
  id: 'echo.decide',
  method: 'POST',
  path: '/rooms/{id}/decide',
  params: z.object({ id: z.string() }),
  audited: { action: 'run.stop', withTheChange: true },
  idempotent: true,
  body: z.strictObject({ text: z.string().optional() }),
});

describe('a body that is parsed strictly', () => {
  async function startDeciding() {
    const shelf = new Shelf();
    const count = counted();
    const server = await Mounted.operation(
      decide,
      async ({ body }) => ({ said: `${body.text ?? '-'} ${await count()}` }),
      { answers: shelf },
    );
    const post = (body: RequestInit['body'], headers: Record<string, string> = {}) =>
      fetch(`${server.url}/rooms/1/decide`, {
        method: 'POST',
        headers: {
          ...byToken('ada'),
          'content-type': 'application/json',
          'idempotency-key': 'k',
          ...headers,
        },
        body: body ?? null,
      });
    return { shelf, server, post, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
  }

  test('determines the use of the key byte for byte, whatever its compression', async () => {
    await using one = await startDeciding();
    const body = '{"text":"Ink"}';
    expect(await (await one.post(body)).json()).toEqual({ said: 'Ink 1' });
    const packed = await one.post(new Uint8Array(gzipSync(body)), { 'content-encoding': 'gzip' });
    expect(await packed.json()).toEqual({ said: 'Ink 1' });
    const hashes = one.shelf.asked.map((asked) => (asked as { bodySha256: string }).bodySha256);
    expect(hashes).toEqual([sha256(body), sha256(body)]);
  });

  test.each([
    [undefined, 'invalid_request'],
    ['', 'invalid_request'],
    ['{"text":5}', 'invalid_request'],
    ['{"more":1}', 'invalid_request'],
    ['{', 'invalid_json'],
  ])('is refused when it is %j, without a stored response', async (body, code) => {
    await using one = await startDeciding();
    expect(await codeOf(await one.post(body))).toEqual([400, code]);
    expect(one.shelf.asked).toEqual([]);
    expect(await (await one.post('{}')).json()).toEqual({ said: '- 1' });
  });

  test('needs a key as well', async () => {
    await using one = await startDeciding();
    const answer = await one.post('{}', { 'idempotency-key': ' ' });
    expect(await codeOf(answer)).toEqual([400, 'idempotency_key_required']);
  });
});
