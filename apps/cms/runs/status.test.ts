import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { onServer } from '@galley/testing';
import { newId } from '@galley/kernel';
import { expectProblem, TestServer, type Client } from '../fixtures.ts';
import { enforcements, Workspace } from './fixtures.ts';

let server: TestServer;
let ada: Client;
let workspace: Workspace;

beforeAll(async () => {
  server = await TestServer.start();
  ada = await server.signedIn();
});

afterAll(() => server[Symbol.asyncDispose]());

beforeEach(async () => {
  workspace = await Workspace.at(server, ada);
});

const at = new Date('2026-01-01T12:00:00Z');

async function addProposal(id: string | null, status: string): Promise<string> {
  const proposal = `p-${newId()}`;
  const texts = { title: '', body: '', risk: 'low', proposed_by: 'implementer-1' };
  await server.database.db
    .insertInto('proposals')
    .values({ id: proposal, workspace_id: id, status, ...texts, created_at: at, updated_at: at })
    .execute();
  return proposal;
}

async function addApproval(of: { proposal_id?: string }, status: string): Promise<void> {
  const row = { id: `a-${newId()}`, status, requested_by: 'chair-1', requested_at: at };
  await server.database.db
    .insertInto('approval_requests')
    .values({ ...row, ...of })
    .execute();
}

async function addSession(runId: string, status: string): Promise<void> {
  const row = { id: `s-${newId()}`, run_id: runId, agent_id: 'chair-1', status, started_at: at };
  await server.database.db.insertInto('agent_sessions').values(row).execute();
}

async function addDeliberation(id: string | null, status: string): Promise<void> {
  const row = { id: `d-${newId()}`, workspace_id: id, status, topic: '', created_by: 'chair-1' };
  await server.database.db
    .insertInto('deliberations')
    .values({ ...row, created_at: at, updated_at: at })
    .execute();
}

test('a workspace without a run is stopped as of now (RC-API-1, RC-API-5)', async () => {
  const before = Date.now();
  const answer = await workspace.status();
  const status = answer.json();
  expect(status).toEqual({
    run_id: '',
    workspace_id: workspace.id,
    goal: '',
    state: 'stopped',
    reason: null,
    reason_detail: null,
    waiting: null,
    active_agent_count: 0,
    active_deliberations: 0,
    open_proposals: 0,
    pending_approvals: 0,
    blockers: 0,
    updated_at: expect.any(String) as string,
    transitioned_at: null,
    enforcement: 'recorded',
    budget: { turns: null, minutes: null, tokens: null, usd: null },
    use: { turns: 0, minutes: 0, tokens: 0, usd: 0, turns_without_cost: 0 },
  });
  expect(Date.parse(status['updated_at'] as string)).toBeGreaterThanOrEqual(before);
  expect(answer.headers.get('x-galley-degraded')).toBeNull();
});

test('the newest run of the workspace is returned, and no run without a workspace (RC-API-1, RC-API-4)', async () => {
  await workspace.seed('active', { startedAt: '2026-02-01T00:00:00Z' });
  const late = await workspace.seed('degraded', { startedAt: '2026-03-01T00:00:00Z', goal: 'Ink' });
  await workspace.seed('failed', { startedAt: '2026-03-01T00:00:00Z', workspace: null });
  expect((await workspace.status()).json()).toMatchObject({
    run_id: late,
    state: 'degraded',
    goal: 'Ink',
  });
  const same = await workspace.seed('blocked', { startedAt: '2026-03-01T00:00:00Z' });
  expect((await workspace.status()).json()).toMatchObject({ run_id: same, state: 'blocked' });
});

test('`updated_at` is the start time, and `transitioned_at` the time of the last change (RC-API-6, GAP-RC-MODE-8)', async () => {
  await workspace.seed('active');
  const before = Date.now();
  await workspace.post('pause');
  const status = (await workspace.status()).json<Record<string, string>>();
  expect(status['updated_at']).toBe('2026-01-01T12:00:00.000Z');
  expect(Date.parse(status['transitioned_at']!)).toBeGreaterThanOrEqual(before);
});

test('secrets in the goal are redacted (RC-API-6)', async () => {
  await workspace.seed('active', { goal: `Deploy with ghp_${'a1'.repeat(18)} today` });
  const { goal } = (await workspace.status()).json<{ goal: string }>();
  expect(goal).toBe('Deploy with [redacted] today');
});

test('agents count the active or running sessions of the run (RC-API-8, RC-RES-6)', async () => {
  const other = await workspace.seed('failed', { startedAt: '2025-01-01T00:00:00Z' });
  const runId = await workspace.seed('active');
  for (const status of ['active', 'running', 'ended', 'Active', 'idle']) {
    await addSession(runId, status);
    await addSession(other, status);
  }
  expect((await workspace.status()).json()).toMatchObject({ active_agent_count: 2 });
});

test('deliberations are counted in all workspaces (RC-API-9)', async () => {
  const count = async () =>
    (await workspace.status()).json<{ active_deliberations: number }>().active_deliberations;
  const before = await count();
  const other = await Workspace.at(server, ada);
  for (const id of [workspace.id, other.id, null]) {
    for (const status of ['active', 'running', 'closed']) await addDeliberation(id, status);
  }
  expect(await count()).toBe(before + 6);
});

test('proposals are open while pending or in review, and blocking when rejected (RC-API-7, RC-API-10, RC-API-12)', async () => {
  await workspace.seed('active');
  const other = await Workspace.at(server, ada);
  const statuses = ['pending', 'in_review', 'revision_requested', 'rejected', 'accepted', 'odd'];
  for (const id of [workspace.id, other.id, null]) {
    for (const status of statuses) await addProposal(id, status);
  }
  expect((await workspace.status()).json()).toMatchObject({ open_proposals: 2, blockers: 1 });
});

test('approvals are pending while requested for proposals of the workspace (RC-API-11)', async () => {
  await workspace.seed('active');
  const other = await Workspace.at(server, ada);
  const own = await addProposal(workspace.id, 'in_review');
  const foreign = await addProposal(other.id, 'in_review');
  for (const proposal_id of [own, foreign]) {
    for (const status of ['requested', 'approved']) await addApproval({ proposal_id }, status);
  }
  await addApproval({}, 'requested');
  expect((await workspace.status()).json()).toMatchObject({ pending_approvals: 1 });
});

test.each([
  ['agent_sessions', 'active_agent_count, use'],
  ['deliberations', 'active_deliberations'],
  ['proposals', 'open_proposals, pending_approvals, blockers'],
  ['approval_requests', 'pending_approvals'],
])(
  'failed counts are zero and named: without %s it is %s (RC-API-13, GAP-RC-MODE-8)',
  async (table, names) => {
    const runId = await workspace.seed('active');
    await addSession(runId, 'active');
    await onServer(server.database.url, `alter table ${table} rename to away`);
    const answer = await workspace.status();
    await onServer(server.database.url, `alter table away rename to ${table}`);
    expect([answer.status, answer.headers.get('x-galley-degraded')]).toEqual([200, names]);
    const status = answer.json();
    expect(status).toMatchObject({ run_id: runId, state: 'active' });
    for (const name of names.split(', '))
      expect(status).toMatchObject({ [name]: name === 'use' ? { turns: 0 } : 0 });
  },
);

test('any failed lookup returns 200 and stopped as of now (RC-API-5, GAP-RC-MODE-8)', async () => {
  await workspace.seed('active');
  const before = Date.now();
  await onServer(server.database.url, `alter table runs rename to away`);
  const answer = await workspace.status();
  await onServer(server.database.url, `alter table away rename to runs`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('x-galley-degraded')).toMatch(/^state, /);
  const status = answer.json<Record<string, string>>();
  expect(status).toMatchObject({ run_id: '', goal: '', state: 'stopped', open_proposals: 0 });
  expect(Date.parse(status['updated_at']!)).toBeGreaterThanOrEqual(before);
});

test('readers of runs get it by session or token, and others do not (RC-API-1)', async () => {
  const vera = await server.signedInAs({ username: 'vera', role: 'reviewer' });
  const olga = await server.signedInAs({ username: 'olga', role: 'author' });
  expect((await workspace.as(vera).status()).status).toBe(200);
  expectProblem(await workspace.as(olga).status(), 403, 'forbidden');
  expectProblem(await workspace.as(server.visitor()).status(), 401, 'unauthenticated');
});

test.each(enforcements)(
  'the configured workspace and mode are returned: %s',
  async (enforcement) => {
    await using press = await TestServer.start({
      config: {
        coordinator: { enforcement, workspace: { id: 'press', display_name: 'The press' } },
      },
    });
    const client = await press.signedIn();
    const headers = { 'idempotency-key': newId() };
    const started = await client.post('/api/v1/workspaces/press/runs/start', {}, headers);
    expect(started.status).toBe(200);
    const status = await client.get('/api/v1/workspaces/press/runs/status');
    expect(status.json()).toMatchObject({ enforcement, state: 'active', workspace_id: 'press' });
    const rows = await press.database.db.selectFrom('workspaces').selectAll().execute();
    expect(rows).toMatchObject([{ id: 'press', display_name: 'The press', repository: null }]);
  },
);
