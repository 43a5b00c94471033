import { afterEach, beforeEach, expect, test } from 'vitest';
import { minute } from '../fixtures.ts';
import { Workshop } from './fixtures.ts';

let shop: Workshop;
beforeEach(async () => {
  shop = await Workshop.open();
});
afterEach(() => shop[Symbol.asyncDispose]());

test('GAP-RC-LOOP-10, GAP-RC-MCP-3: a turn is requested, scheduled, started and completed, in this order', async () => {
  const [ada, bo] = await Promise.all([shop.agent('ada'), shop.agent('bo')]);
  const asked = await ada.do(({ turns }) => turns.request('bo', 'Look at the ink'));
  expect(asked).toMatchObject({ agentId: 'bo', state: 'requested', aliveAt: null });
  const id = asked.requestEventId;
  const refused = (who: typeof ada, act: 'start' | 'heartbeat') =>
    who.do(({ turns }) => turns[act](id)).catch(({ code }: { code: string }) => code);
  expect(await refused(bo, 'start')).toBe('turn_not_scheduled');
  expect(await refused(ada, 'start')).toBe('not_yours');
  const ticker = await shop.project.ticker({ enforcement: 'enforced' });
  expect(await ticker.tick(1)).toMatchObject({ isTurnScheduled: true });
  expect(await bo.do(({ turns }) => turns.start(id))).toMatchObject({ state: 'started' });
  expect(await refused(bo, 'start')).toBe('turn_started');
  expect(await bo.do(({ turns }) => turns.heartbeat(id))).toMatchObject({ state: 'started' });
  expect((await bo.look(({ table }) => table.state())).turns).toMatchObject([
    { requestEventId: id, state: 'started', reason: 'Look at the ink' },
  ]);
  const done = await bo.do(({ turns }) => turns.complete(id, 'It is black'));
  expect(done).toMatchObject({ state: 'completed' });
  expect(await refused(bo, 'heartbeat')).toBe('turn_over');
  expect((await bo.look(({ table }) => table.state())).turns).toEqual([]);
  expect(await shop.eventPayloads('agent.turn_completed')).toEqual([
    { agent_id: 'bo', request_event_id: id, summary: 'It is black' },
  ]);
});

test('GAP-RC-MODE-6: heartbeats keep a turn alive; without them it expires, and a late completion is rejected', async () => {
  const { project } = shop;
  const ada = await shop.agent('ada');
  const { requestEventId: id } = await ada.do(({ turns }) => turns.request('ada', 'work'));
  const ticker = await project.ticker({ enforcement: 'enforced', turnLease: 2 * minute });
  await ticker.tick(1);
  await ada.do(({ turns }) => turns.start(id));
  for (let beat = 0; beat < 3; beat += 1) {
    project.clock.advance(minute);
    await ada.do(({ turns }) => turns.heartbeat(id));
    await ticker.tick(2);
  }
  expect(await shop.eventPayloads('agent.turn_expired')).toEqual([]);
  project.clock.advance(2 * minute);
  await ticker.tick(3);
  await expect(ada.do(({ turns }) => turns.complete(id, 'late'))).rejects.toMatchObject({
    code: 'turn_over',
    message: expect.stringContaining('expired') as string,
  });
});

test('of a concurrent completion and expiry, one is recorded', async () => {
  const { project } = shop;
  const ada = await shop.agent('ada');
  const { requestEventId: id } = await ada.do(({ turns }) => turns.request('ada', 'work'));
  const ticker = await project.ticker({ enforcement: 'enforced', turnLease: minute });
  await ticker.tick(1);
  project.clock.advance(2 * minute);
  await Promise.allSettled([ticker.tick(2), ada.do(({ turns }) => turns.complete(id, ''))]);
  const ends = [
    ...(await shop.eventPayloads('agent.turn_completed')),
    ...(await shop.eventPayloads('agent.turn_expired')),
  ];
  expect(ends).toHaveLength(1);
});

test('turns can be requested only for known agents, up to a maximum queue length', async () => {
  const ada = await shop.agent('ada');
  await expect(ada.do(({ turns }) => turns.request('nobody', 'x'))).rejects.toMatchObject({
    code: 'agent_not_found',
  });
  await shop.project.db
    .insertInto('run_events')
    .values(
      Array.from({ length: 200 }, () => ({
        run_id: 'run-1',
        type: 'agent.turn_requested',
        payload: JSON.stringify({ agent_id: 'ada', reason: '' }),
        at: new Date(),
      })),
    )
    .execute();
  await expect(ada.do(({ turns }) => turns.request('ada', 'x'))).rejects.toMatchObject({
    code: 'turn_queue_full',
  });
  const other = await shop.agent('ada', 'run-2');
  const [first] = await shop.project.events();
  await expect(other.do(({ turns }) => turns.start(first!.id))).rejects.toMatchObject({
    code: 'turn_not_found',
  });
});
