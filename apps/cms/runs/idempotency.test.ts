import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '@galley/kernel';
import { expectProblem, TestServer, type Client } from '../fixtures.ts';
import { tally, Workspace } from './fixtures.ts';

let server: TestServer;
let ada: Client;
let workspace: Workspace;

beforeAll(async () => {
  server = await TestServer.start({ config: { limits: { session_requests_per_minute: 0 } } });
  ada = await server.signedIn();
});

afterAll(() => server[Symbol.asyncDispose]());

beforeEach(async () => {
  workspace = await Workspace.at(server, ada);
});

const body = '{"goal":"Ink"}';

function keys() {
  return server.database.db
    .selectFrom('idempotency_keys')
    .selectAll()
    .where('workspace_id', '=', workspace.id)
    .execute();
}

test('of sixty requests with one key and one body, one takes effect and the others get its response or wait (gaps page, Idempotency)', async () => {
  const key = newId();
  const all = await Promise.all(
    Array.from({ length: 60 }, () => workspace.post('start', { key, body })),
  );
  const outcomes = tally(all);
  expect(['200', '409 idempotency_in_progress']).toEqual(
    expect.arrayContaining(Object.keys(outcomes)),
  );
  expect(outcomes['200']).toBeGreaterThan(0);
  const answers = all.filter(({ status }) => status === 200).map(({ text }) => text);
  const later = await workspace.post('start', { key, body });
  expect(new Set([...answers, later.text]).size).toBe(1);
  expect(await workspace.rows()).toHaveLength(1);
  expect(await workspace.audited()).toHaveLength(1);
});

test('the stored response is repeated even if the state has changed', async () => {
  const key = newId();
  const first = await workspace.post('start', { key, body });
  await workspace.post('stop');
  const again = await workspace.post('start', { key, body });
  expect([again.status, again.text]).toEqual([200, first.text]);
  expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'));
  expect(again.headers.get('cache-control')).toBe('no-store');
  expect(await workspace.rows()).toMatchObject([{ status: 'stopped' }]);
  expect(await workspace.audited()).toHaveLength(2);
});

test.each([
  ['pause', 404, 'run_not_found'],
  ['dance', 400, 'invalid_run_action'],
])('a refusal is stored too: %s is %i %s', async (action, status, code) => {
  const key = newId();
  const first = await workspace.post(action, { key, body });
  const refusal = expectProblem(first, status, code);
  await workspace.seed('active');
  const again = await workspace.post(action, { key, body });
  // The request id, which `expectProblem` compares with the header, is that of the current request.
  const replayed = expectProblem(again, status, code);
  expect(replayed.request_id).not.toBe(refusal.request_id);
  expect(replayed).toEqual({ ...refusal, request_id: replayed.request_id });
  expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'));
  expect(await workspace.rows()).toMatchObject([{ status: 'active' }]);
});

test('a key belongs to one exact body (RC-API-14)', async () => {
  const key = newId();
  await workspace.post('start', { key, body });
  for (const other of [`${body} `, '{}', '{"goal":"ink"}']) {
    const answer = await workspace.post('start', { key, body: other });
    expectProblem(answer, 422, 'idempotency_key_reuse');
  }
});

test('an empty body is not stored, and takes effect each time (RC-API-14)', async () => {
  const key = newId();
  const first = await workspace.post('start', { key });
  expect(first.status).toBe(200);
  expectProblem(await workspace.post('start', { key }), 409, 'illegal_run_transition');
  await workspace.post('stop', { key });
  const again = await workspace.post('start', { key });
  expect(again.json()['run_id']).not.toBe(first.json()['run_id']);
  expect(await keys()).toEqual([]);
});

test('a key belongs to its workspace, actor and action', async () => {
  const key = newId();
  const other = await Workspace.at(server, ada);
  const eve = await server.signedInAs({ username: `e${newId()}`, role: 'editor' });
  expect((await workspace.post('start', { key, body })).status).toBe(200);
  expect((await other.post('start', { key, body: '{}' })).status).toBe(200);
  expect((await workspace.post('pause', { key, body: '{}' })).status).toBe(200);
  expect((await workspace.as(eve).post('resume', { key, body: '[]' })).status).toBe(200);
  expect(await workspace.rows()).toMatchObject([{ status: 'active' }]);
});

test('a key belongs to an address in any spelling', async () => {
  const key = newId();
  const first = await workspace.post('start', { key, body });
  expect((await workspace.post('st%61rt', { key, body })).text).toBe(first.text);
  expect((await workspace.post('start/', { key, body })).text).toBe(first.text);
});

test('a refused caller sees no stored responses, and its refusal is not stored (gaps page, Idempotency)', async () => {
  const key = newId();
  await workspace.post('start', { key, body });
  const nobody = workspace.as(server.visitor());
  expectProblem(await nobody.post('start', { key, body }), 401, 'unauthenticated');
  const forged = { 'x-csrf-token': 'forged' };
  expectProblem(await workspace.post('start', { key, body, headers: forged }), 403, 'csrf_failed');
  expect(await keys()).toHaveLength(1);
});

describe('a reservation', () => {
  async function reserve(secondsAgo: number, other: Record<string, unknown> = {}): Promise<string> {
    const key = newId();
    await workspace.post('pause', { key, body });
    const reserved_at = new Date(Date.now() - secondsAgo * 1_000);
    await server.database.db
      .updateTable('idempotency_keys')
      .set({ status: null, headers: null, body: null, reserved_at, ...other })
      .where('key', '=', key)
      .execute();
    await workspace.seed('active');
    return key;
  }

  test('makes other requests wait', async () => {
    const key = await reserve(55);
    expectProblem(await workspace.post('pause', { key, body }), 409, 'idempotency_in_progress');
  });

  test('of a dead process expires after a minute', async () => {
    const key = await reserve(61);
    expect((await workspace.post('pause', { key, body })).status).toBe(200);
    expect((await workspace.post('pause', { key, body })).status).toBe(200);
    expect(await workspace.audited()).toHaveLength(1);
  });

  test('and its response expire after a day', async () => {
    const past = { expires_at: new Date(Date.now() - 1_000) };
    const key = await reserve(0, { ...past, status: 200, headers: '{}', body: '{}' });
    const answer = await workspace.post('pause', { key, body: '{"another":1}' });
    expect(answer.json()).toMatchObject({ state: 'paused-intake' });
    const [kept] = await keys();
    const lifetime = kept!.expires_at.getTime() - kept!.reserved_at.getTime();
    expect(lifetime).toBe(24 * 60 * 60_000);
  });
});
