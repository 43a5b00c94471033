import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '@galley/contract';
import { newId } from '@galley/kernel';
import { toolCatalogue, toolNames } from '@galley/mcp';
import { bearer, TestProject, type Started } from '../fixtures.ts';
import { addRun, TestAgent, workerToken } from './fixtures.ts';

let project: TestProject;
let coordinator: Started;
const ended = new AsyncDisposableStack();

beforeAll(async () => {
  project = ended.use(await TestProject.open('{ enforcement: enforced }'));
  coordinator = ended.use(await project.start());
  for (const id of ['run-1', 'run-2']) await addRun(project, id, 'blocked');
});

afterAll(() => ended.disposeAsync());

const connect = async (wish: Parameters<typeof workerToken>[1] = {}) =>
  TestAgent.connect(coordinator.address, (await workerToken(project, wish)).token);

describe('GAP-RC-MCP-4: the token identifies the agent', () => {
  const forged = {
    run_id: 'run-2',
    workspace_id: 'other',
    token_id: 'x',
    scopes: ['tasks:write'],
    agent_id: 'chair-1',
    requested_by: 'chair-1',
    created_by: 'ada',
    proposed_by: 'chair-1',
    attached_by: 'ada',
    voter: 'ada',
    decided_by: 'ada',
    actor: 'ada',
    username: 'ada',
  };

  test('and no tool accepts another agent, run or scope as an argument', async () => {
    await using agent = await connect();
    for (const name of toolNames) {
      const known = Object.keys(toolCatalogue[name].input.shape);
      const unknown = Object.keys(forged).filter((field) => !known.includes(field));
      // `agent_id` names the agent of the requested turn, not the caller.
      const more = name === 'agent_turn_request' ? ['agent_id'] : [];
      expect([name, ...known.filter((field) => field in forged)]).toEqual([name, ...more]);
      const { error } = await agent.change(name, forged);
      expect([name, error?.code]).toEqual([name, 'invalid_input']);
      for (const field of unknown) expect(error?.message).toContain(`${field}: unknown key`);
    }
  });

  test('and who asks for another’s turn is told of as themselves', async () => {
    await using agent = await connect();
    await agent.change('agent_turn_request', { agent_id: 'chair-1', reason: 'plan' });
    const { value } = await agent.call('table_watch', { after: 0, limit: 1_000 });
    const events = value['events'] as { readonly type: string; readonly payload: object }[];
    expect(events.findLast(({ type }) => type === 'agent.turn_requested')?.payload).toMatchObject({
      agent_id: 'chair-1',
      requested_by: 'implementer-1',
    });
  });
});

describe('GAP-RC-MCP-3: an idempotency key used by another agent', () => {
  const call = { title: 'Mine', idempotency_key: 'shared' };

  test('reveals no answer to the same agent in another run, or to another agent in the same run', async () => {
    const ids = new Set<unknown>();
    for (const wish of [{}, { runId: 'run-2' }, { agentId: 'chair-1' }]) {
      await using agent = await connect(wish);
      const { value } = await agent.call('task_create', call);
      expect(value).toMatchObject({
        run_id: wish.runId ?? 'run-1',
        created_by: wish.agentId ?? 'implementer-1',
      });
      ids.add(value['id']);
    }
    expect(ids.size).toBe(3);
  });

  test.each(['person', 'worker'])('reveals no answer when a %s used it first', async (who) => {
    const idempotency_key = newId();
    const person = await project.tokenOf('admin');
    await using agent = await connect();
    const asPerson = async (): Promise<unknown> => {
      const headers = { ...bearer(person).headers, 'idempotency-key': idempotency_key };
      const path = '/api/v1/workspaces/default/runs/start';
      const body = JSON.stringify({ title: 'Ink' });
      return (await coordinator.get(path, { method: 'POST', headers, body })).json();
    };
    const asWorker = () => agent.call('task_create', { title: 'Ink', idempotency_key });
    if (who === 'person') await asPerson();
    const done = await asWorker();
    expect(done.value).toMatchObject({ title: 'Ink', created_by: 'implementer-1' });
    expect(await asPerson()).toMatchObject({ code: 'illegal_run_transition' });
    expect(await asWorker()).toEqual(done);
  });
});

test('RC-AUTH-2: every operation for people rejects a worker token, whatever else it sends', async () => {
  const { token } = await workerToken(project);
  // A webhook asks for the token of its recipe instead.
  const people = operations.filter(({ base, id }) => base === 'runs' && id !== 'recipes.trigger');
  expect(people.length).toBeGreaterThan(15);
  for (const { id, method, path } of people) {
    const filled = path.replaceAll(/\{\w+\}/g, 'default');
    const { status } = await coordinator.get(`/api/v1${filled}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        cookie: 'galley_session=x',
        'idempotency-key': 'k',
        'x-csrf-token': 'x',
        'x-forwarded-for': '127.0.0.1',
        'x-forwarded-user': 'ada',
        'x-user': 'ada',
      },
      ...(method === 'POST' && { body: '{}' }),
    });
    expect([id, status]).toEqual([id, 401]);
  }
});
