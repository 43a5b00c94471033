import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AuditEvent } from '@galley/kernel';
import { RunRecords } from '../run-records.ts';
import { Workshop, type Agent } from '../workers/fixtures.ts';
import { Conversation } from './conversation.ts';
import { MemoryControl } from './memory-control.ts';
import { TaskControl } from './task-control.ts';

let shop: Workshop;
let ada: Agent;
let recorded: AuditEvent[];
let conversation: Conversation;
let tasks: TaskControl;
let memories: MemoryControl;

const by = { username: 'olga', address: '127.0.0.1', requestId: 'request' };
const command = { workspaceId: 'press', by };

beforeAll(async () => {
  shop = await Workshop.open();
  ada = await shop.agent('ada');
});

afterAll(() => shop[Symbol.asyncDispose]());

beforeEach(async () => {
  recorded = [];
  const { db, clock } = shop.project;
  const auditIn = () => ({ record: async (event: AuditEvent) => void recorded.push(event) });
  const options = { db, clock, auditIn };
  conversation = new Conversation(options);
  tasks = new TaskControl(options);
  memories = new MemoryControl(options);
  await shop.project.sql(
    'truncate questions, memories; truncate run_events cascade; delete from tasks',
  );
  await shop.project.setState('active');
});

const ask = (text = 'Which tone?') =>
  ada.do(({ questions }) => questions.ask({ text, choices: [] }));
const answer = (questionId: string, text = 'Plain.') =>
  conversation.answer({ ...command, questionId, answer: text });
const newTask = () => tasks.create({ ...command, runId: 'run-1', title: 'Ink', description: '' });

describe('a question of an agent', () => {
  test('is answered once, which gives the agent a turn with the answer', async () => {
    const { id } = await ask();
    const secret = `ghp_${'a1'.repeat(18)}`;
    expect(await answer(id, `Plain, ${secret}.`)).toMatchObject({
      answer: 'Plain, [redacted].',
      answeredBy: 'olga',
    });
    await expect(answer(id)).rejects.toMatchObject({ code: 'already_decided' });
    expect(await shop.eventPayloads('agent.turn_requested')).toEqual([
      {
        agent_id: 'ada',
        reason: 'olga answered your question "Which tone?": Plain, [redacted].',
        requested_by: 'olga',
        subject: id,
      },
    ]);
    expect(recorded).toMatchObject([{ action: 'run.answer', actor: 'olga', target: id }]);
    expect(await ada.look(({ questions }) => questions.get(id))).toMatchObject({
      answeredBy: 'olga',
    });
  });

  test('gets only one of two concurrent answers', async () => {
    const { id } = await ask();
    const outcomes = await Promise.allSettled([answer(id, 'One.'), answer(id, 'Two.')]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await shop.eventPayloads('human.question_answered')).toHaveLength(1);
  });

  test('of an ended run is answered without a turn', async () => {
    const { id } = await ask();
    await shop.project.setState('stopped');
    await answer(id);
    expect(await shop.eventPayloads('agent.turn_requested')).toEqual([]);
  });

  test('is one of at most ten open ones of a run', async () => {
    for (let number = 0; number < 10; number += 1) await ask(`${number}?`);
    await expect(ask()).rejects.toMatchObject({ code: 'too_many_questions' });
  });

  test('is listed by status, newest first, and hidden from other workspaces', async () => {
    const [first, second] = [await ask('One?'), await ask('Two?')];
    await answer(first.id);
    const records = new RunRecords(shop.project);
    const list = async (status?: string) =>
      (await records.listQuestions({ workspaceId: 'press', status, limit: 10 })).items.map(
        ({ text }) => text,
      );
    expect(await list()).toEqual(['Two?', 'One?']);
    expect(await list('open')).toEqual(['Two?']);
    expect(await list('answered')).toEqual(['One?']);
    await shop.project.addWorkspace('elsewhere');
    const foreign = { ...command, workspaceId: 'elsewhere', questionId: second.id, answer: 'No.' };
    await expect(conversation.answer(foreign)).rejects.toMatchObject({
      code: 'question_not_found',
    });
  });
});

describe('a message to an agent', () => {
  test('gives it a turn with the words', async () => {
    await conversation.message({
      ...command,
      runId: 'run-1',
      agentId: 'bo',
      text: 'Begin with ink.',
    });
    expect(await shop.eventPayloads('agent.turn_requested')).toMatchObject([
      { agent_id: 'bo', reason: 'message from olga: Begin with ink.' },
    ]);
    expect(recorded).toMatchObject([{ action: 'run.message', target: 'bo' }]);
  });

  test.each([
    ['an unknown agent', { agentId: 'nobody' }, 'agent_not_found'],
    ['an unknown run', { runId: 'nowhere' }, 'run_not_found'],
  ])('to %s is refused', async (_, wrong, code) => {
    const message = { ...command, runId: 'run-1', agentId: 'bo', text: 'Hello.', ...wrong };
    await expect(conversation.message(message)).rejects.toMatchObject({ code });
  });

  test('in an ended run is refused', async () => {
    await shop.project.setState('completed');
    const message = { ...command, runId: 'run-1', agentId: 'bo', text: 'Hello.' };
    await expect(conversation.message(message)).rejects.toMatchObject({ code: 'run_over' });
  });
});

describe('a person', () => {
  test('creates, edits, assigns, cancels and reopens a task, each recorded', async () => {
    const { id } = await newTask();
    const ofTask = { ...command, taskId: id };
    expect(await tasks.update({ ...ofTask, title: 'Black ink' })).toMatchObject({ status: 'open' });
    expect(await tasks.assign({ ...ofTask, agentId: 'ada' })).toMatchObject({
      status: 'in_progress',
      assignedAgentId: 'ada',
    });
    await tasks.update({ ...ofTask, status: 'blocked', note: 'Waits for paper.' });
    await tasks.cancel(ofTask);
    await expect(tasks.assign({ ...ofTask, agentId: 'bo' })).rejects.toMatchObject({
      code: 'status_changed',
    });
    expect(await tasks.reopen(ofTask)).toMatchObject({
      title: 'Black ink',
      status: 'open',
      note: null,
      assignedAgentId: null,
    });
    expect(recorded.map(({ action }) => action)).toEqual([
      'task.create',
      'task.update',
      'task.assign',
      'task.update',
      'task.cancel',
      'task.reopen',
    ]);
    expect(await shop.eventPayloads('task.status_changed')).toEqual([
      { task_id: id, from: 'in_progress', to: 'blocked', changed_by: 'olga' },
      { task_id: id, from: 'blocked', to: 'cancelled', changed_by: 'olga' },
      { task_id: id, from: 'cancelled', to: 'open', changed_by: 'olga' },
    ]);
  });

  test('takes a task from an agent, whose later change is refused', async () => {
    const { id } = await newTask();
    await tasks.assign({ ...command, taskId: id, agentId: 'ada' });
    const { fence } = await ada.look((work) => work.tasks.get(id));
    await tasks.assign({ ...command, taskId: id, agentId: 'bo' });
    const bo = await shop.agent('bo');
    expect((await bo.look((work) => work.tasks.get(id))).fence).toBe(fence + 1);
    const change = { taskId: id, status: 'completed', fence };
    await expect(ada.do((work) => work.tasks.updateStatus(change))).rejects.toMatchObject({
      code: 'not_yours',
    });
  });

  test('reads why an agent changed the status', async () => {
    const { id } = await newTask();
    await tasks.assign({ ...command, taskId: id, agentId: 'ada' });
    const blocked = { taskId: id, status: 'blocked', note: 'The picture is missing.' };
    await ada.do((work) => work.tasks.updateStatus(blocked));
    const records = new RunRecords(shop.project);
    expect((await records.listTasks({ workspaceId: 'press', limit: 1 })).items).toMatchObject([
      { status: 'blocked', note: 'The picture is missing.' },
    ]);
  });

  test('unblocks a task of a blocked run', async () => {
    const { id } = await newTask();
    await tasks.update({ ...command, taskId: id, status: 'blocked' });
    await shop.project.setState('blocked');
    expect(await tasks.reopen({ ...command, taskId: id })).toMatchObject({ status: 'open' });
  });

  test('changes no task of an ended run', async () => {
    const { id } = await newTask();
    await shop.project.setState('completed');
    await expect(tasks.cancel({ ...command, taskId: id })).rejects.toMatchObject({
      code: 'run_over',
    });
    await expect(newTask()).rejects.toMatchObject({ code: 'run_over' });
  });

  test('deletes a note of an agent, which no agent finds again', async () => {
    const { id } = await ada.do((work) => work.memories.record('Ink', 'Ink is white.'));
    await memories.delete({ ...command, memoryId: id });
    expect(await ada.look((work) => work.memories.query('ink', 10))).toEqual([]);
    expect(recorded).toMatchObject([{ action: 'memory.delete', details: { topic: 'Ink' } }]);
    await expect(memories.delete({ ...command, memoryId: id })).rejects.toMatchObject({
      code: 'memory_not_found',
    });
  });
});
