import { afterEach, beforeEach, expect, test } from 'vitest';
import { Project } from './fixtures.ts';
import { RunWaitingReadModel } from './run-waiting-read-model.ts';
import { SupervisorRepository } from './sessions/supervisor-repository.ts';

let project: Project;

beforeEach(async () => {
  project = await Project.open();
  for (const id of ['ada', 'bo']) await project.addAgent(id, 'implementer');
  await project.addTasks({ id: 't1' });
  await project.addProposals({ id: 'p1', status: 'accepted' });
  await ofRun('tasks', 't1', { title: 'Mend the ink' });
  await ofRun('proposals', 'p1', { title: 'Black ink' });
});
afterEach(() => project[Symbol.asyncDispose]());

async function ofRun(
  table: 'tasks' | 'proposals',
  id: string,
  more: Readonly<Record<string, string | null>> = {},
): Promise<void> {
  await project.db
    .updateTable(table)
    .set({ run_id: 'run-1', ...more })
    .where('id', '=', id)
    .execute();
}

async function setRun(values: Readonly<Record<string, string | null>>): Promise<void> {
  await project.db.updateTable('runs').set(values).where('id', '=', 'run-1').execute();
}

async function supervise(): Promise<void> {
  const claim = { place: 'here', workspaceId: 'press', driver: 'process', holder: 'test' };
  const supervisors = new SupervisorRepository(project.db);
  await supervisors.acquire({ ...claim, milliseconds: 60_000, label: 'l' });
}

async function ask(text: string, runId = 'run-1'): Promise<void> {
  const about = { workspace_id: 'press', run_id: runId, agent_id: 'bo' };
  await project.db
    .insertInto('questions')
    .values({ id: `q-${runId}`, ...about, text, choices: [], asked_at: project.clock.now() })
    .execute();
}

const waiting = async () => (await new RunWaitingReadModel(project.db).find('run-1'))!;
const text = async () => (await waiting()).text;

test('ADD-RUN-10: a run tells which agent works on what, or is next', async () => {
  await project.lease();
  const turn = await project.requestTurn('ada', 'task t1');
  expect(await text()).toBe('ada waits to be started. Start agents with: galley serve --agents');
  await supervise();
  expect(await text()).toBe('ada is next, with the task “Mend the ink”.');
  await project.append('agent.turn_started', { agent_id: 'ada', request_event_id: turn });
  await ask('Which tone?');
  expect(await waiting()).toEqual({
    kind: 'agent',
    purpose: 'task',
    text: 'ada is working on the task “Mend the ink”.',
    who: 'ada',
    subject: 'Mend the ink',
    subjectId: 't1',
    others: 0,
  });
  await setRun({ status: 'draining' });
  expect(await text()).toBe('Stops when ada has finished the task “Mend the ink”.');
});

test.each([
  ['plan', 'the plan of the run'],
  ['review p1', 'the review of “Black ink”'],
  ['revise p1', 'the revision of “Black ink”'],
  ['message from olga: Hello,\nada', '“message from olga: Hello, ada”'],
  ['task gone', 'the task “gone”'],
  ['', 'its turn'],
])('ADD-RUN-10: the purpose of a turn %j is told as %s', async (reason, told) => {
  const turn = await project.requestTurn('ada', reason);
  await project.append('agent.turn_started', { agent_id: 'ada', request_event_id: turn });
  expect(await text()).toBe(`ada is working on ${told}.`);
});

test('ADD-RUN-10: a run without an agent at work tells what a person has to do', async () => {
  expect(await waiting()).toMatchObject({ kind: 'coordinator' });
  await project.lease();
  expect(await text()).toBe('One task waits for an agent.');
  await ofRun('tasks', 't1', { status: 'in_progress', taken_over_by: 'olga' });
  expect(await text()).toBe('olga works on “Mend the ink”.');
  await ofRun('tasks', 't1', { status: 'blocked', note: 'The picture is missing.' });
  expect(await text()).toBe('The task “Mend the ink” is blocked (The picture is missing.).');
  await ofRun('tasks', 't1', { status: 'done' });
  expect(await text()).toBe('No task is left to do. Create a task, or send an agent a message.');
  await ofRun('proposals', 'p1', { status: 'revision_requested' });
  expect(await text()).toBe('somebody is asked to revise “Black ink”.');
  await ofRun('proposals', 'p1', { status: 'in_review' });
  expect(await waiting()).toMatchObject({
    kind: 'proposal',
    text: 'The proposal “Black ink” waits for a decision.',
    subjectId: 'p1',
  });
  const request = { id: 'a1', run_id: 'run-1', status: 'requested', requested_by: 'bo' };
  await project.db
    .insertInto('approval_requests')
    .values({ ...request, requested_at: project.clock.now() })
    .execute();
  expect(await text()).toBe('bo waits for an approval.');
  await ask(`Use ghp_${'a1'.repeat(18)}?`);
  expect(await text()).toBe('bo waits for an answer: “Use [redacted]?”');
});

test('ADD-RUN-10: a paused or ended run tells why', async () => {
  await setRun({ status: 'paused-intake' });
  expect(await text()).toBe('Paused by a person. Resume the run to continue.');
  await setRun({ reason: 'agent_failed', reason_detail: 'ada is not signed in.' });
  expect(await waiting()).toMatchObject({ kind: 'pause', text: 'ada is not signed in.' });
  await setRun({ status: 'completed' });
  expect(await text()).toBe('Completed: all tasks and proposals are done.');
});
