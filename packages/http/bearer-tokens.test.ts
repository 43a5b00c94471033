import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { defineOperation } from '@galley/contract';
import { byToken, codeOf, cookieOf, Mounted } from './fixtures.ts';

const whoami = defineOperation({
  id: 'who.am_i',
  method: 'GET',
  path: '/whoami',
  base: 'admin',
  access: 'public',
  summary: 'Who calls',
  answer: z.object({ who: z.string() }),
  problems: [],
});

const serve = (options = {}) =>
  Mounted.operation(
    whoami,
    ({ caller }) =>
      Promise.resolve({
        who: caller ? `${caller.by} ${caller.id} ${caller.actor.username}` : 'nobody',
      }),
    options,
  );

const ask = (server: Mounted, headers: Record<string, string> = {}) =>
  fetch(`${server.url}/whoami`, { headers });

describe('a token', () => {
  test('takes precedence: the cookie is not looked up, renewed or set', async () => {
    await using server = await serve();
    const vera = await server.signedIn('vera');
    server.sessions.calls.length = 0;
    const answer = await ask(server, { cookie: vera.cookie, ...byToken('ada') });
    expect(await answer.json()).toEqual({ who: 'token ada-token ada' });
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(server.sessions.calls).toEqual([]);
    const refused = await ask(server, { ...vera, authorization: 'Bearer stolen' });
    expect(refused.status).toBe(401);
    expect(server.sessions.calls).toEqual([]);
    expect(await (await ask(server, vera)).json()).toEqual({ who: 'session session-1 vera' });
  });

  test('neither starts nor ends a session', async () => {
    await using server = await serve();
    const vera = await server.signedIn('vera');
    const headers = { ...byToken('ada'), cookie: vera.cookie };
    const left = await fetch(`${server.url}/leave`, { method: 'POST', headers });
    expect(cookieOf(left)).toBeUndefined();
    expect(await codeOf(left)).toEqual([403, 'forbidden']);
    const entered = await fetch(`${server.url}/enter`, {
      method: 'POST',
      headers: { ...byToken('ada'), 'content-type': 'application/json' },
      body: '{"username":"ada"}',
    });
    expect(cookieOf(entered)).toBeUndefined();
    expect(await codeOf(entered)).toEqual([403, 'forbidden']);
    expect(server.sessions.size).toBe(1);
  });

  test('that is invalid is refused even by public operations (RFC 6750)', async () => {
    await using server = await serve();
    const answer = await ask(server, { authorization: 'Bearer stolen' });
    expect(answer.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
    expect(await codeOf(answer)).toEqual([401, 'unauthenticated']);
    expect(server.tokens.lookups).toEqual([{ token: 'stolen', address: '127.0.0.1' }]);
    expect((await ask(server)).status).toBe(200);
  });

  test('accepts the scheme in lower case, and all characters of RFC 6750', async () => {
    await using server = await serve();
    await ask(server, { authorization: 'bearer  a.B-9_~+/==' });
    expect(server.tokens.lookups.map(({ token }) => token)).toEqual(['a.B-9_~+/==']);
  });

  test('has limited attempts per address, and valid ones still work (GAP-SES-7)', async () => {
    await using server = await serve({ requestLimits: { public: 2 } });
    const wrong = { authorization: 'Bearer guess' };
    for (let count = 0; count < 6; count++) await ask(server, byToken('ada'));
    expect([(await ask(server, wrong)).status, (await ask(server, wrong)).status]).toEqual([
      401, 401,
    ]);
    const lookups = server.tokens.lookups.length;
    const third = await ask(server, wrong);
    expect(third.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    expect(third.headers.get('ratelimit-remaining')).toBe('0');
    expect(await codeOf(third)).toEqual([429, 'rate_limited']);
    expect(server.tokens.lookups).toHaveLength(lookups);
    expect((await ask(server)).status).toBe(200);
  });
});

test.each(['', 'Bearer', 'Bearer ', 'Bearer a b', 'Bearer "x"', 'Basic YWRhOnB3', 'ada-token'])(
  'an Authorization header with another scheme is refused with a hint: %j',
  async (authorization) => {
    await using server = await serve();
    const vera = await server.signedIn('vera');
    const answer = await ask(server, { ...vera, authorization });
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    expect(await answer.json()).toMatchObject({
      status: 401,
      code: 'unauthenticated',
      detail: expect.stringContaining(
        'Send an API token as "Authorization: Bearer <token>"',
      ) as string,
    });
    expect(server.tokens.lookups).toEqual([]);
  },
);
