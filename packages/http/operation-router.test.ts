import { once } from 'node:events';
import { connect } from 'node:net';
import { gzipSync, deflateSync } from 'node:zlib';
import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { defineOperation } from '@galley/contract';
import { defineProblems } from '@galley/kernel';
import { codeOf, Mounted } from './fixtures.ts';
import type { HandlerOf } from './module.ts';
import type { MountOptions } from './operation-router.ts';
import { statusOfKind } from './problem-response.ts';

const echo = defineOperation({
  id: 'echo.say',
  method: 'POST',
  path: '/say',
  base: 'admin',
  access: 'public',
  summary: 'Says it again',
  body: z.strictObject({ text: z.string(), deep: z.strictObject({ n: z.int() }).optional() }),
  answer: z.object({ text: z.string() }),
  problems: [],
});

const look = defineOperation({
  id: 'echo.look',
  method: 'GET',
  path: '/look',
  base: 'admin',
  access: 'public',
  summary: 'Shows it',
  answer: z.object({ text: z.string() }),
  problems: [],
});

const say = (): Promise<Mounted> =>
  Mounted.operation(echo, ({ body: { text } }) => Promise.resolve({ text }));

const failing = (error: unknown): Promise<Mounted> =>
  Mounted.operation(look, () => Promise.reject(error as Error));

function post(url: string, body: string | Uint8Array<ArrayBuffer>, headers = {}) {
  const type = { 'content-type': 'application/json', ...headers };
  return fetch(`${url}/say`, { method: 'POST', body, headers: type });
}

describe('a body', () => {
  test('is accepted with the usual compressions', async () => {
    await using server = await say();
    const json = JSON.stringify({ text: 'Ink 🖋' });
    for (const [encoding, bytes] of [
      ['gzip', gzipSync(json)],
      ['deflate', deflateSync(json)],
      ['identity', Buffer.from(json)],
    ] as const) {
      const body = new Uint8Array(bytes);
      const answer = await post(server.url, body, { 'content-encoding': encoding });
      expect([encoding, await answer.json()]).toEqual([encoding, { text: 'Ink 🖋' }]);
    }
    const odd = await post(server.url, json, { 'content-encoding': 'zstd-of-mine' });
    expect(await codeOf(odd)).toEqual([415, 'unsupported_media_type']);
    const vendor = await post(server.url, json, { 'content-type': 'application/vnd.x+json' });
    expect(vendor.status).toBe(200);
  });

  test('must not exceed its limit after decompression or in chunks (GAP-SES-6)', async () => {
    await using server = await say();
    const bomb = gzipSync(JSON.stringify({ text: ' '.repeat(500_000) }));
    expect(bomb.length).toBeLessThan(1_000);
    const packed = await post(server.url, new Uint8Array(bomb), { 'content-encoding': 'gzip' });
    expect(await codeOf(packed)).toEqual([413, 'payload_too_large']);
    let rest = 30;
    const pieces = new ReadableStream<Uint8Array>({
      pull: (controller) =>
        rest-- > 0 ? controller.enqueue(new Uint8Array(100).fill(32)) : controller.close(),
    });
    const init = { method: 'POST', body: pieces, duplex: 'half' };
    const headers = { 'content-type': 'application/json' };
    const chunked = await fetch(`${server.url}/say`, { ...init, headers } as RequestInit);
    expect(await codeOf(chunked)).toEqual([413, 'payload_too_large']);
  });

  test('that is wrongly compressed or truncated is a client error', async () => {
    await using server = await say();
    const torn = new Uint8Array(gzipSync('{"text":"x"}').subarray(0, 15));
    const packed = await post(server.url, torn, { 'content-encoding': 'gzip' });
    expect(await codeOf(packed)).toEqual([400, 'invalid_request']);
    const plain = await post(server.url, '{"text":"x"}', { 'content-encoding': 'gzip' });
    expect(await codeOf(plain)).toEqual([400, 'invalid_request']);
    const socket = connect(server.port, '127.0.0.1').resume();
    socket.write('POST /say HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n');
    socket.end('Content-Length: 50\r\n\r\n{"text":');
    await once(socket, 'close');
    await vi.waitFor(
      () => expect(server.log.map(({ message }) => message)).toContain('request'),
      30_000,
    );
    expect(server.log.filter(({ level }) => level === 'error')).toEqual([]);
  });

  test('is refused with the path of every mistake', async () => {
    await using server = await say();
    const body = JSON.stringify({ txt: 1, deep: { n: 1.5, m: 2 } });
    const { errors } = (await (await post(server.url, body)).json()) as {
      errors: { path: string }[];
    };
    expect(errors.map(({ path }) => path).toSorted()).toEqual(['deep.m', 'deep.n', 'text', 'txt']);
  });
});

describe('a response', () => {
  test('has the fields of its operation, and no others', async () => {
    const more = { text: 'Ink', password_hash: '$argon2id$…' };
    await using server = await Mounted.operation(look, () => Promise.resolve(more));
    const answer = await fetch(`${server.url}/look`);
    expect(await answer.json()).toEqual({ text: 'Ink' });
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test('of an audited operation waits for `afterChange`, which learns whether something public changed', async () => {
    const changes: boolean[] = [];
    const afterChange: MountOptions['afterChange'] = async (change) =>
      void changes.push(change.leavesPublic);
    const handler: HandlerOf<typeof echo> = async ({ body, leavesPublic }) => {
      if (body.text === 'draft') leavesPublic();
      return { text: body.text };
    };
    const change = { ...echo, audited: { action: 'document.save' } };
    await using server = await Mounted.operation(change, handler, { afterChange });
    for (const text of ['public', 'draft', 'public']) {
      expect((await post(server.url, JSON.stringify({ text }))).status).toBe(200);
    }
    expect(changes).toEqual([false, true, false]);
    await using unaudited = await Mounted.operation(echo, handler, { afterChange });
    await post(unaudited.url, JSON.stringify({ text: 'backup' }));
    expect(changes).toHaveLength(3);
  });

  test('that violates its schema is a defect', async () => {
    await using server = await Mounted.operation(look, () =>
      Promise.resolve({ text: 5, secret: 'x' } as unknown as { text: string }),
    );
    expect(await codeOf(await fetch(`${server.url}/look`))).toEqual([500, 'internal']);
  });
});

describe('a defect', () => {
  test('returns 500 without details, and is logged with the request id (GAP-ERR-1)', async () => {
    await using server = await failing(new Error('select secret from /srv/ada'));
    const answer = await fetch(`${server.url}/look`, { headers: { 'x-request-id': 'request-1' } });
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.json()).toEqual({
      type: 'urn:galley:problem:internal',
      title: 'Internal error',
      status: 500,
      detail: 'An internal error occurred. The server log has the cause.',
      code: 'internal',
      request_id: 'request-1',
    });
    const [line] = server.log.filter(({ level }) => level === 'error');
    expect(line!.attributes).toMatchObject({
      request_id: 'request-1',
      method: 'GET',
      error: expect.stringMatching(/select secret.*\n\s+at /) as string,
    });
  });

  test.each([undefined, null, 'text', 5, { code: 'odd' }])(
    'may be any thrown value: %j',
    async (thrown) => {
      await using server = await failing(thrown);
      expect(await codeOf(await fetch(`${server.url}/look`))).toEqual([500, 'internal']);
    },
  );
});

describe('a problem', () => {
  test.each(Object.entries(statusOfKind))('of kind %s returns %i', async (kind, status) => {
    const { odd } = defineProblems({ odd: [kind as keyof typeof statusOfKind, 'It is odd'] });
    await using server = await failing(
      odd('This was odd.', { status: 200, code: 'forged', detail: 'x', holder: 'ada' }),
    );
    const answer = await fetch(`${server.url}/look`);
    expect(await answer.json()).toEqual({
      type: 'urn:galley:problem:odd',
      title: 'It is odd',
      status,
      detail: 'This was odd.',
      code: 'odd',
      request_id: answer.headers.get('x-request-id'),
      holder: 'ada',
    });
    const waits = status === 429 || status === 503;
    expect(answer.headers.get('retry-after')).toBe(waits ? '5' : null);
    expect(answer.headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer' : null);
    expect(server.log.filter(({ level }) => level === 'error')).toEqual([]);
  });

  test('that is temporary has Retry-After (GAP-ERR-2)', async () => {
    const { slow } = defineProblems({ slow: ['rate_limited', 'Too often'] });
    await using server = await failing(slow('Wait.', { retry_after: 90 }));
    const answer = await fetch(`${server.url}/look`);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '90']);
    expect(await answer.json()).not.toHaveProperty('retry_after');
  });

  test('of an unavailable database is not blamed on the caller (GAP-ERR-2)', async () => {
    await using server = await failing(new Error('the database is away'));
    const answer = await fetch(`${server.url}/look`);
    expect(answer.headers.get('retry-after')).toBe('5');
    expect(await codeOf(answer)).toEqual([503, 'unavailable']);
  });
});

describe('a storage failure', () => {
  const broken = (code: string, more: object): Error =>
    Object.assign(new Error(code), { code, ...more });

  test.each([
    ['ENOSPC', { syscall: 'write' }, 'disk_full'],
    ['EDQUOT', { syscall: 'open' }, 'disk_full'],
    ['EROFS', { syscall: 'mkdir' }, 'read_only'],
    ['EACCES', { syscall: 'open' }, 'not_permitted'],
    ['EMFILE', { syscall: 'open' }, 'too_many_files'],
    ['53100', {}, 'database_full'],
  ])('with %s is reported with its cause', async (code, more, cause) => {
    const isFull = cause.endsWith('_full');
    const told = isFull ? [507, 'insufficient_storage'] : [503, 'storage_failed'];
    await using server = await failing(broken(code, more));
    expect(await codeOf(await fetch(`${server.url}/look`))).toEqual(told);
    expect(server.log.filter(({ message }) => message === 'request could not be served')).toEqual([
      expect.objectContaining({ attributes: expect.objectContaining({ cause }) as unknown }),
    ]);
  });
});

test('the cause of a status of 500 and above is logged once a minute', async () => {
  await using away = await failing(new Error('the database is away'));
  await using odd = await failing(new Error('odd'));
  for (const { url } of [away, away, away, odd, odd]) await fetch(`${url}/look`);
  expect(
    away.log.filter(({ level }) => level === 'warn').map(({ attributes }) => attributes),
  ).toMatchObject([{ status: 503, code: 'unavailable', repeated: 0 }]);
  expect(odd.log.filter(({ message }) => message === 'request failed')).toHaveLength(1);
});

test('the log has one line per request, without content', async () => {
  await using server = await say();
  await post(server.url, '{"text":"a secret"}', {
    'user-agent': 'Type/1',
    'x-request-id': 'line-0001',
  });
  await vi.waitFor(() => expect(server.log).toHaveLength(1), 30_000);
  expect(server.log).toEqual([
    {
      level: 'debug',
      message: 'request',
      attributes: {
        request_id: 'line-0001',
        operation: 'echo.say',
        method: 'POST',
        path: '/say',
        status: 200,
        aborted: false,
        duration_ms: expect.any(Number) as number,
        remote_addr: '127.0.0.1',
        user_agent: 'Type/1',
      },
    },
  ]);
});
