import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '@galley/kernel';
import { expectProblem, TestServer, type Answer, type Client } from '../fixtures.ts';
import { addToken } from '../operations/fixtures.ts';
import { lockWaiters, Workspace } from './fixtures.ts';

let server: TestServer;
let ada: Client;
let vera: Client;
let empty: Workspace;
let paused: Workspace;

beforeAll(async () => {
  server = await TestServer.start({ cuttable: true });
  ada = await server.signedIn();
  vera = await server.signedInAs({ username: 'vera', role: 'reviewer' });
  empty = await Workspace.at(server, ada);
  paused = await Workspace.at(server, ada);
  await paused.seed('paused-intake');
});

afterAll(() => server[Symbol.asyncDispose]());

interface Faults {
  readonly who?: 'nobody' | 'made-up token' | 'vera' | 'forged';
  readonly key?: string | null;
  readonly workspace?: 'none';
  readonly action?: 'dance';
  readonly run?: 'none';
  readonly state?: 'wrong';
}

/** Checks in the order of the gaps page; each request also fails all later checks. */
const state: Faults = { state: 'wrong' };
const run: Faults = { ...state, run: 'none' };
const action: Faults = { ...run, action: 'dance' };
const workspace: Faults = { ...action, workspace: 'none' };
const key: Faults = { ...workspace, key: null };

const order: readonly (readonly [Faults, number, string])[] = [
  [{ ...key, who: 'nobody' }, 401, 'unauthenticated'],
  [{ ...key, who: 'made-up token' }, 401, 'unauthenticated'],
  [{ ...key, who: 'vera' }, 403, 'forbidden'],
  [{ ...key, who: 'forged' }, 403, 'csrf_failed'],
  [key, 400, 'idempotency_key_required'],
  [{ ...workspace, key: '' }, 400, 'idempotency_key_required'],
  [{ ...workspace, key: '  \t ' }, 400, 'idempotency_key_required'],
  [{ ...workspace, key: 'k'.repeat(256) }, 400, 'idempotency_key_required'],
  [{ ...workspace, key: 'k'.repeat(255) }, 404, 'workspace_not_found'],
  [workspace, 404, 'workspace_not_found'],
  [action, 400, 'invalid_run_action'],
  [run, 404, 'run_not_found'],
  [state, 409, 'illegal_run_transition'],
];

function send(faults: Faults, body?: string): Promise<Answer> {
  const { who, workspace, action = 'pause', run } = faults;
  const id = workspace === 'none' ? 'no-such-workspace' : (run === 'none' ? empty : paused).id;
  const { client, headers } = callers[who ?? 'ada']();
  const idempotency = faults.key === undefined ? newId() : faults.key;
  return client.send(`/api/v1/workspaces/${id}/runs/${action}`, {
    method: 'POST',
    headers: { ...headers, ...(idempotency !== null && { 'idempotency-key': idempotency }) },
    ...(body !== undefined && { body }),
  });
}

const callers = {
  ada: () => ({ client: ada, headers: {} }),
  vera: () => ({ client: vera, headers: {} }),
  forged: () => ({ client: ada, headers: { 'x-csrf-token': 'forged' } }),
  nobody: () => ({ client: server.visitor(), headers: {} }),
  'made-up token': () => ({
    client: ada,
    headers: { authorization: `Bearer galley_worker_${'A'.repeat(36)}`, 'x-galley-user': 'ada' },
  }),
};

describe('a request passes the checks in order (RC-AUTH-1, RC-ERR-1, RC-ERR-2)', () => {
  test.each(order)('%j is %i %s', async (faults, status, code) => {
    expectProblem(await send(faults), status, code);
    expectProblem(await send(faults, '{"goal":"Ink"}'), status, code);
  });
});

describe('permission', () => {
  test.each(['admin', 'editor'])(
    'is granted by the role %s (gaps page, Run-control API)',
    async (role) => {
      const client = await server.signedInAs({ username: `one-${role}`, role });
      const workspace = (await Workspace.at(server, ada)).as(client);
      expect((await workspace.post('start')).status).toBe(200);
      expect((await workspace.status()).status).toBe(200);
    },
  );

  test('is granted to a personal token with the capability, without a CSRF token', async () => {
    const workspace = await Workspace.at(server, ada);
    const { headers } = await addToken(server, 'ada', { scopes: ['runs.control'] });
    const visitor = workspace.as(server.visitor());
    expect((await visitor.post('start', { headers })).status).toBe(200);
    const asked = await visitor.client.get(workspace.address('status'), headers);
    expectProblem(asked, 403, 'forbidden');
    const reading = await addToken(server, 'ada', { scopes: ['runs.read'] });
    expectProblem(await visitor.post('pause', { headers: reading.headers }), 403, 'forbidden');
  });

  test('denials are recorded with the attempted action', async () => {
    const answer = await paused.as(vera).post('force-stop');
    const entries = await server.database.db
      .selectFrom('audit_entries')
      .selectAll()
      .where('request_id', '=', answer.headers.get('x-request-id')!)
      .execute();
    expect(entries).toMatchObject([
      {
        action: 'run.force-stop',
        actor: 'vera',
        outcome: 'denied',
        details: { code: 'forbidden' },
      },
    ]);
  });
});

describe('addresses', () => {
  test.each(['status', 'dance', 'START', 'start%20', 'st%00op', 'x'.repeat(3_000), '__proto__'])(
    'accept five actions, and refuse %j (RC-API-3, RC-ERR-1)',
    async (action) => {
      const body = '{"goal":"Ink"}';
      expectProblem(await empty.post(action, { body }), 400, 'invalid_run_action');
    },
  );

  test.each(['%00', 'x'.repeat(3_000), '%F0%9F%96%8B', "';--", '..%2F..'])(
    'need a workspace, and refuse %j (RC-AUTH-1)',
    async (id) => {
      const headers = { 'idempotency-key': newId() };
      const address = `/api/v1/workspaces/${id}/runs`;
      const answer = await ada.post(`${address}/start`, { goal: 'Ink' }, headers);
      expectProblem(answer, 404, 'workspace_not_found');
      const status = await ada.get(`${address}/status`);
      expect([status.status, status.json()['state']]).toEqual([200, 'stopped']);
    },
  );

  test.each([
    '/api/v1',
    '/api/v1/workspaces',
    '/api/v1/runs',
    '/api/v2/workspaces/default/runs/status',
  ])('contain the version: %s is 404 (RC-VER-1)', async (path) => {
    const answer = await ada.get(path);
    expect(answer.status).toBe(404);
  });
});

describe('the body', () => {
  test.each([
    ['no JSON', '{"goal":'],
    ['no object', '[1,2]'],
    ['null', 'null'],
    ['another type', '{"goal":5,"run_id":{},"reason":[]}'],
    ['unknown fields', '{"state":"stopped","no such field":1}'],
    ['bytes', new Uint8Array([0xff, 0xfe, 0x00])],
  ])('may be %s (RC-API-14)', async (_what, body) => {
    const workspace = await Workspace.at(server, ada);
    expect((await workspace.post('start', { body })).status).toBe(200);
    expect(await workspace.rows()).toMatchObject([{ status: 'active', goal: '' }]);
  });

  test('is parsed leniently, whatever its content type (RC-API-14, GAP-RC-API-2)', async () => {
    const odd: Record<string, string>[] = [
      {},
      { 'content-type': 'text/csv', 'content-encoding': 'odd' },
    ];
    for (const headers of odd) {
      const workspace = await Workspace.at(server, ada);
      const body = '{"run_id":7,"goal":"Ink \\ud800\\u0000","more":1}';
      expect((await workspace.post('start', { body, headers })).status).toBe(200);
      expect(await workspace.rows()).toMatchObject([{ goal: 'Ink \ufffd' }]);
    }
  });

  test('sets a goal of at most 4,000 characters, and longer ones are truncated', async () => {
    const workspace = await Workspace.at(server, ada);
    await workspace.post('start', { body: JSON.stringify({ goal: '🖋'.repeat(4_001) }) });
    expect(await workspace.rows()).toMatchObject([{ goal: '🖋'.repeat(4_000) }]);
  });

  test('is limited to 1 MiB (GAP-RC-API-2)', async () => {
    const body = `{"goal":"${'x'.repeat(1024 * 1024 - 11)}"}`;
    const workspace = await Workspace.at(server, ada);
    expect((await workspace.post('start', { body })).status).toBe(200);
    const tooLarge = await workspace.post('pause', { body: `${body} ` });
    expectProblem(tooLarge, 413, 'payload_too_large');
    let left = 40;
    const pieces = new ReadableStream<Uint8Array>({
      pull: (controller) =>
        left-- > 0 ? controller.enqueue(new Uint8Array(32 * 1024)) : controller.close(),
    });
    const headers = { 'idempotency-key': newId() };
    const init = { method: 'POST', headers, body: pieces, duplex: 'half' } as RequestInit;
    expectProblem(await ada.send(workspace.address('pause'), init), 413, 'payload_too_large');
    expect(await workspace.rows()).toMatchObject([{ status: 'active' }]);
  });
});

describe('without the database', () => {
  test('requests fail with store_unavailable (gaps page, Run-control API)', async () => {
    const workspace = await Workspace.at(server, ada);
    await server.withoutDatabase(async () => {
      for (const body of [undefined, '{"goal":"Ink"}']) {
        const answer = await workspace.post('start', body === undefined ? {} : { body });
        expectProblem(answer, 503, 'store_unavailable');
        expect(answer.headers.get('retry-after')).toBe('5');
      }
      expectProblem(await workspace.status(), 503, 'store_unavailable');
    });
    expect(await workspace.rows()).toEqual([]);
    expect((await workspace.post('start')).status).toBe(200);
  });

  test('a failure during the request is 409 without side effects (RC-ERR-4)', async () => {
    const workspace = await Workspace.at(server, ada);
    const runId = await workspace.seed('active');
    const { db } = server.database;
    const cut = await db.transaction().execute(async (transaction) => {
      await transaction
        .selectFrom('runs')
        .select('id')
        .where('id', '=', runId)
        .forUpdate()
        .execute();
      const answer = workspace.post('pause');
      await lockWaiters(server.database, 1);
      await server.withoutDatabase(() => Promise.resolve());
      return { answer };
    });
    expectProblem(await cut.answer, 409, 'run_transition_failed');
    expect(await workspace.row(runId)).toMatchObject({ status: 'active' });
    expect(await workspace.audited()).toEqual([]);
  });
});
