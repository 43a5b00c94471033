import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { base, patchOf, Workshop, type Agent } from './fixtures.ts';

let shop: Workshop;
let ada: Agent;

beforeEach(async () => {
  shop = await Workshop.open();
  ada = await shop.agent('ada');
  await shop.project.addTasks({ id: 'ink', assigned: 'ada', status: 'in_progress' });
  await shop.project.addTasks({ id: 'free', assigned: 'ada', status: 'in_progress' });
  const { db } = shop.project;
  await db.updateTable('tasks').set({ run_id: 'run-1' }).execute();
  await db
    .updateTable('tasks')
    .set({ paths: ['posts'] })
    .where('id', '=', 'ink')
    .execute();
});

afterEach(() => shop[Symbol.asyncDispose]());

const words = { title: 'Blacker ink', body: '', risk: 'low' };

function propose(taskId?: string) {
  return ada.do(({ proposals }) => proposals.create({ ...words, ...(taskId && { taskId }) }));
}

function attach(id: string, path: string) {
  return ada.do(({ proposals }) => proposals.attachPatch(id, base, patchOf(path)));
}

async function startTurn(reason: string, agent_id = 'ada'): Promise<number> {
  const { project } = shop;
  const request_event_id = await project.requestTurn(agent_id, reason);
  await project.append('agent.turn_scheduled', { agent_id, request_event_id });
  await project.append('agent.turn_started', { agent_id, request_event_id });
  return request_event_id;
}

/** As the supervisor does for the agents that it starts. */
async function giveToken(request_event_id: number): Promise<void> {
  const { db, clock } = shop.project;
  const session = { id: 'session-1', run_id: 'run-1', agent_id: 'ada', status: 'running' };
  await db
    .insertInto('agent_sessions')
    .values({
      ...session,
      started_at: clock.now(),
      request_event_id,
      place: 'here',
      token_id: ada.worker.tokenId,
    })
    .execute();
}

const refused = { code: 'path_not_allowed' };

describe('ADD-RUN-23: in a turn for a task, a proposal', () => {
  test('belongs to the task without naming it, and keeps to its paths', async () => {
    await startTurn('task ink');
    const { id, taskId } = await propose();
    expect(taskId).toBe('ink');
    await expect(attach(id, 'pages/about.md')).rejects.toMatchObject(refused);
    expect(await attach(id, 'posts/ink.md')).toMatchObject({ patch: { attachedBy: 'ada' } });
  });

  test('keeps to the paths of the task when it names another', async () => {
    await startTurn('task ink');
    const { id, taskId } = await propose('free');
    expect(taskId).toBe('free');
    await expect(attach(id, 'pages/about.md')).rejects.toMatchObject(refused);
  });

  test('belongs to the task of the proposal that the turn revises', async () => {
    const { id } = await propose('ink');
    await startTurn(`revise ${id}`);
    expect((await propose()).taskId).toBe('ink');
  });

  test('with the token of the turn, belongs to its task after its end, too', async () => {
    const request = await startTurn('task ink');
    await giveToken(request);
    await startTurn('task free');
    expect((await propose()).taskId).toBe('ink');
    const ended = { agent_id: 'ada', request_event_id: request };
    await shop.project.append('agent.turn_expired', ended);
    expect((await propose()).taskId).toBe('ink');
  });
});

test('ADD-RUN-23: without a turn for a task, a proposal belongs to none', async () => {
  expect((await propose()).taskId).toBeNull();
  await startTurn('plan');
  await startTurn('task free', 'bo');
  await shop.project.requestTurn('ada', 'task ink');
  expect((await propose()).taskId).toBeNull();
  const request_event_id = await startTurn('task ink');
  await shop.project.append('agent.turn_completed', { agent_id: 'ada', request_event_id });
  const { id, taskId } = await propose();
  expect(taskId).toBeNull();
  await attach(id, 'pages/about.md');
});
