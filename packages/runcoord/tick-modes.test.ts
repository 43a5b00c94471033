import { describe, expect, test } from 'vitest';
import { minute, Project } from './fixtures.ts';

const states = ['stopped', 'paused-intake', 'draining'];

describe('RC-ST-24, GAP-RC-MODE-4: in recorded mode', () => {
  test.each(states)('a run in the state %s is ticked and keeps its state', async (state) => {
    await using project = await Project.open();
    await project.setState(state);
    await project.addTasks({ id: 'a' });
    await project.addProposals({ id: 'p' });
    await project.requestTurn('ada');
    const result = await (await project.ticker()).tick(1);
    expect(result).toMatchObject({ assigned: 1, reviewsRequested: 1, isTurnScheduled: true });
    expect(result).toMatchObject({ state, isOver: false });
    expect(await project.run()).toMatchObject({ status: state, reason: 'pending_agent_turn' });
  });

  test.each(states)('a run in the state %s is completed when all work has ended', async (state) => {
    await using project = await Project.open();
    await project.setState(state);
    await project.addTasks({ id: 'a', status: 'done' });
    expect(await (await project.ticker()).tick(1)).toMatchObject({
      state: 'completed',
      isOver: true,
    });
  });

  test('RC-TICK-6, GAP-RC-MODE-6: a turn ends only when it is completed', async () => {
    await using project = await Project.open();
    await project.requestTurn('ada');
    const ticker = await project.ticker();
    await ticker.tick(1);
    project.clock.advance(1_000 * minute);
    await ticker.tick(2);
    expect(await project.eventPayloads('agent.turn_expired')).toEqual([]);
  });
});

describe('GAP-RC-MODE-1, GAP-RC-MODE-4: in enforced mode', () => {
  const enforcement = 'enforced';

  test.each(['paused-intake', 'draining'])(
    'GAP-RC-LOOP-5: a run in the state %s starts no work and finishes its open work',
    async (state) => {
      await using project = await Project.open();
      const ticker = await project.ticker({ enforcement });
      const requestEventId = await project.requestTurn('ada');
      await project.requestTurn('zoe');
      await ticker.tick(1);
      await project.setState(state);
      await project.addTasks({ id: 'a' });
      await project.addProposals({ id: 'p' });
      const result = await ticker.tick(2);
      expect(result).toMatchObject({ assigned: 0, reviewsRequested: 0, isTurnScheduled: false });
      expect(result).toMatchObject({ state, isOver: false });
      const turn = { agent_id: 'ada', request_event_id: requestEventId };
      await project.append('agent.turn_completed', turn);
      expect((await ticker.tick(3)).isTurnScheduled).toBe(false);
      expect(await project.tasks()).toEqual(['a open -']);
      expect(await project.proposals()).toEqual(['p pending']);
    },
  );

  test('GAP-RC-LOOP-4, GAP-RC-LOOP-5: a draining run stops with an end time once no work is in flight', async () => {
    await using project = await Project.open();
    const ticker = await project.ticker({ enforcement });
    const turn = { agent_id: 'ada', request_event_id: await project.requestTurn('ada') };
    await ticker.tick(1);
    await project.setState('draining');
    expect((await ticker.tick(2)).state).toBe('draining');
    await project.append('agent.turn_completed', turn);
    project.clock.advance(minute);
    expect(await ticker.tick(3)).toMatchObject({ state: 'stopped', isOver: true });
    const now = project.clock.now();
    expect(await project.run()).toMatchObject({ status: 'stopped', ended_at: now });
  });

  test('GAP-RC-MODE-5: turns expire at the drain deadline', async () => {
    await using project = await Project.open();
    const ticker = await project.ticker({ enforcement });
    const requestEventId = await project.requestTurn('ada');
    await ticker.tick(1);
    await project.setState('draining');
    project.clock.advance(10 * minute - 1);
    expect((await ticker.tick(2)).state).toBe('draining');
    project.clock.advance(1);
    expect((await ticker.tick(3)).state).toBe('stopped');
    expect(await project.eventPayloads('agent.turn_expired')).toEqual([
      { agent_id: 'ada', request_event_id: requestEventId },
    ]);
  });

  test('a paused run is not completed', async () => {
    await using project = await Project.open();
    await project.setState('paused-intake');
    await project.addTasks({ id: 'a', status: 'done' });
    const { state, reason } = await (await project.ticker({ enforcement })).tick(1);
    expect({ state, reason }).toEqual({
      state: 'paused-intake',
      reason: 'all_tasks_and_proposals_terminal',
    });
  });

  test('a stopped run is not ticked, and its loop ends', async () => {
    await using project = await Project.open();
    await project.setState('stopped');
    await project.addTasks({ id: 'a', status: 'done' }, { id: 'b' });
    const result = await (await project.ticker({ enforcement })).tick(1);
    expect(result).toMatchObject({ state: 'stopped', isOver: true, assigned: 0 });
    expect(await project.run()).toMatchObject({ status: 'stopped', reason: null });
  });

  test('GAP-RC-LOOP-5: a successful tick restores a degraded run', async () => {
    await using project = await Project.open();
    await project.setState('degraded');
    expect((await (await project.ticker({ enforcement })).tick(1)).state).toBe('active');
  });

  test('GAP-RC-MODE-6: a turn without a heartbeat expires after its lease, and the next is scheduled', async () => {
    await using project = await Project.open();
    const ticker = await project.ticker({ enforcement });
    const turn = { agent_id: 'ada', request_event_id: await project.requestTurn('ada') };
    const next = await project.requestTurn('zoe');
    await ticker.tick(1);
    for (const sign of ['agent.turn_started', 'agent.turn_heartbeat'] as const) {
      project.clock.advance(15 * minute - 1);
      await project.append(sign, turn);
      await ticker.tick(2);
    }
    expect(await project.eventPayloads('agent.turn_expired')).toEqual([]);
    project.clock.advance(15 * minute);
    expect((await ticker.tick(3)).isTurnScheduled).toBe(true);
    expect(await project.eventPayloads('agent.turn_expired')).toEqual([turn]);
    // Too late: the next turn has started.
    await project.append('agent.turn_completed', turn);
    await ticker.tick(4);
    expect(await project.eventPayloads('agent.turn_scheduled')).toEqual([
      { ...turn, reason: 'asked', position: 1 },
      { agent_id: 'zoe', request_event_id: next, reason: 'asked', position: 2 },
    ]);
  });

  test('GAP-RC-MODE-6: a turn does not expire before it is scheduled', async () => {
    await using project = await Project.open();
    await project.setState('paused-intake');
    await project.requestTurn('ada');
    const ticker = await project.ticker({ enforcement });
    await ticker.tick(1);
    project.clock.advance(1_000 * minute);
    await ticker.tick(2);
    expect(await project.eventPayloads('agent.turn_expired')).toEqual([]);
  });
});
