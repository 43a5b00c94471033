import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestProject, type Started } from '../fixtures.ts';
import { addRun, TestAgent, workerToken } from './fixtures.ts';

let project: TestProject;
let coordinator: Started;
let agent: TestAgent;

beforeAll(async () => {
  project = await TestProject.open('{ enforcement: enforced }');
  coordinator = await project.start();
  // Runs that start are not ticked, so no tick interferes.
  await addRun(project, 'run-1', 'starting');
  const { token } = await workerToken(project, { agentId: 'implementer-1' });
  agent = await TestAgent.connect(coordinator.address, token);
});

afterAll(async () => {
  await agent[Symbol.asyncDispose]();
  await project[Symbol.asyncDispose]();
});

const refusal = async (name: string, input: Record<string, unknown>) => {
  const { error } = await agent.change(name, input);
  return error;
};

test('ADD-RUN-1: agents create and change tasks that depend on others, and get clear errors', async () => {
  const create = async (title: string, more: object = {}) =>
    (await agent.change('task_create', { title, ...more })).value as { readonly id: string };
  const one = await create('One', { paths: ['content/posts'], checks: ['links'] });
  const two = await create('Two', { depends_on: [one.id] });
  expect((await agent.call('task_get', { task_id: two.id })).value).toMatchObject({
    depends_on: [one.id],
    waits_for: [{ id: one.id, title: 'One', status: 'open' }],
  });
  expect(await refusal('task_create', { title: 'Three', depends_on: ['gone'] })).toMatchObject({
    code: 'invalid_dependency',
    message: 'depends_on: the run run-1 has no task "gone".',
  });
  const cycle = { task_id: one.id, depends_on: [two.id] };
  expect(await refusal('task_update', cycle)).toMatchObject({
    code: 'invalid_dependency',
    message: 'depends_on: the tasks would wait for each other: “One” → “Two” → “One”.',
  });
  expect(await refusal('task_claim', { task_id: two.id })).toMatchObject({ code: 'task_waits' });
  await agent.change('task_update', { task_id: two.id, depends_on: [] });
  expect((await agent.change('task_claim', { task_id: two.id })).error).toBeUndefined();
  expect(await refusal('task_update', { task_id: two.id, paths: [] })).toMatchObject({
    code: 'task_taken',
  });
});
