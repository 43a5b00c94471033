import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { codeOf, cookieOf, Mounted } from './fixtures.ts';

const start = (options = {}) => Mounted.start(() => undefined, options);

const renew = (server: Mounted, headers: Record<string, string>) =>
  fetch(`${server.url}/renew`, { method: 'POST', headers });

describe('a renewed session', () => {
  test('has a new id and the same CSRF token, and the old id is invalid (GAP-SES-1)', async () => {
    await using server = await start();
    const ada = await server.signedIn('ada');
    const answer = await renew(server, ada);
    const cookie = cookieOf(answer)!;
    expect(cookie).not.toBe(ada.cookie);
    expect(await answer.json()).toEqual({ csrf_token: ada['x-csrf-token'] });
    expect(server.sessions.created.at(-1)).toMatchObject({
      username: 'ada',
      securityVersion: 2,
      factorVerified: true,
      csrfToken: ada['x-csrf-token'],
    });
    expect(await codeOf(await renew(server, ada))).toEqual([401, 'unauthenticated']);
    expect((await renew(server, { ...ada, cookie })).status).toBe(200);
  });

  test('needs its own CSRF token (GAP-SES-2)', async () => {
    await using server = await start();
    const ada = await server.signedIn('ada');
    const vera = await server.signedIn('vera');
    expect(ada['x-csrf-token']).not.toBe(vera['x-csrf-token']);
    for (const token of [vera['x-csrf-token'], '', `${ada['x-csrf-token']}x`]) {
      const answer = await renew(server, { ...ada, 'x-csrf-token': token });
      expect(await codeOf(answer)).toEqual([403, 'csrf_failed']);
    }
    expect(server.sessions.created).toHaveLength(2);
  });
});

test('a session is extended only when the time of its last use is old', async () => {
  await using server = await start();
  const ada = await server.signedIn('ada');
  const { calls } = server.sessions;
  const use = () => fetch(`${server.url}/renew`, { headers: { cookie: ada.cookie } });
  calls.length = 0;
  await use();
  expect(calls).toEqual(['find']);
  server.sessions.isTouchDue = true;
  await use();
  expect(calls).toEqual(['find', 'find', 'touch']);
});

describe('the user agent of a session', () => {
  test('is stored as one line and truncated', async () => {
    await using server = await start();
    await server.signedIn('ada', { 'user-agent': `A\u0085B\tC ${'x'.repeat(600)}` });
    const { userAgent, remoteAddr } = server.sessions.created[0]!;
    expect(userAgent).toBe(`ABC ${'x'.repeat(496)}`);
    expect(remoteAddr).toBe('127.0.0.1');
  });

  test('is truncated also without a forwarded address', async () => {
    await using server = await start({ behindProxy: true });
    await server.signedIn('ada', { 'x-forwarded-for': `a\u009bb${'c'.repeat(200)}` });
    await server.signedIn('ada', { 'x-forwarded-for': '::ffff:192.0.2.7' });
    expect(server.sessions.created.map(({ remoteAddr }) => remoteAddr)).toEqual([
      `ab${'c'.repeat(98)}`,
      '192.0.2.7',
    ]);
  });
});

test('a request id that would break a header or a log line is replaced', async () => {
  await using server = await start();
  for (const given of ['short', 'x'.repeat(65), 'with blank', 'semi;colon', 'id\u0085line-1234']) {
    const answer = await fetch(`${server.url}/leave`, {
      method: 'POST',
      headers: { 'x-request-id': given },
    });
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  }
  const socket = connect(server.port, '127.0.0.1');
  socket.write(
    'POST /leave HTTP/1.1\r\nHost: x\r\nX-Request-Id: 12345678\rSet-Cookie: a=b\r\n\r\n',
  );
  const [bytes] = (await once(socket, 'data')) as [Buffer];
  expect(bytes.toString()).toMatch(/^HTTP\/1\.1 400 /);
  expect(bytes.toString()).not.toContain('a=b');
  socket.destroy();
});
