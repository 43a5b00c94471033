import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId, sha256 } from '@galley/kernel';
import { expectProblem, TestServer, type Answer, type Client } from '../fixtures.ts';
import { addToken } from '../operations/fixtures.ts';
import { tally, WorkRows, Workspace } from './fixtures.ts';

let server: TestServer;
let ada: Client;
let vera: Client;
let workspace: Workspace;
let rows: WorkRows;
let hash: string;

beforeAll(async () => {
  server = await TestServer.start({ config: { limits: { session_requests_per_minute: 0 } } });
  ada = await server.signedIn();
  vera = await server.signedInAs({ username: 'vera', role: 'reviewer' });
});

afterAll(() => server[Symbol.asyncDispose]());

const secret = `ghp_${'a1'.repeat(18)}`;

const own = (name: string): string => `${name}-${workspace.id}`;

beforeEach(async () => {
  workspace = await Workspace.at(server, ada);
  rows = new WorkRows(server.database.db, workspace.id);
  await rows.addRun(own('run'));
  await rows.addProposal(own('p'), { by: 'olga' });
  hash = await rows.addPatch(own('p'), 'a patch');
  await rows.addRequest(own('a'), { runId: own('run'), proposalId: own('p') });
});

interface Decision {
  readonly id?: string;
  readonly decision?: 'approve' | 'reject';
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

function decide(
  client: Client,
  { id = own('a'), decision = 'approve', body, headers }: Decision = {},
) {
  return client.post(
    `/api/v1/workspaces/${workspace.id}/approvals/${id}/${decision}`,
    body === undefined ? { patch_sha256: hash } : body,
    { 'idempotency-key': newId(), ...headers },
  );
}

function entriesOf(answer: Answer) {
  return server.database.db
    .selectFrom('audit_entries')
    .selectAll()
    .where('request_id', '=', answer.headers.get('x-request-id')!)
    .execute();
}

const audited = () =>
  server.database.db
    .selectFrom('audit_entries')
    .selectAll()
    .where('target', '=', own('a'))
    .execute();

async function events(): Promise<unknown[]> {
  const path = `/api/v1/workspaces/${workspace.id}/runs/${own('run')}/events`;
  return (await ada.get(path)).json<{ items: unknown[] }>().items;
}

test.each([
  ['approve', 'approved'],
  ['reject', 'rejected'],
] as const)(
  'a reviewer can %s a patch they have read, and the decision is recorded (GAP-RC-API-4, GAP-RC-API-7, GAP-RC-API-10)',
  async (decision, status) => {
    const answer = await decide(vera, {
      decision,
      body: { patch_sha256: hash, note: `Mind ${secret}.` },
    });
    expect({ status: answer.status, said: answer.json() }).toMatchObject({
      status: 200,
      said: {
        id: own('a'),
        run_id: own('run'),
        proposal_id: own('p'),
        task_id: null,
        status,
        requested_by: 'chair-1',
        decided_by: 'vera',
        patch_sha256: hash,
        note: 'Mind [redacted].',
      },
    });
    expect(await entriesOf(answer)).toMatchObject([
      {
        action: `run.${decision}`,
        actor: 'vera',
        target: own('a'),
        outcome: 'success',
        details: {
          run_id: own('run'),
          proposal_id: own('p'),
          patch_sha256: hash,
          note: 'Mind [redacted].',
        },
      },
    ]);
    const payload = {
      approval_id: own('a'),
      proposal_id: own('p'),
      decision: status,
      patch_sha256: hash,
    };
    expect(await events()).toMatchObject([{ type: 'human.approval_decided', payload }]);
  },
);

test('a proposal without a patch is decided with null or without the field (GAP-RC-API-10)', async () => {
  for (const [name, body] of [
    ['null', { patch_sha256: null }],
    ['nothing', {}],
  ] as const) {
    await rows.addRequest(own(name), { runId: own('run') });
    const answer = await decide(ada, { id: own(name), body });
    expect(answer.json()).toMatchObject({ status: 'approved', patch_sha256: null });
  }
});

describe('a decision is refused', () => {
  test.each([[{ patch_sha256: sha256('another') }], [{ patch_sha256: null }], [{}]])(
    'on an outdated patch, and names the newest one: %j (GAP-RC-API-10)',
    async (body) => {
      const problem = expectProblem(await decide(ada, { body }), 409, 'patch_changed');
      expect(problem['patch_sha256']).toBe(hash);
      const newer = await rows.addPatch(own('p'), 'a newer patch');
      const late = expectProblem(await decide(ada), 409, 'patch_changed');
      expect(late['patch_sha256']).toBe(newer);
      expect([await audited(), await events()]).toEqual([[], []]);
    },
  );

  test('by a contributor (GAP-RC-API-10)', async () => {
    const olga = await server.signedInAs({ username: `o${newId()}`, role: 'editor' });
    const { username } = (await olga.get('/__admin/api/session')).json<{ username: string }>();
    await rows.addRequest(own('hers'), { runId: own('run'), by: username });
    const answer = await decide(olga, { id: own('hers'), body: {} });
    const { detail } = expectProblem(answer, 403, 'own_request');
    expect(detail).toMatch(/you requested it\. Ask another person/);
    expect((await decide(vera, { id: own('hers'), body: {} })).status).toBe(200);
  });

  test('twice', async () => {
    await decide(vera);
    const problem = expectProblem(
      await decide(ada, { decision: 'reject' }),
      409,
      'already_decided',
    );
    expect(problem['approval_status']).toBe('approved');
    expect(await audited()).toHaveLength(1);
  });

  test('without such a request in this workspace', async () => {
    expectProblem(await decide(ada, { id: 'none' }), 404, 'approval_not_found');
    expectProblem(await decide(ada, { id: '%00' }), 404, 'approval_not_found');
    const id = own('a');
    workspace = await Workspace.at(server, ada);
    expectProblem(await decide(ada, { id }), 404, 'approval_not_found');
  });
});

test('of fifty simultaneous decisions, one succeeds and the others are refused (GAP-RC-API-6)', async () => {
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, number) =>
      decide(number % 2 ? ada : vera, { decision: number % 3 ? 'approve' : 'reject' }),
    ),
  );
  expect(tally(answers)).toEqual({ '200': 1, '409 already_decided': 49 });
  expect([await audited(), await events()].map(({ length }) => length)).toEqual([1, 1]);
});

test('a repeated decision with the same key is made once and answered alike (GAP-RC-API-5)', async () => {
  const headers = { 'idempotency-key': newId() };
  const first = await decide(ada, { headers });
  const again = await decide(ada, { headers });
  expect([again.status, again.text]).toEqual([200, first.text]);
  const other = await decide(ada, { headers, body: { patch_sha256: hash, note: 'x' } });
  expectProblem(other, 422, 'idempotency_key_reuse');
  expect(await audited()).toHaveLength(1);
});

test('a decision passes the checks in order (GAP-RC-API-3, GAP-RC-API-4)', async () => {
  const wrong = { id: 'none', headers: { 'idempotency-key': '' } };
  const author = await server.signedInAs({ username: `a${newId()}`, role: 'author' });
  expectProblem(await decide(server.visitor(), wrong), 401, 'unauthenticated');
  const worker = {
    authorization: `Bearer galley_worker_${'A'.repeat(36)}`,
    'x-galley-user': 'ada',
  };
  expectProblem(await decide(ada, { headers: worker }), 401, 'unauthenticated');
  expectProblem(await decide(author, wrong), 403, 'forbidden');
  const forged = { ...wrong, headers: { 'x-csrf-token': 'forged' } };
  expectProblem(await decide(ada, forged), 403, 'csrf_failed');
  expectProblem(await decide(ada, wrong), 400, 'idempotency_key_required');
  const nowhere = `/api/v1/workspaces/none/approvals/none/approve`;
  const answer = await ada.post(nowhere, {}, { 'idempotency-key': newId() });
  expectProblem(answer, 404, 'workspace_not_found');
});

test('a personal token decides within its scopes (GAP-RC-API-4)', async () => {
  const reading = await addToken(server, 'ada', { scopes: ['runs.read', 'runs.control'] });
  const { headers } = await addToken(server, 'ada', { scopes: ['runs.approve'] });
  const visitor = server.visitor();
  expectProblem(await decide(visitor, { headers: { ...reading.headers } }), 403, 'forbidden');
  expect((await decide(visitor, { headers: { ...headers } })).status).toBe(200);
});
