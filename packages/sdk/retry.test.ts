import { describe, expect, test } from 'vitest';
import {
  answers,
  breaksOff,
  clientOf,
  captureError,
  OddServer,
  refuses,
  resets,
  saysHtml,
  type Reply,
} from './fixtures.ts';
import { createGalley, GalleyUnreachable, isProblem } from './index.ts';

const ok = answers({ items: [] });
const pause = { id: 'press', action: 'pause' } as const;

describe('a request without side effects', () => {
  test.each<[string, Reply]>([
    ['the connection is reset', resets],
    ['the response breaks off', breaksOff],
    ['the server is busy', refuses(503, 'unavailable')],
    ['the rate limit is reached', refuses(429, 'rate_limited')],
    ['a proxy cannot reach the server', saysHtml(502)],
    ['a proxy reports a busy server', saysHtml(503)],
    ['a proxy times out', saysHtml(504)],
  ])('is retried with growing pauses when %s', async (_when, reply) => {
    await using server = await OddServer.start(reply, reply, ok);
    const { galley, waits } = clientOf(server);
    expect(await galley.documents.list()).toEqual({ items: [] });
    expect(server.heard).toHaveLength(3);
    const [first, second] = waits as [number, number];
    expect(first).toBeGreaterThanOrEqual(125);
    expect(first).toBeLessThan(250);
    expect(second).toBeGreaterThanOrEqual(250);
    expect(second).toBeLessThan(500);
  });

  test('is retried at the time given by the server, in seconds or as a date', async () => {
    const date = new Date(Date.now() + 30_000).toUTCString();
    const later = refuses(503, 'unavailable', { headers: { 'retry-after': '7' } });
    const atDate = refuses(429, 'rate_limited', { headers: { 'retry-after': date } });
    await using server = await OddServer.start(later, atDate, ok);
    const { galley, waits } = clientOf(server);
    await galley.documents.list();
    expect(waits[0]).toBeGreaterThanOrEqual(7_000);
    expect(waits[0]).toBeLessThan(8_000);
    expect(waits[1]).toBeGreaterThan(25_000);
    expect(waits[1]).toBeLessThan(31_000);
  });

  test('is not retried if that time is more than a minute away', async () => {
    const reply = refuses(429, 'rate_limited', { headers: { 'retry-after': '3600' } });
    await using server = await OddServer.start(reply);
    const { galley, waits } = clientOf(server);
    expect(await captureError(galley.aiwriter.usage())).toMatchObject({ retryAfter: 3600 });
    expect(waits).toEqual([]);
  });

  test.each([
    [undefined, 4],
    [0, 1],
  ])('is retried up to the limit (retries: %j)', async (retries, times) => {
    await using server = await OddServer.start(resets);
    const { galley } = clientOf(server, retries === undefined ? {} : { retries });
    expect(await captureError(galley.documents.list())).toBeInstanceOf(GalleyUnreachable);
    expect(server.heard).toHaveLength(times);
  });

  test('is not retried after a refusal', async () => {
    await using server = await OddServer.start(refuses(403, 'forbidden'));
    const { galley } = clientOf(server);
    expect(isProblem(await captureError(galley.documents.list()), 'forbidden')).toBe(true);
    expect(server.heard).toHaveLength(1);
  });

  test('is aborted immediately during a pause', async () => {
    await using server = await OddServer.start(resets);
    const controller = new AbortController();
    const reason = new Error('no longer wanted');
    const galley = createGalley({
      baseUrl: server.url,
      token: 'x',
      wait: (_milliseconds, signal) => {
        controller.abort(reason);
        return Promise.reject(signal!.reason as Error);
      },
    });
    expect(await captureError(galley.documents.list({}, controller))).toBe(reason);
    expect(server.heard).toHaveLength(1);
  });
});

describe('a request with side effects', () => {
  test.each([resets, refuses(503, 'unavailable'), refuses(429, 'rate_limited')])(
    'is sent once, since it may have succeeded',
    async (reply) => {
      await using server = await OddServer.start(reply);
      const { galley, waits } = clientOf(server);
      await captureError(galley.documents.save({ path: 'a.md', content: '' }));
      expect([server.heard.length, waits.length]).toEqual([1, 0]);
    },
  );

  test('with an idempotency key is retried with the same key and bytes', async () => {
    const busy = refuses(409, 'idempotency_in_progress');
    await using server = await OddServer.start(resets, busy, answers({ run_id: 'run-1' }));
    const { galley } = clientOf(server);
    expect(await galley.runs.control(pause)).toEqual({ run_id: 'run-1' });
    const sent = server.heard.map(({ headers, body }) => [headers['idempotency-key'], body]);
    expect(sent).toHaveLength(3);
    expect(sent[0]).toEqual([expect.stringMatching(/^[\da-f-]{36}$/), '{}']);
    expect(sent[1]).toEqual(sent[0]);
    expect(sent[2]).toEqual(sent[0]);
  });

  test('gets a new key for each call, unless the caller sets one', async () => {
    await using server = await OddServer.start(answers({ run_id: 'run-1' }));
    const { galley } = clientOf(server);
    await galley.runs.control(pause);
    await galley.runs.control(pause);
    await galley.runs.control(pause, { idempotencyKey: 'of-the-caller' });
    const keys = server.heard.map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys).size).toBe(3);
    expect(keys[2]).toBe('of-the-caller');
  });
});

test('a pause has the given length and ends with the signal', async () => {
  await using server = await OddServer.start(resets, ok);
  const galley = createGalley({ baseUrl: server.url, token: 'x' });
  const started = performance.now();
  await galley.documents.list();
  expect(performance.now() - started).toBeGreaterThanOrEqual(120);
});
