import { expect, test } from 'vitest';
import { Project } from './fixtures.ts';

async function busyProject(): Promise<Project> {
  const project = await Project.open();
  await project.addTasks({ id: 'a' }, { id: 'b' });
  await project.addProposals({ id: 'p' });
  await project.requestTurn('ada');
  return project;
}

const inOrder = [
  'agent.turn_requested',
  'task.assigned',
  'task.assigned',
  'proposal.review_requested',
  'agent.turn_scheduled',
];

async function typesOf(project: Project): Promise<string[]> {
  return (await project.events()).map(({ type }) => type);
}

test.each<[string, string, 'insert' | 'update', string, number]>([
  ['assigning', 'tasks', 'update', `new.id = 'b'`, 1],
  ['telling of an assignment', 'run_events', 'insert', `new.payload->>'task_id' = 'b'`, 1],
  ['asking for a review', 'proposals', 'update', 'true', 3],
  [
    'telling of a review that is asked for',
    'run_events',
    'insert',
    `new.type = 'proposal.review_requested'`,
    3,
  ],
  ['scheduling a turn', 'run_events', 'insert', `new.type = 'agent.turn_scheduled'`, 4],
  ['keeping the state', 'runs', 'update', 'true', 5],
])(
  'RC-TICK-4, GAP-RC-MODE-2: if %s fails, earlier steps stay, and the next tick does the rest once',
  async (...[, table, act, when, eventsKept]) => {
    await using project = await busyProject();
    await project.breakTable(table, act, when);
    const ticker = await project.ticker();
    await expect(ticker.tick(1)).rejects.toThrow('the disk is full');
    await expect(ticker.tick(2)).rejects.toThrow('the disk is full');
    expect(await typesOf(project)).toEqual(inOrder.slice(0, eventsKept));
    expect(await project.tasks()).toEqual(
      eventsKept > 1
        ? ['a in_progress implementer-1', 'b in_progress implementer-2']
        : ['a open -', 'b open -'],
    );
    expect(await project.proposals()).toEqual([eventsKept > 3 ? 'p in_review' : 'p pending']);
    expect(await project.run()).toMatchObject({ status: 'active', reason: null });
    await project.mend(table);
    await ticker.tick(3);
    expect(await typesOf(project)).toEqual(inOrder);
    expect(await project.run()).toMatchObject({ reason: 'pending_agent_turn' });
  },
);

test.each([
  ['completed', 'done'],
  ['blocked', 'blocked'],
] as const)('RC-EVT-5, GAP-RC-MODE-2: a run is not %s without its event', async (state, status) => {
  await using project = await Project.open();
  await project.addTasks({ id: 'a', status });
  await project.breakTable('run_events', 'insert');
  const ticker = await project.ticker();
  await expect(ticker.tick(1)).rejects.toThrow('the disk is full');
  expect(await project.run()).toMatchObject({ status: 'active', ended_at: null });
  await project.mend('run_events');
  await ticker.tick(2);
  expect(await project.run()).toMatchObject({ status: state });
  expect(await project.eventPayloads(`orchestrator.${state}`)).toMatchObject([{ iterations: 2 }]);
});

test('RC-TICK-4: an abort takes effect between steps', async () => {
  await using project = await busyProject();
  const ticker = await project.ticker();
  const reason = new Error('stopped');
  await expect(ticker.tick(1, AbortSignal.abort(reason))).rejects.toBe(reason);
  expect(await typesOf(project)).toEqual(inOrder.slice(0, 3));
  expect(await project.proposals()).toEqual(['p pending']);
});
