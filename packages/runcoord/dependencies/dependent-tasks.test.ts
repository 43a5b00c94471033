import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { TaskControl, type NewTaskCommand } from '../people/task-control.ts';
import type { RunTicker } from '../run-ticker.ts';
import { RunWaitingReadModel } from '../run-waiting-read-model.ts';
import { base, patchOf, Workshop, type Agent } from '../workers/fixtures.ts';

let shop: Workshop;
let tasks: TaskControl;
let ada: Agent;
let ticker: RunTicker;

const command = {
  workspaceId: 'press',
  by: { username: 'olga', address: '127.0.0.1', requestId: 'request' },
};

beforeEach(async () => {
  shop = await Workshop.open();
  const { db, clock } = shop.project;
  const auditIn = () => ({ record: () => Promise.resolve() });
  tasks = new TaskControl({ db, clock, auditIn });
  await shop.project.addAgent('implementer-1', 'implementer');
  ada = await shop.agent('ada');
  const settings = { enforcement: 'enforced', scope: 'run', implementers: 1 } as const;
  ticker = await shop.project.ticker(settings);
});

afterEach(() => shop[Symbol.asyncDispose]());

async function add(title: string, more: Partial<NewTaskCommand> = {}): Promise<string> {
  const words = { runId: 'run-1', title, description: '' };
  return (await tasks.create({ ...command, ...words, ...more })).id;
}

const setStatus = (taskId: string, status: string) => tasks.update({ ...command, taskId, status });

async function statuses(): Promise<Record<string, string>> {
  const rows = await shop.project.db
    .selectFrom('tasks')
    .select(['title', 'status', 'note'])
    .orderBy('seq')
    .execute();
  return Object.fromEntries(
    rows.map(({ title, status, note }) => [title, note === null ? status : `${status}: ${note}`]),
  );
}

describe('ADD-RUN-1: a task that depends on others', () => {
  test('is assigned once they are done', async () => {
    const a = await add('A');
    const b = await add('B', { dependsOn: [a] });
    await add('C', { dependsOn: [a, b] });
    expect(await ticker.tick(1)).toMatchObject({ assigned: 1 });
    expect(await statuses()).toEqual({ A: 'in_progress', B: 'open', C: 'open' });
    expect(await ticker.tick(2)).toMatchObject({ assigned: 0 });
    await setStatus(a, 'completed');
    await ticker.tick(3);
    expect(await statuses()).toEqual({ A: 'completed', B: 'in_progress', C: 'open' });
    await setStatus(b, 'done');
    await ticker.tick(4);
    expect(await statuses()).toEqual({ A: 'completed', B: 'done', C: 'in_progress' });
  });

  test('waits until the proposals of a completed task are decided', async () => {
    const a = await add('A');
    await add('B', { dependsOn: [a] });
    const words = { title: 'Ink', body: '', risk: 'low', taskId: a };
    const { id } = await ada.do(({ proposals }) => proposals.create(words));
    await setStatus(a, 'completed');
    expect(await ticker.tick(1)).toMatchObject({ assigned: 0 });
    await ada.do(({ proposals }) => proposals.withdraw(id));
    expect(await ticker.tick(2)).toMatchObject({ assigned: 1 });
  });

  test('can be claimed or assigned only then', async () => {
    const a = await add('A');
    const b = await add('B', { dependsOn: [a] });
    const waits = {
      code: 'task_waits',
      message:
        'The task waits for “A” (open). It can be assigned when they are done and their proposals are decided.',
    };
    await expect(ada.do((work) => work.tasks.claim(b))).rejects.toMatchObject(waits);
    const given = { ...command, taskId: b, agentId: 'ada' };
    await expect(tasks.assign(given)).rejects.toMatchObject(waits);
    await setStatus(a, 'completed');
    expect(await tasks.assign(given)).toMatchObject({ status: 'in_progress', waitsFor: [] });
  });

  test.each(['cancelled', 'canceled', 'failed', 'blocked'])(
    'is blocked like its own dependents when one is %s, and opened when it is open again',
    async (status) => {
      const a = await add('A');
      const b = await add('B', { dependsOn: [a] });
      await add('C', { dependsOn: [b] });
      await setStatus(a, status);
      await ticker.tick(1);
      await ticker.tick(2);
      expect(await statuses()).toEqual({
        A: status,
        B: `blocked: It depends on the task “A”, which is ${status}.`,
        C: 'blocked: It depends on the task “B”, which is blocked.',
      });
      expect(await ticker.tick(3)).toMatchObject({ reason: 'all_remaining_tasks_blocked' });
      await tasks.reopen({ ...command, taskId: a });
      for (const iteration of [4, 5]) await ticker.tick(iteration);
      expect(await statuses()).toEqual({ A: 'in_progress', B: 'open', C: 'open' });
      expect(await shop.eventPayloads('task.status_changed')).toContainEqual({
        task_id: b,
        from: 'open',
        to: 'blocked',
        changed_by: 'galley',
      });
    },
  );

  test('goes on without a cancelled one if a person removes it', async () => {
    const a = await add('A');
    const b = await add('B', { dependsOn: [a] });
    await tasks.cancel({ ...command, taskId: a });
    for (const iteration of [1, 2]) await ticker.tick(iteration);
    expect((await waiting())!.text).toBe(
      'The task “B” is blocked (It depends on the task “A”, which is cancelled.).',
    );
    await tasks.update({ ...command, taskId: b, dependsOn: [] });
    await ticker.tick(3);
    expect(await statuses()).toEqual({ A: 'cancelled', B: 'in_progress' });
  });

  test('names them, as does the run', async () => {
    await shop.project.addAgent('bob', 'implementer');
    const a = await add('A');
    const b = await add('B', { dependsOn: [a], note: 'Later.' });
    const seen = await ada.look((work) => work.tasks.get(b));
    expect(seen).toMatchObject({ dependsOn: [a], note: 'Later.' });
    expect(seen.waitsFor).toEqual([{ id: a, title: 'A', status: 'open' }]);
    expect((await waiting())!.text).toBe('One task waits for an agent.');
    await tasks.assign({ ...command, taskId: a, agentId: 'bob' });
    expect(await waiting()).toMatchObject({
      kind: 'dependency',
      text: 'The task “B” waits for “A”.',
      who: 'A',
      subject: 'B',
      subjectId: b,
    });
  });
});

const waiting = () => new RunWaitingReadModel(shop.project.db).find('run-1');

describe('ADD-RUN-1: a task cannot depend on', () => {
  const invalid = (message: string) => ({ code: 'invalid_dependency', message });

  test('a task that does not exist, or of another run', async () => {
    const other = await add('Other', { runId: 'run-2' });
    for (const id of ['gone', other])
      await expect(add('B', { dependsOn: [id] })).rejects.toMatchObject(
        invalid(`depends_on: the run run-1 has no task "${id}".`),
      );
  });

  test('itself, and not on a task that depends on it', async () => {
    const a = await add('A');
    const b = await add('B', { dependsOn: [a] });
    const c = await add('C', { dependsOn: [b] });
    const update = (taskId: string, dependsOn: string[]) =>
      tasks.update({ ...command, taskId, dependsOn });
    await expect(update(a, [a])).rejects.toMatchObject(
      invalid('depends_on: a task cannot depend on itself.'),
    );
    await expect(update(a, [c])).rejects.toMatchObject(
      invalid('depends_on: the tasks would wait for each other: “A” → “C” → “B” → “A”.'),
    );
    expect(await update(c, [a])).toMatchObject({ dependsOn: [a] });
  });

  test('another one, if both changes are made at the same time', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [a, b] = [await add('A'), await add('B')];
      const outcomes = await Promise.allSettled([
        tasks.update({ ...command, taskId: a, dependsOn: [b] }),
        tasks.update({ ...command, taskId: b, dependsOn: [a] }),
      ]);
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    }
  });
});

describe('the limits of a task', () => {
  test('can be changed by its creator while it is unassigned, and by people', async () => {
    const created = { title: 'Ink', description: '', paths: ['content/posts'] };
    const { id } = await ada.do((work) => work.tasks.create(created));
    const bo = await shop.agent('bo');
    await expect(bo.do((work) => work.tasks.update(id, { paths: [] }))).rejects.toMatchObject({
      code: 'not_yours',
    });
    const changed = await ada.do((work) => work.tasks.update(id, { checks: ['links'] }));
    expect(changed).toMatchObject({ paths: ['content/posts'], checks: ['links'] });
    const byPerson = await tasks.update({ ...command, taskId: id, paths: ['content/pages'] });
    expect(byPerson).toMatchObject({ paths: ['content/pages'], checks: ['links'] });
    await ada.do((work) => work.tasks.claim(id));
    const taken = { code: 'task_taken' };
    await expect(ada.do((work) => work.tasks.update(id, { paths: [] }))).rejects.toMatchObject(
      taken,
    );
    await expect(tasks.update({ ...command, taskId: id, dependsOn: [] })).rejects.toMatchObject(
      taken,
    );
    expect(await tasks.update({ ...command, taskId: id, title: 'Soot' })).toMatchObject({
      title: 'Soot',
    });
  });

  test('refuse a patch for other files, as the paths of a recipe do', async () => {
    const taskId = await add('Ink', { paths: ['content/posts', 'content/pages/*.md'] });
    const words = { title: 'Ink', body: '', risk: 'low', taskId };
    const { id } = await ada.do(({ proposals }) => proposals.create(words));
    const attach = (path: string) =>
      ada.do(({ proposals }) => proposals.attachPatch(id, base, patchOf(path)));
    for (const path of ['content/posts/2026/pen.md', 'content/pages/about.md']) await attach(path);
    await expect(attach('content/pages/old/about.md')).rejects.toMatchObject({
      code: 'path_not_allowed',
      message:
        'The task “Ink” may change only content/posts, content/pages/*.md, not content/pages/old/about.md. Leave the other files as they are.',
    });
  });
});
