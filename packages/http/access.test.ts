import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { defineOperation, type Access, type RecentConfirmation } from '@galley/contract';
import { byToken, codeOf, Mounted } from './fixtures.ts';

const change = <const Needs extends Access>(
  access: Needs,
  more: { beforeSecondFactor?: true; recentlyConfirmed?: RecentConfirmation } = {},
) =>
  defineOperation({
    id: 'thing.change',
    method: 'POST',
    path: '/change',
    base: 'admin',
    access,
    summary: 'Changes it',
    body: z.strictObject({ name: z.string() }),
    answer: z.object({ by: z.string() }),
    problems: [],
    ...more,
  });

const serve = (operation: ReturnType<typeof change>, options = {}) =>
  Mounted.operation(
    operation,
    ({ caller }) =>
      Promise.resolve({ by: caller ? `${caller.by} of ${caller.actor.username}` : '' }),
    options,
  );

/** The body is invalid JSON: an admitted request answers `invalid_json`, a refusal has its own code. */
const call = (server: Mounted, headers: Record<string, string> = {}) =>
  fetch(`${server.url}/change`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: '{',
  });

const letIn = [400, 'invalid_json'];
const minutes = 60_000;

describe('an operation that needs a capability', () => {
  const manage = change({ capability: 'users.manage' }, { recentlyConfirmed: {} });

  test('is refused for the first failed requirement, before the body is read', async () => {
    await using server = await serve(manage, { requestLimits: { session: 8 } });
    const ada = await server.signedIn('ada');
    const vera = await server.signedIn('vera');
    const newt = await server.signedIn('newt');
    const wrong = { 'x-csrf-token': 'wrong' };
    server.clock.advance(11 * minutes);
    expect(await codeOf(await call(server))).toEqual([401, 'unauthenticated']);
    const factor = await call(server, { ...newt, ...wrong });
    expect(await factor.json()).toMatchObject({
      code: 'forbidden',
      detail: 'Set up a second factor first: this site requires one.',
    });
    expect(await codeOf(await call(server, { ...vera, ...wrong }))).toEqual([403, 'csrf_failed']);
    const role = await call(server, vera);
    expect(await role.json()).toMatchObject({
      code: 'forbidden',
      detail: 'Your role (viewer) lacks the capability users.manage.',
    });
    const old = await call(server, ada);
    expect(await codeOf(old)).toEqual([403, 'reauthentication_required']);
    for (let count = 3; count <= 8; count++) await call(server, { ...vera, ...wrong });
    expect(await codeOf(await call(server, { ...vera, ...wrong }))).toEqual([429, 'rate_limited']);
  });

  test('accepts a password confirmation of the last ten minutes, and no token', async () => {
    await using server = await serve(manage);
    const ada = await server.signedIn('ada');
    server.clock.advance(10 * minutes);
    expect(await codeOf(await call(server, ada))).toEqual(letIn);
    server.clock.advance(1);
    const late = await call(server, ada);
    expect(await late.json()).toMatchObject({
      code: 'reauthentication_required',
      title: 'Password confirmation required',
      detail: expect.stringContaining('POST /session/confirm') as string,
    });
    expect(await codeOf(await call(server, byToken('ada')))).toEqual([403, 'forbidden']);
  });

  test('accepts a token whose scopes name the capability, if the contract allows tokens', async () => {
    const named = change(
      { capability: 'users.manage' },
      { recentlyConfirmed: { tokens: 'named_scope' } },
    );
    await using server = await serve(named);
    const ada = await server.signedIn('ada');
    server.clock.advance(11 * minutes);
    expect(await codeOf(await call(server, ada))).toEqual([403, 'reauthentication_required']);
    expect(await codeOf(await call(server, byToken('ada-named')))).toEqual(letIn);
    expect(await codeOf(await call(server, byToken('vera-named')))).toEqual([403, 'forbidden']);
    const refused = await call(server, byToken('ada'));
    expect(await refused.json()).toMatchObject({
      code: 'forbidden',
      detail: 'The token needs the scope users.manage; * is not enough.',
    });
  });

  test('requires confirmation for certain bodies only, if the contract says so', async () => {
    const when = { holds: ({ name }: { name?: unknown }) => name === 'root', text: 'for root' };
    const some = change({ capability: 'users.manage' }, { recentlyConfirmed: { when } });
    await using server = await serve(some);
    const ada = await server.signedIn('ada');
    server.clock.advance(11 * minutes);
    const post = (name: string, headers: Record<string, string>) =>
      fetch(`${server.url}/change`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ name }),
      });
    expect((await post('other', ada)).status).toBe(200);
    expect(await codeOf(await post('root', ada))).toEqual([403, 'reauthentication_required']);
    expect((await post('other', byToken('ada'))).status).toBe(200);
    expect(await codeOf(await post('root', byToken('ada')))).toEqual([403, 'forbidden']);
    expect((await post('root', await server.signedIn('ada'))).status).toBe(200);
  });

  test('names the missing scope to a token', async () => {
    await using server = await serve(change({ capability: 'users.manage' }));
    const refused = await call(server, byToken('vera'));
    expect(await refused.json()).toMatchObject({
      code: 'forbidden',
      detail: 'The token or your role lacks the capability users.manage.',
    });
    expect(await codeOf(await call(server, byToken('ada')))).toEqual(letIn);
  });
});

test.each([
  ['of another site', { 'sec-fetch-site': 'cross-site' }],
  ['of another origin', { origin: 'https://evil.example' }],
  ['without an origin', { origin: 'null' }],
])('a change from a page %s is refused, even with a valid CSRF token', async (_what, headers) => {
  await using server = await serve(change('signed_in'));
  const ada = await server.signedIn('ada');
  expect(await codeOf(await call(server, { ...ada, ...headers }))).toEqual([403, 'csrf_failed']);
  const own = { origin: server.url, 'sec-fetch-site': 'same-origin' };
  expect(await codeOf(await call(server, { ...ada, ...own }))).toEqual(letIn);
  // Browsers never send a token unasked.
  expect(await codeOf(await call(server, { ...byToken('ada'), ...headers }))).toEqual(letIn);
});

test('an operation for sessions refuses all tokens', async () => {
  await using server = await serve(change('session'));
  expect(await codeOf(await call(server, await server.signedIn('vera')))).toEqual(letIn);
  const token = await call(server, byToken('ada'));
  expect(await token.json()).toMatchObject({
    code: 'forbidden',
    detail: 'This operation does not accept API tokens. Sign in instead.',
  });
});

test('an operation for signed-in users accepts sessions and tokens', async () => {
  await using server = await serve(change('signed_in'));
  expect(await codeOf(await call(server))).toEqual([401, 'unauthenticated']);
  expect(await codeOf(await call(server, await server.signedIn('vera')))).toEqual(letIn);
  expect(await codeOf(await call(server, byToken('vera')))).toEqual(letIn);
});

describe('without a required second factor', () => {
  test('a session can only set one up, and a token has no rights (GAP-SES-4)', async () => {
    await using setup = await serve(change('session', { beforeSecondFactor: true }));
    expect(await codeOf(await call(setup, await setup.signedIn('newt')))).toEqual(letIn);
    await using other = await serve(change('signed_in'));
    const newt = await other.signedIn('newt');
    expect(await codeOf(await call(other, newt))).toEqual([403, 'forbidden']);
    expect(await codeOf(await call(other, byToken('newt')))).toEqual([403, 'forbidden']);
    const left = await fetch(`${other.url}/leave`, { method: 'POST', headers: newt });
    expect(left.status).toBe(200);
  });

  test('public content remains accessible', async () => {
    await using server = await serve(change('public'));
    expect(await codeOf(await call(server, await server.signedIn('newt')))).toEqual(letIn);
  });
});

describe('a page of another site', () => {
  const origins = async (server: Mounted, headers: Record<string, string>) =>
    Object.fromEntries(
      await Promise.all(
        ['https://galley.test', 'https://galley.test:8443', 'https://evil.test', 'null'].map(
          async (origin) => [origin, (await call(server, { ...headers, origin })).status] as const,
        ),
      ),
    );

  test('cannot call public operations that change data; behind a proxy, the forwarded host counts (GAP-SES-2)', async () => {
    await using server = await serve(change('public'), { behindProxy: true });
    for (const host of ['galley.test', 'GALLEY.test:443']) {
      expect(await origins(server, { 'x-forwarded-host': host })).toEqual({
        'https://galley.test': 400,
        'https://galley.test:8443': 403,
        'https://evil.test': 403,
        null: 403,
      });
    }
    const own = await call(server, { origin: server.url });
    expect(await codeOf(own)).toEqual(letIn);
  });

  test('cannot name the own host unless through a trusted proxy', async () => {
    await using server = await serve(change('public'));
    const statuses = await origins(server, { 'x-forwarded-host': 'evil.test' });
    expect(statuses).toMatchObject({ 'https://evil.test': 403, 'https://galley.test': 403 });
    expect((await call(server, { origin: server.url })).status).toBe(400);
  });
});

test('a public operation that changes data is about sessions, and refuses tokens', async () => {
  await using server = await serve(change('public'));
  expect(await codeOf(await call(server))).toEqual(letIn);
  expect(await codeOf(await call(server, byToken('ada')))).toEqual([403, 'forbidden']);
});
