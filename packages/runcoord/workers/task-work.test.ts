import { afterAll, beforeAll, expect, test } from 'vitest';
import { runProblems } from '../problems.ts';
import { Workshop } from './fixtures.ts';

let shop: Workshop;
beforeAll(async () => {
  shop = await Workshop.open();
});
afterAll(() => shop[Symbol.asyncDispose]());

const words = { title: 'Mix the ink', description: 'Of soot.' };

test('GAP-RC-MCP-3: a task is created open and unassigned, with an event', async () => {
  const ada = await shop.agent('ada');
  const task = await ada.do(({ tasks }) => tasks.create(words));
  expect(await ada.look(({ tasks }) => tasks.get(task.id))).toEqual(task);
  expect(task).toMatchObject({ ...words, status: 'open', assignedAgentId: null, fence: 0 });
  expect(task).toMatchObject({ createdBy: 'ada', runId: 'run-1', workspaceId: 'press' });
  expect(await shop.eventPayloads('task.created')).toContainEqual({
    task_id: task.id,
    title: words.title,
    agent_id: 'ada',
  });
});

test('of concurrent claims of a task one succeeds, with the next fence', async () => {
  const agents = await Promise.all(['ada', 'bo', 'cy'].map((id) => shop.agent(id)));
  const task = await agents[0]!.do(({ tasks }) => tasks.create(words));
  const claims = await Promise.allSettled(
    [...agents, ...agents].map((one) => one.do(({ tasks }) => tasks.claim(task.id))),
  );
  const won = claims.flatMap((claim) => (claim.status === 'fulfilled' ? [claim.value] : []));
  const lost = claims.filter((claim) => claim.status === 'rejected');
  expect(won).toMatchObject([{ status: 'in_progress', fence: 1 }]);
  expect(lost.every(({ reason }) => runProblems.task_taken.is(reason))).toBe(true);
  const told = await shop.eventPayloads('task.claimed');
  expect(told.filter((one) => (one as { task_id: string }).task_id === task.id)).toEqual([
    { task_id: task.id, assigned_agent_id: won[0]!.assignedAgentId, fence: 1 },
  ]);
});

test('a claim and a tick never both assign a task, and each assignment raises the fence', async () => {
  await using own = await Workshop.open();
  const ada = await own.agent('ada');
  const made = await Promise.all(
    Array.from({ length: 6 }, () => ada.do(({ tasks }) => tasks.create(words))),
  );
  const ticker = await own.project.ticker();
  const [ticked, ...claims] = await Promise.all([
    ticker.tick(1),
    ...made.map(({ id }) =>
      ada
        .do(({ tasks }) => tasks.claim(id))
        .then(
          () => 1,
          () => 0,
        ),
    ),
  ]);
  const claimed = claims.reduce((sum, one) => sum + one, 0);
  const after = await ticker.tick(2);
  expect(ticked.assigned + claimed + after.assigned).toBe(made.length);
  const shown = await Promise.all(made.map(({ id }) => ada.look(({ tasks }) => tasks.get(id))));
  expect(shown.every(({ fence, status }) => fence === 1 && status === 'in_progress')).toBe(true);
});

test('the assignee can change the status if it matches the expected one', async () => {
  const [ada, bo] = await Promise.all([shop.agent('ada'), shop.agent('bo')]);
  const { id: taskId } = await ada.do(({ tasks }) => tasks.create(words));
  const change = (more: object) => ({ taskId, status: 'review', ...more });
  await expect(ada.do(({ tasks }) => tasks.updateStatus(change({})))).rejects.toMatchObject({
    code: 'not_yours',
  });
  await ada.do(({ tasks }) => tasks.claim(taskId));
  await expect(bo.do(({ tasks }) => tasks.updateStatus(change({})))).rejects.toMatchObject({
    code: 'not_yours',
  });
  for (const [more, code] of [
    [{ fence: 0 }, 'fence_lost'],
    [{ expectedStatus: 'open' }, 'status_changed'],
  ] as const)
    await expect(ada.do(({ tasks }) => tasks.updateStatus(change(more)))).rejects.toMatchObject({
      code,
    });
  const right = change({ fence: 1, expectedStatus: 'in_progress' });
  expect(await ada.do(({ tasks }) => tasks.updateStatus(right))).toMatchObject({
    status: 'review',
  });
  expect(await shop.eventPayloads('task.status_changed')).toContainEqual({
    task_id: taskId,
    from: 'in_progress',
    to: 'review',
    agent_id: 'ada',
  });
});

test('a change to the same status writes nothing and is no event', async () => {
  const ada = await shop.agent('ada');
  const { id: taskId } = await ada.do(({ tasks }) => tasks.create(words));
  const claimed = await ada.do(({ tasks }) => tasks.claim(taskId));
  shop.project.clock.advance(1_000);
  const before = await shop.project.events();
  const same = { taskId, status: 'in_progress' };
  expect(await ada.do(({ tasks }) => tasks.updateStatus(same))).toEqual(claimed);
  expect(await shop.project.events()).toEqual(before);
});

test('agents of another run cannot see the task', async () => {
  const [ada, other] = await Promise.all([shop.agent('ada'), shop.agent('ada', 'run-2')]);
  const { id } = await ada.do(({ tasks }) => tasks.create(words));
  for (const act of [
    () => other.look(({ tasks }) => tasks.get(id)),
    () => other.do(({ tasks }) => tasks.claim(id)),
    () => other.do(({ tasks }) => tasks.updateStatus({ taskId: id, status: 'done' })),
  ])
    await expect(act()).rejects.toMatchObject({ code: 'task_not_found' });
  expect((await other.look(({ tasks }) => tasks.list({ limit: 10 }))).items).toEqual([]);
  await expect(
    other.look(({ tasks }) => tasks.list({ limit: 10, after: id })),
  ).rejects.toMatchObject({ code: 'invalid_request' });
});

test('ADD-RUN-2: an agent reaches tasks of other runs that are assigned to it, within the scope of ticks', async () => {
  await using own = await Workshop.open('recorded', 'database');
  await own.project.addTasks({ id: 'old', status: 'in_progress', assigned: 'ada' }, { id: 'free' });
  await own.project.sql(`update tasks set run_id = 'run-2'`);
  const ada = await own.agent('ada');
  expect(await ada.look(({ tasks }) => tasks.get('old'))).toMatchObject({ runId: 'run-2' });
  const { items } = await ada.look(({ tasks }) => tasks.list({ limit: 10 }));
  expect(items.map(({ id }) => id)).toEqual(['old']);
  await expect(ada.look(({ tasks }) => tasks.get('free'))).rejects.toMatchObject({
    code: 'task_not_found',
  });
  const done = { taskId: 'old', status: 'done' };
  expect(await ada.do(({ tasks }) => tasks.updateStatus(done))).toMatchObject({ status: 'done' });
  const finished = await ada.look(({ tasks }) => tasks.list({ limit: 10 }));
  expect(finished.items).toEqual([]);
});

test('in enforced mode, no task can be created in a run that has ended', async () => {
  await using own = await Workshop.open();
  const ada = await own.agent('ada');
  for (const state of ['stopped', 'completed', 'failed']) {
    await own.project.setState(state);
    await expect(ada.do(({ tasks }) => tasks.create(words))).rejects.toMatchObject({
      code: 'run_over',
    });
  }
});

test('pages follow one another without a gap', async () => {
  const ada = await shop.agent('ada', 'run-2');
  const made: string[] = [];
  for (let count = 0; count < 5; count += 1)
    made.push((await ada.do(({ tasks }) => tasks.create(words))).id);
  const seen: string[] = [];
  let after: string | undefined;
  do {
    const page = await ada.look(({ tasks }) => tasks.list({ limit: 2, after }));
    seen.push(...page.items.map(({ id }) => id));
    after = page.next ?? undefined;
  } while (after !== undefined);
  expect(seen).toEqual(made);
  await ada.do(({ tasks }) => tasks.claim(made[1]!));
  const mine = { limit: 9, assignedAgentId: 'ada', statuses: ['in_progress'] };
  const { items } = await ada.look(({ tasks }) => tasks.list(mine));
  expect(items.map(({ id }) => id)).toEqual([made[1]]);
});
