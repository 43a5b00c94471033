import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '@galley/kernel';
import { expectProblem, TestServer, type Client } from '../fixtures.ts';
import { WorkRows, Workspace } from './fixtures.ts';

let server: TestServer;
let ada: Client;
let workspace: Workspace;
let runId: string;

beforeAll(async () => {
  server = await TestServer.start();
  ada = await server.signedIn();
  workspace = await Workspace.at(server, ada);
  runId = await workspace.seed('active');
});

afterAll(() => server[Symbol.asyncDispose]());

interface Task {
  readonly id: string;
  readonly depends_on: readonly string[];
}

function post(path: string, body: object) {
  return ada.send(`/api/v1/workspaces/${workspace.id}/tasks${path}`, {
    method: 'POST',
    headers: { 'idempotency-key': newId(), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

async function create(title: string, more: object = {}): Promise<Task> {
  const answer = await post('', { run_id: runId, title, ...more });
  expect([answer.text, answer.status]).toEqual([answer.text, 200]);
  return answer.json<Task>();
}

test('ADD-RUN-1: a task is created and changed with what it depends on, paths, checks and a note', async () => {
  const first = await create('First');
  const limits = { paths: ['content/posts/**'], checks: ['links'] };
  const task = await create('Second', { depends_on: [first.id], note: 'Later.', ...limits });
  expect(task).toMatchObject({
    ...limits,
    depends_on: [first.id],
    waits_for: [{ id: first.id, title: 'First', status: 'open' }],
    note: 'Later.',
  });
  const changed = await post(`/${task.id}/update`, { depends_on: [], paths: [] });
  expect(changed.json()).toMatchObject({
    depends_on: [],
    waits_for: [],
    paths: [],
    checks: ['links'],
  });
});

test('ADD-RUN-1: an unknown dependency, a cycle and an invalid path are refused with a clear error', async () => {
  const unknown = await post('', { run_id: runId, title: 'B', depends_on: ['gone'] });
  expect(expectProblem(unknown, 422, 'invalid_dependency').detail).toBe(
    `depends_on: the run ${runId} has no task "gone".`,
  );
  const one = await create('One');
  const two = await create('Two', { depends_on: [one.id] });
  const cycle = await post(`/${one.id}/update`, { depends_on: [two.id] });
  expect(expectProblem(cycle, 422, 'invalid_dependency').detail).toBe(
    'depends_on: the tasks would wait for each other: “One” → “Two” → “One”.',
  );
  for (const paths of [['/etc'], ['../up'], ['']])
    expectProblem(await post('', { run_id: runId, title: 'B', paths }), 400, 'invalid_request');
  const checks = ['No Name'];
  expectProblem(await post('', { run_id: runId, title: 'B', checks }), 400, 'invalid_request');
});

test('ADD-RUN-1: a task that waits cannot be assigned', async () => {
  const first = await create('First');
  const second = await create('Second', { depends_on: [first.id] });
  await new WorkRows(server.database.db, workspace.id).addAgent('bo', 'true');
  const answer = await post(`/${second.id}/assign`, { agent_id: 'bo' });
  expectProblem(answer, 409, 'task_waits');
});
