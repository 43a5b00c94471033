import { connect } from 'node:net';
import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { defineOperation, type Access } from '@galley/contract';
import { defineProblems, type AuditEvent } from '@galley/kernel';
import { byToken, codeOf, Mounted, type MountedOptions } from './fixtures.ts';
import type { Call } from './module.ts';

const save = <const Needs extends Access>(access: Needs) =>
  defineOperation({
    id: 'users.save',
    method: 'POST',
    path: '/save',
    base: 'admin',
    access,
    audited: { action: 'user.save', target: 'username' },
    summary: 'Saves a user',
    body: z.strictObject({ username: z.string(), password: z.string().optional() }),
    answer: z.object({ ok: z.boolean() }),
    problems: [],
  });

type SaveCall = Call<ReturnType<typeof save>>;

const manage = save({ capability: 'users.manage' });
const ok = { ok: true };
const done = () => Promise.resolve(ok);

const serve = (
  operation: ReturnType<typeof save>,
  handler: (call: SaveCall) => Promise<{ ok: boolean }>,
  options: MountedOptions = {},
) => Mounted.operation(operation, handler, options);

const post = (server: Mounted, headers: Record<string, string> = {}, body: unknown = newt) =>
  fetch(`${server.url}/save`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-request-id': 'request-1', ...headers },
    body: JSON.stringify(body),
  });

const newt = { username: 'newt', password: 'a secret' };
const event: AuditEvent = {
  action: 'user.save',
  actor: 'ada',
  target: 'newt',
  outcome: 'success',
  address: '127.0.0.1',
  requestId: 'request-1',
  details: {},
};

const problems = defineProblems({
  invalid: ['invalid', 'No'],
  unauthenticated: ['unauthenticated', 'No'],
  forbidden: ['forbidden', 'No'],
  not_found: ['not_found', 'No'],
  conflict: ['conflict', 'No'],
  unprocessable: ['unprocessable', 'No'],
  rate_limited: ['rate_limited', 'No'],
  too_large: ['too_large', 'No'],
  unavailable: ['unavailable', 'No'],
  upstream_failed: ['upstream_failed', 'No'],
  internal: ['internal', 'No'],
});

describe('a success', () => {
  test('is recorded after the operation and before the response, without the rest of the body (GAP-SET-8)', async () => {
    const order: string[] = [];
    const { promise: release, resolve } = Promise.withResolvers<void>();
    const handler = () => {
      order.push('done');
      return done();
    };
    const onRecord = () => {
      order.push('recorded');
      return release;
    };
    await using server = await serve(manage, handler, { onRecord });
    const answer = post(server, byToken('ada')).then(({ status }) => order.push(`${status}`));
    await vi.waitFor(() => expect(order).toEqual(['done', 'recorded']), 30_000);
    resolve();
    await answer;
    expect(order).toEqual(['done', 'recorded', '200']);
    expect(server.recorded).toEqual([event]);
  });

  test.each([
    [new Error('disk full'), [500, 'internal']],
    [new Error('the database is away'), [503, 'unavailable']],
  ])('is not reported as done if it cannot be recorded: %s', async (failure, answered) => {
    const onRecord = () => Promise.reject(failure);
    await using server = await serve(manage, done, { onRecord });
    expect(await codeOf(await post(server, byToken('ada')))).toEqual(answered);
  });

  test('is recorded once if the handler records it with the change, whatever follows', async () => {
    const own: AuditEvent[] = [];
    const handler = async ({ note, entryWith, body }: SaveCall) => {
      note({ details: { role: 'editor' } });
      own.push(entryWith({ details: { revision: 1 } })!);
      if (body.username === 'gone') throw problems.not_found('It was deleted at once.');
      return ok;
    };
    await using server = await serve(manage, handler);
    await post(server, byToken('ada'));
    const gone = await post(server, byToken('ada'), { ...newt, username: 'gone' });
    expect(gone.status).toBe(404);
    const entry = { ...event, details: { role: 'editor', revision: 1 } };
    expect(own).toEqual([entry, { ...entry, target: 'gone' }]);
    expect(server.recorded).toEqual([]);
  });

  test('is recorded with the notes of its handler, one entry each', async () => {
    const handler = ({ note }: SaveCall) => {
      note({ target: 'Newt', details: { created: true, role: 'editor' } });
      note({ action: 'user.delete', details: { role: 'admin' } });
      return done();
    };
    await using server = await serve(manage, handler);
    await post(server, byToken('ada'));
    const details = { created: true, role: 'admin' };
    expect(server.recorded).toEqual([{ ...event, action: 'user.delete', target: 'Newt', details }]);
  });

  test('of an unknown caller is recorded only if the handler names the user, so that the log cannot be flooded', async () => {
    const handler = ({ note, body }: SaveCall) => {
      if (body.username === 'newt') note({ actor: 'newt' });
      return done();
    };
    await using server = await serve(save('public'), handler);
    await post(server);
    await post(server, {}, { username: 'vera' });
    expect(server.recorded.map(({ actor, target }) => [actor, target])).toEqual([['newt', 'newt']]);
  });

  test('has the address of a client that disconnects before it is identified', async () => {
    const operation = defineOperation({
      id: 'totp.recovery_codes',
      method: 'POST',
      path: '/codes',
      base: 'admin',
      access: 'session',
      audited: { action: 'totp.recovery_codes' },
      summary: 'New recovery codes',
      answer: z.object({ ok: z.boolean() }),
      problems: [],
    });
    await using server = await Mounted.operation(operation, done);
    const ada = await server.signedIn('ada');
    await vi.waitFor(() => expect(server.log).toHaveLength(1), 30_000);
    const { promise, resolve } = Promise.withResolvers<void>();
    server.sessions.answering = promise;
    const socket = connect(server.port, '127.0.0.1');
    socket.write(`POST /codes HTTP/1.1\r\nHost: x\r\nCookie: ${ada.cookie}\r\n`);
    socket.write(`X-CSRF-Token: ${ada['x-csrf-token']}\r\nContent-Length: 0\r\n\r\n`);
    await vi.waitFor(() => expect(server.sessions.calls).toContain('find'), 30_000);
    socket.resetAndDestroy();
    await vi.waitFor(() => expect(server.log).toHaveLength(2), 30_000);
    resolve();
    await vi.waitFor(() => expect(server.recorded).toHaveLength(1), 30_000);
    expect(server.recorded[0]).toMatchObject({ actor: 'ada', address: '127.0.0.1' });
  });
});

describe('a refusal of a known caller', () => {
  test.each([
    'forbidden',
    'conflict',
    'unprocessable',
    'not_found',
    'rate_limited',
    'unauthenticated',
  ] as const)('of kind %s is recorded with its reason', async (kind) => {
    const handler = ({ note }: SaveCall) => {
      note({ details: { created: false } });
      return Promise.reject(problems[kind]('It is the last one.', { password: 'a secret' }));
    };
    await using server = await serve(manage, handler);
    expect((await codeOf(await post(server, byToken('ada'))))[1]).toBe(kind);
    const details = { created: false, code: kind, reason: 'It is the last one.' };
    expect(server.recorded).toEqual([{ ...event, outcome: 'denied', details }]);
  });

  test.each([
    ...(['invalid', 'too_large', 'unavailable', 'upstream_failed', 'internal'] as const).map(
      (kind) => problems[kind]('No.'),
    ),
    new Error('a defect'),
  ])('is not recorded for %o', async (error) => {
    await using server = await serve(manage, () => Promise.reject(error));
    expect((await post(server, byToken('ada'))).status).toBeGreaterThanOrEqual(400);
    expect(server.recorded).toEqual([]);
  });

  test('before the body is read has no target', async () => {
    await using server = await serve(manage, done);
    const ada = await server.signedIn('ada');
    expect((await post(server, { ...ada, 'x-csrf-token': 'wrong' })).status).toBe(403);
    expect((await post(server, byToken('vera'))).status).toBe(403);
    const denied = { ...event, target: '', outcome: 'denied' };
    expect(server.recorded).toMatchObject([
      { ...denied, details: { code: 'csrf_failed' } },
      {
        ...denied,
        actor: 'vera',
        details: {
          code: 'forbidden',
          reason: 'The token or your role lacks the capability users.manage.',
        },
      },
    ]);
  });

  test('excludes invalid and rate-limited requests', async () => {
    const requestLimits = { session: 3 };
    await using server = await serve(manage, done, { requestLimits });
    const ada = byToken('ada');
    expect((await post(server, ada, { username: 5 })).status).toBe(400);
    expect((await post(server, { ...ada, 'content-type': 'text/plain' })).status).toBe(415);
    expect((await post(server, ada, { username: 'x'.repeat(2_000) })).status).toBe(413);
    expect((await post(server, ada)).status).toBe(429);
    expect(server.recorded).toEqual([]);
  });

  test('is still sent if it cannot be recorded, which is logged', async () => {
    const onRecord = () => Promise.reject(new Error('disk full'));
    const handler = () => Promise.reject(problems.conflict('It is the last one.'));
    await using server = await serve(manage, handler, { onRecord });
    expect(await codeOf(await post(server, byToken('ada')))).toEqual([409, 'conflict']);
    expect(await codeOf(await post(server, byToken('vera')))).toEqual([403, 'forbidden']);
    const warnings = server.log.filter(({ level }) => level === 'warn');
    const warning = {
      level: 'warn',
      message: 'refusal not recorded in the audit log',
      attributes: { request_id: 'request-1', action: 'user.save', error: 'Error: disk full' },
    };
    expect(warnings).toEqual([warning, warning]);
  });
});

describe('a refusal of an unknown caller', () => {
  const refuse = () => Promise.reject(problems.unauthenticated('This is wrong.'));

  test('is not recorded', async () => {
    await using signedIn = await serve(manage, done);
    expect((await post(signedIn)).status).toBe(401);
    await using open = await serve(save('public'), refuse);
    expect((await post(open)).status).toBe(401);
    expect((await post(open, { origin: 'https://evil.test' })).status).toBe(403);
    expect([...signedIn.recorded, ...open.recorded]).toEqual([]);
  });

  test.each([
    [{ actor: 'newt' }, { actor: 'newt', target: 'newt' }],
    [{ target: 'vera' }, { actor: '', target: 'vera' }],
  ])('is recorded when the handler notes %j', async (entry, recorded) => {
    const handler = ({ note }: SaveCall) => {
      note(entry);
      return refuse();
    };
    await using server = await serve(save('public'), handler);
    await post(server);
    const details = { code: 'unauthenticated', reason: 'This is wrong.' };
    expect(server.recorded).toEqual([{ ...event, ...recorded, outcome: 'denied', details }]);
  });
});

test('an operation without audit action in the contract is recorded under the noted action', async () => {
  const operation = defineOperation({
    id: 'auth.login',
    method: 'POST',
    path: '/save',
    base: 'admin',
    access: 'public',
    summary: 'Signs in',
    body: z.strictObject({ username: z.string(), password: z.string() }),
    answer: z.object({ ok: z.boolean() }),
    problems: [],
  });
  await using server = await Mounted.operation(operation, ({ body, note }) => {
    if (body.username === 'quiet') return done();
    note({ action: 'login.failed', actor: body.username });
    if (body.password === 'wrong') throw problems.unauthenticated('This is wrong.');
    note({ action: 'login' });
    return done();
  });
  await post(server, {}, { username: 'quiet', password: 'right' });
  await post(server, {}, { username: 'ada', password: 'wrong' });
  await post(server, {}, { username: 'ada', password: 'right' });
  expect(server.recorded.map(({ action, actor, outcome }) => [action, actor, outcome])).toEqual([
    ['login.failed', 'ada', 'denied'],
    ['login', 'ada', 'success'],
  ]);
});
