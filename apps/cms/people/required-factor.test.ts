import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '@galley/contract';
import {
  admin,
  expectProblem,
  password,
  TestServer,
  totpCode,
  type Answer,
  type Client,
} from '../fixtures.ts';

const api = '/__admin/api';
const refusal = 'Set up a second factor first: this site requires one.';

const beforeFactor = operations.filter(({ beforeSecondFactor }) => beforeSecondFactor === true);
const afterFactor = operations.filter(
  (operation) =>
    operation.base === 'admin' &&
    operation.access !== 'public' &&
    !beforeFactor.includes(operation),
);

let server: TestServer;
let client: Client;

beforeAll(async () => {
  server = await TestServer.start({ config: { security: { require_mfa: true } } });
  client = await server.signedIn();
});

afterAll(() => server[Symbol.asyncDispose]());

function call(by: Client, { method, path }: { method: string; path: string }): Promise<Answer> {
  return method === 'GET' ? by.get(api + path) : by.post(api + path);
}

function expectFactorDue(answer: Answer): void {
  expect(expectProblem(answer, 403, 'forbidden').detail).toBe(refusal);
}

describe('a user without the required second factor (GAP-SES-4)', () => {
  test('is asked to set one up at sign-in', async () => {
    const answer = await server.visitor().post(`${api}/login`, admin);
    expect(answer.json()).toMatchObject({ authenticated: true, mfa_complete: false });
    expect((await client.get(`${api}/session`)).json()).toMatchObject({ mfa_complete: false });
    const sessions = (await server.database.db.selectFrom('sessions').selectAll().execute()).length;
    expect(sessions).toBe(2);
  });

  test('can only set one up, use its prerequisites, and sign out', () => {
    const ids = beforeFactor.map(({ id }) => id);
    expect(ids).toEqual([
      'auth.session',
      'auth.verify_factor',
      'sessions.confirm',
      'totp.setup',
      'totp.enable',
      'passkeys.begin',
      'passkeys.add',
      'passkeys.confirm_options',
    ]);
  });

  test('confirms the password again after a delay before setting one up', async () => {
    const late = await server.signedInAs({ username: 'lara', role: 'author' });
    const { db } = server.database;
    const confirmed_at = new Date(Date.now() - 11 * 60_000);
    const theirs = db.updateTable('sessions').set({ confirmed_at }).where('username', '=', 'lara');
    await theirs.execute();
    expectProblem(await late.post(`${api}/totp/setup`), 403, 'reauthentication_required');
    expect((await late.post(`${api}/session/confirm`, { password })).status).toBe(200);
    await late.enableFactor();
    expect((await late.get(`${api}/session`)).json()).toMatchObject({ mfa_complete: true });
  });

  test.each(afterFactor.map((operation) => [operation.id, operation] as const))(
    'is refused %s, with a CSRF token and without',
    async (_id, operation) => {
      expectFactorDue(await call(client, operation));
      const forged = Object.assign(client.at(server), { csrfToken: undefined });
      expectFactorDue(await call(forged, operation));
    },
  );

  test('still reads public content', async () => {
    expect((await client.get('/')).status).toBe(200);
    expect((await client.get(`${api}/openapi.json`)).status).toBe(200);
    expect((await client.get('/__platform/api/site')).status).toBe(200);
  });

  test('needs the CSRF token to set one up', async () => {
    const forged = Object.assign(client.at(server), { csrfToken: undefined });
    expectProblem(await forged.post(`${api}/totp/setup`), 403, 'csrf_failed');
    expectProblem(await forged.post(`${api}/totp/enable`, { code: '1' }), 403, 'csrf_failed');
  });

  test('cannot set one up for others, even as an administrator', async () => {
    const other = await server.signedInAs({ username: 'tess', role: 'author' });
    await server.addUser({ username: 'olga', role: 'author' });
    for (const by of [other, client]) {
      const setup = await by.post(`${api}/totp/setup`, { username: 'olga' });
      expectProblem(setup, 403, 'forbidden');
      const enable = await by.post(`${api}/totp/enable`, { username: 'olga', code: '000000' });
      expectProblem(enable, 403, 'forbidden');
    }
  });

  test('keeps the same state after a wrong code', async () => {
    await client.post(`${api}/totp/setup`);
    const answer = await client.post(`${api}/totp/enable`, { code: 'AAAAAA' });
    expectProblem(answer, 401, 'totp_invalid');
    expect((await client.get(`${api}/session`)).json()).toMatchObject({ mfa_complete: false });
    expectFactorDue(await client.get(`${api}/documents`));
  });

  test('can sign out', async () => {
    const leaving = await server.signedIn();
    expect((await leaving.post(`${api}/logout`)).json()).toMatchObject({ username: 'ada' });
    expectProblem(await leaving.get(`${api}/session`), 401, 'unauthenticated');
  });
});

describe('after the set-up (GAP-SES-4)', () => {
  let secret: string;
  let other: Client;
  let before: Client;

  beforeAll(async () => {
    other = await server.signedIn();
    before = client.at(server);
    ({ secret } = await client.enableFactor());
  });

  test('the session has full rights under a new id; the old id and other sessions have none', async () => {
    expect(client.cookie).not.toBe(before.cookie);
    const session = (await client.get(`${api}/session`)).json();
    expect(session).toMatchObject({ mfa_complete: true, csrf_token: before.csrfToken });
    expect((await client.get(`${api}/documents`)).status).toBe(200);
    expect((await client.get(`${api}/users`)).status).toBe(200);
    const made = await client.post(`${api}/tokens/create`, { name: 'Press', scopes: ['*'] });
    const { token } = made.json<{ token: string }>();
    const headers = { authorization: `Bearer ${token}` };
    expect((await server.visitor().get(`${api}/documents`, headers)).status).toBe(200);
    expectProblem(await before.get(`${api}/session`), 401, 'unauthenticated');
    expectProblem(await other.get(`${api}/session`), 401, 'unauthenticated');
  });

  test('a sign-in needs a code and is complete then', async () => {
    const visitor = server.visitor();
    const without = await visitor.post(`${api}/login`, admin);
    expectProblem(without, 401, 'totp_required');
    expect(visitor.cookie).toBeUndefined();
    const answer = await visitor.signIn({ ...admin, totp_code: totpCode(secret, 1) });
    expect(answer.json()).toMatchObject({ mfa_complete: true });
    expect((await visitor.get(`${api}/documents`)).status).toBe(200);
  });

  test('other users without one remain restricted, also with tokens', async () => {
    const vera = await server.signedInAs({ username: 'vera', role: 'editor' });
    const { recoveryCodes } = await vera.enableFactor();
    const made = await vera.post(`${api}/tokens/create`, { name: 'Press', scopes: ['*'] });
    const headers = { authorization: `Bearer ${made.json<{ token: string }>().token}` };
    const byToken = (): Promise<Answer> => server.visitor().get(`${api}/documents`, headers);
    expect((await byToken()).status).toBe(200);
    expect((await vera.post(`${api}/totp/disable`)).status).toBe(200);
    expectFactorDue(await byToken());
    expectFactorDue(await vera.get(`${api}/documents`));
    expect((await vera.get(`${api}/session`)).json()).toMatchObject({ mfa_complete: false });
    const spent = { username: 'vera', password, totp_code: recoveryCodes[0]! };
    const answer = await server.visitor().signIn(spent);
    expect(answer.json()).toMatchObject({ mfa_complete: false });
  });
});
