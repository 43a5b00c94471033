import { describe, expect, test } from 'vitest';
import { Project } from './fixtures.ts';

describe('assigning tasks', () => {
  test('RC-TICK-1, RC-ST-11: assigns open tasks to the implementers in turn, in database order', async () => {
    await using project = await Project.open();
    await project.addTasks(
      { id: 'c' },
      { id: 'b', status: 'in_progress', assigned: 'implementer-9' },
      { id: 'a' },
      { id: 'e', status: 'pending' },
      { id: 'f', assigned: 'reviewer-1' },
      { id: 'd' },
    );
    const { assigned } = await (await project.ticker()).tick(1);
    expect(assigned).toBe(3);
    expect(await project.tasks()).toEqual([
      'c in_progress implementer-1',
      'b in_progress implementer-9',
      'a in_progress implementer-2',
      'e pending -',
      'f open reviewer-1',
      'd in_progress implementer-1',
    ]);
  });

  test('RC-EVT-1, GAP-RC-LOOP-8: records an event per assignment under the run of the tick, in order', async () => {
    await using project = await Project.open();
    await project.addRun('run-2');
    await project.addTasks({ id: 'b' }, { id: 'a' });
    await (await project.ticker({}, 'run-2')).tick(1);
    expect(await project.eventPayloads('task.assigned', 'run-2')).toEqual([
      { task_id: 'b', assigned_agent_id: 'implementer-1' },
      { task_id: 'a', assigned_agent_id: 'implementer-2' },
    ]);
    expect(await project.events()).toEqual([]);
  });

  test('RC-TICK-1: each tick starts with the first implementer', async () => {
    await using project = await Project.open();
    const ticker = await project.ticker();
    for (const id of ['a', 'b']) {
      await project.addTasks({ id });
      await ticker.tick(1);
    }
    expect(await project.tasks()).toEqual([
      'a in_progress implementer-1',
      'b in_progress implementer-1',
    ]);
  });

  test('RC-TICK-1: assigns nothing without implementers', async () => {
    await using project = await Project.open();
    await project.addTasks({ id: 'a' });
    await (await project.ticker({ implementers: 0 })).tick(1);
    expect(await project.tasks()).toEqual(['a open -']);
  });

  test('GAP-RC-LOOP-2: takes the tasks of the whole database, or of the workspace of the run', async () => {
    await using project = await Project.open();
    await project.addTasks({ id: 'a', workspace: 'paper' }, { id: 'b' });
    await (await project.ticker({ scope: 'workspace' })).tick(1);
    expect(await project.tasks()).toEqual(['a open -', 'b in_progress implementer-1']);
    await project.expireLease();
    await (await project.ticker({ scope: 'database' })).tick(1);
    expect(await project.tasks()).toContain('a in_progress implementer-1');
  });
});

describe('requesting reviews', () => {
  test('RC-TICK-2, RC-EVT-2, GAP-RC-LOOP-11: of pending proposals, from the enabled agents of the roles except the proposer', async () => {
    await using project = await Project.open();
    for (const id of ['reviewer-10', 'reviewer-2']) await project.addAgent(id, 'reviewer');
    await project.addAgent('reviewer-3', 'reviewer', false);
    await project.addAgent('tester-1', 'tester');
    await project.addAgent('architect-1', 'architect');
    await project.addAgent('security-1', 'security');
    await project.addAgent('implementer-1', 'implementer');
    await project.addProposals(
      { id: 'low', by: 'implementer-1' },
      { id: 'high', risk: 'high', by: 'tester-1' },
      { id: 'old', status: 'rejected' },
    );
    const { reviewsRequested } = await (await project.ticker()).tick(1);
    expect(reviewsRequested).toBe(2);
    expect(await project.proposals()).toEqual(['low in_review', 'high in_review', 'old rejected']);
    expect(await project.eventPayloads('proposal.review_requested')).toEqual([
      {
        proposal_id: 'low',
        roles: ['reviewer', 'architect', 'tester'],
        reviewers: ['reviewer-2', 'reviewer-10', 'architect-1', 'tester-1'],
      },
      {
        proposal_id: 'high',
        roles: ['reviewer', 'architect', 'tester', 'security'],
        reviewers: ['reviewer-2', 'reviewer-10', 'architect-1', 'security-1'],
      },
    ]);
  });

  test('RC-TICK-2, GAP-RC-LOOP-12: each time a proposal becomes pending, even without a reviewer', async () => {
    await using project = await Project.open();
    await project.addProposals({ id: 'a' });
    const ticker = await project.ticker();
    await ticker.tick(1);
    await ticker.tick(2);
    await project.db.updateTable('proposals').set({ status: 'pending' }).execute();
    await ticker.tick(3);
    const told = await project.eventPayloads('proposal.review_requested');
    expect(told).toHaveLength(2);
    expect(told[0]).toMatchObject({ reviewers: [] });
  });

  test('RC-ST-4, GAP-RC-LOOP-2: of the whole database, or of the workspace of the run', async () => {
    await using project = await Project.open();
    await project.addProposals({ id: 'a', workspace: 'paper' }, { id: 'b' });
    await (await project.ticker({ scope: 'workspace' })).tick(1);
    expect(await project.proposals()).toEqual(['a pending', 'b in_review']);
    await project.expireLease();
    await (await project.ticker()).tick(1);
    expect(await project.proposals()).toEqual(['a in_review', 'b in_review']);
  });
});

describe('turns', () => {
  test('RC-TICK-6, RC-RES-5, GAP-RC-LOOP-8, GAP-RC-LOOP-10: are scheduled one at a time, in request order', async () => {
    await using project = await Project.open();
    const ticker = await project.ticker();
    const first = await project.requestTurn('zoe', 'first');
    const second = await project.requestTurn('ada', 'second');
    expect((await ticker.tick(1)).isTurnScheduled).toBe(true);
    expect((await ticker.tick(2)).isTurnScheduled).toBe(false);
    const turn = { agent_id: 'zoe', request_event_id: first };
    await project.append('agent.turn_started', turn);
    expect((await ticker.tick(3)).isTurnScheduled).toBe(false);
    await project.append('agent.turn_completed', turn);
    expect((await ticker.tick(4)).isTurnScheduled).toBe(true);
    expect(await project.eventPayloads('agent.turn_scheduled')).toEqual([
      { ...turn, reason: 'first', position: 1 },
      { agent_id: 'ada', request_event_id: second, reason: 'second', position: 2 },
    ]);
  });

  test('RC-EVT-5: of another run do not affect this one', async () => {
    await using project = await Project.open();
    await project.addRun('run-2');
    await project.append('agent.turn_requested', { agent_id: 'ada' }, 'run-2');
    const { isTurnScheduled, reason } = await (await project.ticker()).tick(1);
    expect({ isTurnScheduled, reason }).toEqual({
      isTurnScheduled: false,
      reason: 'awaiting_initial_work',
    });
  });

  test('RC-TICK-6: scheduled before a restart are known to the new coordinator', async () => {
    await using project = await Project.open();
    await project.requestTurn('ada');
    await project.requestTurn('zoe');
    await (await project.ticker()).tick(1);
    await project.expireLease();
    expect((await (await project.ticker()).tick(1)).isTurnScheduled).toBe(false);
  });

  test.each([
    ['agent.turn_requested', {}, 'agent_id must be the ID of an agent'],
    ['agent.turn_requested', { agent_id: '' }, 'agent_id must be the ID of an agent'],
    ['agent.turn_requested', { agent_id: 'ada', reason: 3 }, 'reason must be a string'],
    ['agent.turn_completed', { agent_id: 'ada' }, 'request_event_id must be the ID of'],
    [
      'agent.turn_started',
      { agent_id: 'ada', request_event_id: '1' },
      'request_event_id must be the ID of',
    ],
  ] as const)('RC-TICK-6: %s with %j fails the tick, and the ones after it', async (...row) => {
    const [type, payload, message] = row;
    await using project = await Project.open();
    await project.addTasks({ id: 'a' });
    const id = await project.append(type, payload);
    const ticker = await project.ticker();
    for (const iteration of [1, 2])
      await expect(ticker.tick(iteration)).rejects.toMatchObject({
        code: 'malformed_turn_event',
        message: expect.stringContaining(`event ${id} (${type})`) as unknown,
      });
    await expect(ticker.tick(3)).rejects.toThrow(message);
    expect(await project.eventPayloads('task.assigned')).toHaveLength(1);
  });

  test('RC-TICK-6: with an event that is not an object fail the tick', async () => {
    await using project = await Project.open();
    await project.sql(`insert into run_events (run_id, type, payload, at)
      values ('run-1', 'agent.turn_started', '[1]', now())`);
    await expect((await project.ticker()).tick(1)).rejects.toThrow('it must be an object');
  });
});

describe('the state of the run', () => {
  test('RC-TICK-3, RC-EVT-5, RC-ST-10, GAP-RC-LOOP-4: is completed when all work has ended, with an end time and one event', async () => {
    await using project = await Project.open();
    await project.addTasks({ id: 'a', status: 'failed' }, { id: 'b', status: 'done' });
    await project.addProposals({ id: 'p', status: 'rejected' });
    project.clock.advance(5_000);
    const ticker = await project.ticker();
    expect(await ticker.tick(7)).toMatchObject({ state: 'completed', isOver: true });
    const now = project.clock.now();
    project.clock.advance(5_000);
    await ticker.tick(8);
    expect(await project.run()).toEqual({
      status: 'completed',
      reason: 'all_tasks_and_proposals_terminal',
      ended_at: now,
      transitioned_at: now,
    });
    expect(await project.eventPayloads('orchestrator.completed')).toEqual([
      { iterations: 7, reason: 'all_tasks_and_proposals_terminal' },
    ]);
  });

  test('RC-ST-8, GAP-RC-LOOP-4, GAP-RC-LOOP-8: is blocked without an end time', async () => {
    await using project = await Project.open();
    await project.addTasks({ id: 'a', status: 'blocked' }, { id: 'b', status: 'closed' });
    expect(await (await project.ticker()).tick(2)).toMatchObject({
      state: 'blocked',
      isOver: true,
    });
    expect(await project.run()).toMatchObject({ status: 'blocked', ended_at: null });
    expect(await project.eventPayloads('orchestrator.blocked')).toEqual([
      { iterations: 2, reason: 'all_remaining_tasks_blocked' },
    ]);
  });

  test('RC-ST-5: stays active while a turn is requested', async () => {
    await using project = await Project.open();
    await project.addTasks({ id: 'a', status: 'done' });
    await project.requestTurn('ada');
    const { state, reason } = await (await project.ticker()).tick(1);
    expect({ state, reason }).toEqual({ state: 'active', reason: 'pending_agent_turn' });
  });

  test.each([
    ['tasks', 'work_remains'],
    ['nothing', 'awaiting_initial_work'],
  ])('RC-ST-6, RC-ST-9: with %s, the reason is %s', async (what, reason) => {
    await using project = await Project.open();
    if (what === 'tasks') await project.addTasks({ id: 'a', status: 'whatever' });
    await (await project.ticker()).tick(1);
    expect(await project.run()).toMatchObject({ status: 'active', reason, ended_at: null });
    expect(await project.eventPayloads('orchestrator.completed')).toEqual([]);
  });

  test('GAP-RC-LOOP-2: depends only on the workspace of the run, if so configured', async () => {
    await using project = await Project.open();
    await project.addTasks(
      { id: 'a', status: 'review', workspace: 'paper' },
      { id: 'b', status: 'done' },
    );
    const { state } = await (await project.ticker({ scope: 'workspace' })).tick(1);
    expect(state).toBe('completed');
  });

  test('depends only on the run, if so configured: work of earlier runs neither ends nor blocks it', async () => {
    await using project = await Project.open();
    await project.addTasks({ id: 'a', status: 'done' }, { id: 'b', status: 'blocked' });
    await project.addRun('run-2');
    const ticker = await project.ticker({ scope: 'run' }, 'run-2');
    expect(await ticker.tick(1)).toMatchObject({
      state: 'active',
      reason: 'awaiting_initial_work',
    });
    await project.expireLease();
    const ofAll = await (await project.ticker({}, 'run-1')).tick(1);
    expect(ofAll.state).toBe('blocked');
  });

  test('a completed run with new work is active again, without an end time', async () => {
    await using project = await Project.open();
    await project.addTasks({ id: 'a', status: 'done' });
    const ticker = await project.ticker();
    await ticker.tick(1);
    await project.addTasks({ id: 'b' });
    expect(await ticker.tick(2)).toMatchObject({ state: 'active', isOver: false });
    expect(await project.run()).toMatchObject({ status: 'active', ended_at: null });
  });

  test('RC-BASE-1: a tick without work writes nothing', async () => {
    await using project = await Project.open();
    await project.addTasks({ id: 'a', status: 'review' });
    const ticker = await project.ticker();
    await ticker.tick(1);
    for (const table of ['runs', 'tasks', 'proposals', 'run_leases'])
      await project.breakTable(table, 'update');
    await project.breakTable('run_events', 'insert');
    expect(await ticker.tick(2)).toMatchObject({ state: 'active', reason: 'work_remains' });
  });
});
