import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '@galley/kernel';
import { expectProblem, TestServer, type Answer, type Client } from '../fixtures.ts';
import { Workspace } from './fixtures.ts';

let server: TestServer;
let ada: Client;
let workspace: Workspace;

beforeAll(async () => {
  server = await TestServer.start({ config: { coordinator: { enforcement: 'enforced' } } });
  ada = await server.signedIn();
});

afterAll(() => server[Symbol.asyncDispose]());

beforeEach(async () => {
  workspace = await Workspace.at(server, ada);
});

function create(body: object, key = newId()): Promise<Answer> {
  return ada.send(`/api/v1/workspaces/${workspace.id}/runs`, {
    method: 'POST',
    headers: { 'idempotency-key': key, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

describe('ADD-RUN-1: another run', () => {
  test('is created with 201 beside the active one, once per key', async () => {
    const first = await create({ goal: 'One' });
    expect(first.status).toBe(201);
    const { run_id } = first.json<{ run_id: string }>();
    expect(first.json()).toEqual({ run_id, state: 'active' });
    const key = newId();
    const second = await create({ goal: 'Two' }, key);
    const repeated = await create({ goal: 'Two' }, key);
    expect([repeated.status, repeated.json()]).toEqual([201, second.json()]);
    expect(await workspace.rows()).toMatchObject([
      { id: run_id, status: 'active', goal: 'One' },
      { id: second.json<{ run_id: string }>().run_id, status: 'active', goal: 'Two' },
    ]);
    expect(await workspace.audited()).toMatchObject([
      { action: 'run.create', target: run_id },
      { action: 'run.create' },
    ]);
  });

  test('takes no options that it does not support', async () => {
    expectProblem(await create({ goal: 'One', recipe: 'proofread' }), 400, 'invalid_request');
    expect(await workspace.rows()).toEqual([]);
  });

  test('requires an idempotency key and a workspace', async () => {
    const without = ada.send(`/api/v1/workspaces/${workspace.id}/runs`, { method: 'POST' });
    expectProblem(await without, 400, 'idempotency_key_required');
    const unknown = ada.send('/api/v1/workspaces/none/runs', {
      method: 'POST',
      headers: { 'idempotency-key': newId() },
    });
    expectProblem(await unknown, 404, 'workspace_not_found');
  });
});

describe('ADD-RUN-1: one of several runs', () => {
  test.each([
    ['start', 'stopped', 'active'],
    ['pause', 'active', 'paused-intake'],
    ['resume', 'paused-intake', 'active'],
    ['stop', 'active', 'stopped'],
    ['force-stop', 'degraded', 'stopped'],
    ['reopen', 'completed', 'active'],
  ])('%s changes only the named run', async (action, from, to) => {
    const old = await workspace.seed(from, { startedAt: '2026-01-01T00:00:00Z' });
    const newest = await workspace.seed('draining', { startedAt: '2026-02-01T00:00:00Z' });
    const headers = { 'content-type': 'application/json' };
    const body = '{"reason":"why"}';
    const answer = await workspace.post(`${old}/${action}`, { body, headers });
    expect([answer.status, answer.json()]).toEqual([200, { run_id: old, state: to }]);
    expect((await workspace.row(newest)).status).toBe('draining');
    expect(await workspace.audited()).toMatchObject([
      {
        action: `run.${action}`,
        target: old,
        details: { prior_state: from, state: to, reason: 'why' },
      },
    ]);
  });

  test('a state that does not allow the action is a conflict, and an unknown run is not found', async () => {
    const run = await workspace.seed('active');
    expectProblem(await workspace.post(`${run}/reopen`), 409, 'illegal_run_transition');
    expectProblem(await workspace.post('run-0/reopen'), 404, 'run_not_found');
    expect(await workspace.audited()).toEqual([]);
  });
});
