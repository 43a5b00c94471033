import { afterEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { defineOperation, type Base } from '@galley/contract';
import { byToken, codeOf, Mounted, type MountedOptions } from './fixtures.ts';
import { RateLimits } from './rate-limit.ts';

const look = (base: Base) =>
  defineOperation({
    id: 'thing.look',
    method: 'GET',
    path: '/look',
    base,
    access: 'public',
    summary: 'Shows it',
    answer: z.object({}),
    problems: [],
  });

const submit = (base: Base) =>
  defineOperation({
    id: 'thing.submit',
    method: 'POST',
    path: '/submit',
    base,
    access: 'public',
    summary: 'Takes it',
    body: z.strictObject({}),
    answer: z.object({}),
    problems: [],
  });

const nothing = () => Promise.resolve({});

const serve = (requestLimits: MountedOptions['requestLimits'], base: Base = 'admin') =>
  Mounted.start(
    (router) =>
      router.serve({ look: look(base), submit: submit(base) }, { look: nothing, submit: nothing }),
    { requestLimits: requestLimits!, behindProxy: true },
  );

const ask = (server: Mounted, path: string, headers: Record<string, string> = {}) =>
  fetch(`${server.url}${path}`, {
    method: path === '/look' ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    ...(path === '/submit' && { body: '{}' }),
  });

const from = (address: string) => ({ 'x-forwarded-for': address });

const left = (answer: Response) => [answer.status, answer.headers.get('ratelimit-remaining')];

describe('every response of a limited operation', () => {
  test('states the remaining requests, and a refused one when to retry (GAP-SES-7)', async () => {
    await using server = await serve({ public: 2 });
    for (const remaining of ['1', '0']) {
      const { headers, status } = await ask(server, '/look');
      expect([status, headers.get('ratelimit-limit')]).toEqual([200, '2']);
      expect(headers.get('ratelimit-remaining')).toBe(remaining);
      expect(Number(headers.get('ratelimit-reset'))).toSatisfy((n: number) => n > 50 && n <= 60);
    }
    const refused = await ask(server, '/look');
    expect(left(refused)).toEqual([429, '0']);
    expect(refused.headers.get('retry-after')).toBe(refused.headers.get('ratelimit-reset'));
    expect(await codeOf(refused)).toEqual([429, 'rate_limited']);
  });

  test('states them for refusals as well', async () => {
    await using server = await serve({ public: 9, signIn: 5 });
    expect(left(await ask(server, '/renew'))).toEqual([401, '8']);
    const foreign = await ask(server, '/submit', { origin: 'https://evil.test' });
    expect(left(foreign)).toEqual([403, '4']);
  });

  test('states nothing without a limit', async () => {
    await using server = await serve({});
    for (let count = 0; count < 5; count++) {
      const { headers, status } = await ask(server, '/look');
      expect(status).toBe(200);
      expect([...headers.keys()].filter((name) => name.startsWith('ratelimit'))).toEqual([]);
    }
  });
});

describe('the counted unit', () => {
  test('is an address, or the /64 network for IPv6 (GAP-SES-7)', async () => {
    await using server = await serve({ public: 9 });
    const asked = async (address: string) => left(await ask(server, '/look', from(address)))[1];
    expect(await asked('192.0.2.7')).toBe('8');
    expect(await asked('::ffff:192.0.2.7')).toBe('7');
    expect(await asked('192.0.2.8')).toBe('8');
    expect(await asked('2001:db8::1')).toBe('8');
    expect(await asked('2001:db8:0:0:ffff::2')).toBe('7');
    expect(await asked('2001:db8:0:1::1')).toBe('8');
  });

  test('is a session or a token at any address', async () => {
    await using server = await serve({ session: 9, public: 5 });
    const ada = await server.signedIn('ada', from('192.0.2.1'));
    const vera = await server.signedIn('vera', from('192.0.2.1'));
    const asked = async (who: Record<string, string>, address: string) =>
      left(await ask(server, '/look', { ...who, ...from(address) }))[1];
    expect(await asked(ada, '192.0.2.1')).toBe('8');
    expect(await asked(ada, '192.0.2.2')).toBe('7');
    expect(await asked(vera, '192.0.2.1')).toBe('8');
    expect(await asked(byToken('ada'), '192.0.2.1')).toBe('8');
    expect(await asked({}, '192.0.2.1')).toBe('4');
  });

  test('is separate for sign-in, by address, whether signed in or not, and sign-out is not counted', async () => {
    await using server = await serve({ signIn: 4, session: 9, public: 7 });
    const ada = await server.signedIn('ada');
    expect(left(await ask(server, '/submit'))).toEqual([200, '2']);
    expect(left(await ask(server, '/submit', ada))).toEqual([200, '1']);
    expect(left(await ask(server, '/submit', byToken('ada')))).toEqual([403, '0']);
    expect(left(await ask(server, '/submit'))).toEqual([429, '0']);
    expect(left(await ask(server, '/leave', ada))).toEqual([200, '8']);
    expect(left(await ask(server, '/leave'))).toEqual([200, '6']);
    expect(left(await ask(server, '/look'))).toEqual([200, '5']);
  });

  test('excludes sign-in outside the admin', async () => {
    await using server = await serve({ signIn: 4, public: 7 }, 'platform');
    expect(left(await ask(server, '/submit'))).toEqual([200, '6']);
  });
});

describe('a minute', () => {
  afterEach(() => void vi.useRealTimers());

  test('later all counts restart', async () => {
    vi.useFakeTimers();
    const limits = new RateLimits({ signIn: 0, public: 1, session: 0 });
    await limits.spend('public', 'a');
    vi.advanceTimersByTime(59_000);
    expect(await limits.spend('public', 'a')).toEqual({
      limit: 1,
      remaining: 0,
      reset: 1,
      exceeded: true,
    });
    expect(await limits.findSpent('public', 'a')).toBeDefined();
    vi.advanceTimersByTime(1_000);
    expect(await limits.findSpent('public', 'a')).toBeUndefined();
    expect(await limits.spend('public', 'a')).toMatchObject({ reset: 60, exceeded: false });
  });

  test('later an address counts as new when only a limited number is kept', async () => {
    vi.useFakeTimers();
    const limits = new RateLimits({ signIn: 0, public: 5, session: 0 }, { maxKeys: 2 });
    const remaining = async (key: string) => (await limits.spend('public', key))!.remaining;
    await remaining('a');
    vi.advanceTimersByTime(30_000);
    await remaining('b');
    vi.advanceTimersByTime(30_000);
    for (const key of ['a', 'c', 'a']) await remaining(key);
    expect(await remaining('a')).toBe(2);
    expect(await remaining('b')).toBe(4);
  });

  test('leaves no timer that keeps the process alive', async () => {
    vi.useFakeTimers();
    const limits = new RateLimits({ signIn: 0, public: 9, session: 0 }, { maxKeys: 2 });
    for (const key of ['a', 'b', 'c', 'd', 'a']) await limits.spend('public', key);
    expect(vi.getTimerCount()).toBe(2);
  });
});

test('beyond the limit of addresses, the one with the oldest minute is dropped', async () => {
  const limits = new RateLimits({ signIn: 0, public: 5, session: 0 }, { maxKeys: 2 });
  const remaining = async (key: string) => (await limits.spend('public', key))!.remaining;
  for (const key of ['a', 'b', 'a']) await remaining(key);
  expect(await remaining('c')).toBe(4);
  expect(await remaining('b')).toBe(3);
  expect(await remaining('a')).toBe(4);
  expect(await remaining('c')).toBe(3);
});

test('refused requests count for the limit, and unlimited operations do not', async () => {
  const limits = new RateLimits({ signIn: 1, public: 0, session: 5 });
  for (let request = 0; request < 3; request += 1) {
    await limits.spend('signIn', 'a');
    await limits.spend('public', 'a');
    await limits.spend('session', 'a');
  }
  expect(limits.refused).toEqual({ signIn: 2, public: 0, session: 0 });
  await limits.findSpent('signIn', 'a');
  await limits.findSpent('signIn', 'b');
  expect(limits.refused).toEqual({ signIn: 3, public: 0, session: 0 });
});
