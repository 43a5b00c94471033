import { afterEach, beforeEach, expect, test } from 'vitest';
import { statementsOf } from '@galley/testing';
import { BudgetControl } from './budgets/budget-control.ts';
import { Project } from './fixtures.ts';
import { RunWaitingReadModel } from './run-waiting-read-model.ts';
import { SessionRepository } from './sessions/session-repository.ts';

let project: Project;

const agents = ['ada', 'bo', 'cy', 'dan', 'eve'] as const;

beforeEach(async () => {
  project = await Project.open();
  for (const id of agents) await project.addAgent(id, 'implementer');
});
afterEach(() => project[Symbol.asyncDispose]());

const parallel = (maxParallelTurns = 4) =>
  project.ticker({ enforcement: 'enforced', scope: 'run', maxParallelTurns });

async function addTask(id: string, assigned: string, paths: string[] = []): Promise<void> {
  await project.addTasks({ id, status: 'in_progress', assigned });
  const set = project.db.updateTable('tasks').set({ run_id: 'run-1', paths });
  await set.where('id', '=', id).execute();
}

async function inFlight(): Promise<string[]> {
  const events = await project.events();
  const about = (type: RegExp) =>
    events.filter((event) => type.test(event.type)).map(({ payload }) => payload as Turn);
  const ended = about(/turn_(completed|failed|expired)$/).map((turn) => turn.request_event_id);
  return about(/turn_scheduled$/)
    .filter((turn) => !ended.includes(turn.request_event_id))
    .map((turn) => `${turn.agent_id} ${turn.reason}`);
}

interface Turn {
  readonly agent_id: string;
  readonly request_event_id: number;
  readonly reason: string;
}

const complete = (agent: string, turn: number) =>
  project.append('agent.turn_completed', { agent_id: agent, request_event_id: turn, summary: '' });

test('ADD-RUN-4: a tick schedules turns in order until that many are outstanding, one of each agent', async () => {
  const first = await project.requestTurn('ada', 'one');
  for (const [agent, reason] of [
    ['ada', 'two'],
    ['bo', 'three'],
    ['cy', 'four'],
    ['dan', 'five'],
  ] as const)
    await project.requestTurn(agent, reason);
  const ticker = await parallel(3);
  expect(await ticker.tick(1)).toMatchObject({ isTurnScheduled: true });
  expect(await inFlight()).toEqual(['ada one', 'bo three', 'cy four']);
  expect(await ticker.tick(2)).toMatchObject({ isTurnScheduled: false });
  expect(ticker.turns).toEqual({ waiting: 2, inFlight: 3 });
  await complete('ada', first);
  await ticker.tick(3);
  expect(await inFlight()).toEqual(['bo three', 'cy four', 'ada two']);
  const positions = (await project.eventPayloads('agent.turn_scheduled')).map(
    (payload) => (payload as { position: number }).position,
  );
  expect(positions).toEqual([1, 2, 3, 4]);
});

test('RC-TICK-6: by default one turn is outstanding', async () => {
  for (const agent of agents) await project.requestTurn(agent);
  const ticker = await parallel(1);
  for (const iteration of [1, 2, 3]) await ticker.tick(iteration);
  expect(await inFlight()).toEqual(['ada asked']);
});

test('ADD-RUN-4: tasks with overlapping paths never have turns at the same time', async () => {
  await addTask('a', 'ada', ['content/posts/**']);
  await addTask('b', 'bo', ['content/posts/ink.md', 'content/pages']);
  await addTask('c', 'cy', ['content/pages/about.md']);
  await addTask('d', 'dan');
  await addTask('e', 'eve');
  const turns = new Map<string, number>();
  for (const [task, agent] of [
    ['a', 'ada'],
    ['b', 'bo'],
    ['c', 'cy'],
    ['d', 'dan'],
    ['e', 'eve'],
  ] as const)
    turns.set(agent, await project.requestTurn(agent, `task ${task}`));
  const ticker = await parallel(32);
  await ticker.tick(1);
  expect(await inFlight()).toEqual(['ada task a', 'cy task c', 'dan task d', 'eve task e']);
  await complete('ada', turns.get('ada')!);
  await ticker.tick(2);
  expect(await inFlight()).not.toContain('bo task b');
  await complete('cy', turns.get('cy')!);
  await ticker.tick(3);
  expect(await inFlight()).toEqual(['dan task d', 'eve task e', 'bo task b']);
});

test('ADD-RUN-4: a revision has the paths of its task, and a review has none', async () => {
  await addTask('a', 'ada', ['content/posts']);
  await addTask('b', 'bo', ['content/posts/ink.md']);
  await project.addProposals({ id: 'p', by: 'cy', status: 'revision_requested' });
  await project.sql(`update proposals set task_id = 'a', run_id = 'run-1'`);
  await project.requestTurn('bo', 'task b');
  await project.requestTurn('cy', 'revise p');
  await project.requestTurn('ada', 'task a');
  await project.requestTurn('dan', 'review p');
  await (await parallel()).tick(1);
  expect(await inFlight()).toEqual(['bo task b', 'dan review p']);
});

test('ADD-RUN-4: turns that one tick schedules count for the budget, and the run is paused at the limit', async () => {
  const auditIn = () => ({ record: () => Promise.resolve() });
  const control = new BudgetControl({ db: project.db, clock: project.clock, auditIn });
  const by = { username: 'olga', address: '', requestId: '' };
  await control.set({ workspaceId: 'press', runId: 'run-1', limits: { turns: 3 }, by });
  const turns = [];
  for (const agent of agents) turns.push(await project.requestTurn(agent));
  const ticker = await parallel(5);
  await ticker.tick(1);
  expect(await inFlight()).toEqual(['ada asked', 'bo asked', 'cy asked']);
  expect(await project.run()).toMatchObject({ status: 'paused-intake', reason: 'budget_reached' });
  await complete('ada', turns[0]!);
  await ticker.tick(2);
  expect(await inFlight()).toEqual(['bo asked', 'cy asked']);
});

test('ADD-RUN-4: each turn in flight expires by its own lease, and a draining run ends all of them', async () => {
  const ada = await project.requestTurn('ada');
  await project.requestTurn('bo');
  const ticker = await parallel();
  await ticker.tick(1);
  project.clock.advance(10 * 60_000);
  await project.append('agent.turn_heartbeat', { agent_id: 'ada', request_event_id: ada });
  project.clock.advance(6 * 60_000);
  await ticker.tick(2);
  expect(await inFlight()).toEqual(['ada asked']);
  await project.requestTurn('bo');
  await ticker.tick(3);
  await project.setState('draining');
  expect(await ticker.tick(4)).toMatchObject({ state: 'draining' });
  project.clock.advance(11 * 60_000);
  expect(await ticker.tick(5)).toMatchObject({ state: 'stopped' });
  expect(await inFlight()).toEqual([]);
});

test('a supervisor finds all scheduled turns without a session, and the run tells how many agents work', async () => {
  for (const agent of ['ada', 'bo', 'cy']) await project.requestTurn(agent);
  await (await parallel()).tick(1);
  const sessions = new SessionRepository(project.db);
  const open = await sessions.listOpenTurns('press');
  expect(open.map(({ agentId }) => agentId)).toEqual(['ada', 'bo', 'cy']);
  const [first, second] = open;
  const begun = { place: 'here', startedAt: project.clock.now() };
  await sessions.insert({ ...begun, ...first!, id: 'session' });
  const { agentId: agent_id, requestEventId: request_event_id } = second!;
  await project.append('agent.turn_started', { agent_id, request_event_id });
  expect(await sessions.listOpenTurns('press')).toEqual([open[2]]);
  const { text, others } = (await new RunWaitingReadModel(project.db).find('run-1'))!;
  expect(text).toBe('ada is working on “asked”, and another agent works, too.');
  expect(others).toBe(1);
});

test('ADD-RUN-4: two coordinators never exceed the limit, nor schedule a turn twice', async () => {
  for (let round = 0; round < 5; round += 1)
    for (const agent of agents) await project.requestTurn(agent, `round ${round}`);
  const fence = await project.lease();
  const settings = { enforcement: 'enforced', maxParallelTurns: 3 } as const;
  const [one, other] = [project.tickerOf(fence, settings), project.tickerOf(fence, settings)];
  for (let iteration = 1; iteration < 10; iteration += 1) {
    await Promise.all([one.tick(iteration), other.tick(iteration)]);
    expect((await inFlight()).length).toBeLessThanOrEqual(3);
  }
  const scheduled = (await project.eventPayloads('agent.turn_scheduled')) as Turn[];
  const requests = scheduled.map((turn) => turn.request_event_id);
  expect(new Set(requests).size).toBe(requests.length);
});

test.each([1, 4])(
  'ADD-RUN-28: with up to %d turns at a time, a run pauses after three rounds without progress',
  async (maxParallel) => {
    await addTask('a', 'ada');
    const ticker = await parallel(maxParallel);
    const running = agents.slice(0, maxParallel);
    for (let round = 1; round <= 3; round += 1) {
      const turns = [];
      for (const agent of running) turns.push([agent, await project.requestTurn(agent)] as const);
      expect(await ticker.tick(round)).toMatchObject({ isTurnScheduled: true });
      for (const [agent, turn] of turns) await complete(agent, turn);
    }
    await project.requestTurn('ada');
    expect(await ticker.tick(4)).toMatchObject({ reason: 'no_progress', isTurnScheduled: false });
  },
);

test('ADD-RUN-28: a round ends when all its turns have ended, however many another agent has in the meantime', async () => {
  await addTask('a', 'ada');
  const ticker = await parallel(2);
  let slow = await project.requestTurn('bo');
  for (let round = 1; round <= 3; round += 1) {
    for (let turn = 1; turn <= 4; turn += 1) {
      const fast = await project.requestTurn('ada');
      expect(await ticker.tick(round)).toMatchObject({ isTurnScheduled: true });
      await complete('ada', fast);
    }
    await complete('bo', slow);
    if (round < 3) slow = await project.requestTurn('bo');
  }
  await project.requestTurn('ada');
  expect(await ticker.tick(4)).toMatchObject({ reason: 'no_progress' });
});

test('ADD-RUN-28: a tick opens no transaction while the waiting turns cannot be scheduled', async () => {
  await addTask('a', 'ada', ['content/posts']);
  await addTask('b', 'bo', ['content/posts/ink.md']);
  await project.requestTurn('ada', 'task a');
  const fence = await project.lease();
  const settings = { enforcement: 'enforced', scope: 'run', maxParallelTurns: 4 } as const;
  await project.tickerOf(fence, settings).tick(1);
  for (const [agent, reason] of [
    ['ada', 'once more'],
    ['bo', 'task b'],
  ] as const) {
    await project.requestTurn(agent, reason);
    const statements = await statementsOf(project.database, async (db) => {
      await project.tickerOf(fence, settings, db).tick(2);
    });
    expect(statements.filter(({ sql }) => / for (?:update|share)|advisory/.test(sql))).toEqual([]);
  }
});
