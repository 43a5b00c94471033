import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { silentLogger } from '@galley/kernel';
import { Project } from '../fixtures.ts';
import { SessionEventFeed } from './session-event-feed.ts';
import {
  maxSessionBytes,
  maxSessionEvents,
  SessionEventRepository,
  type EventBatch,
} from './session-event-repository.ts';
import { SessionEventWaker } from './session-event-waker.ts';
import type { SessionEvent } from './session-event.ts';
import { SessionRecords } from './session-records.ts';

const day = 86_400_000;

let project: Project;
let sessions: SessionRecords;
let waker: SessionEventWaker;
let feed: SessionEventFeed;
beforeEach(async () => {
  project = await Project.open();
  const { db, clock } = project;
  sessions = new SessionRecords({ db, clock, retention: 30 * day });
  waker = new SessionEventWaker({ db, clock, logger: silentLogger });
  feed = new SessionEventFeed({ db, clock, waker });
  await addSession('s1');
});
afterEach(() => project[Symbol.asyncDispose]());

async function addSession(id: string, more: Record<string, unknown> = {}): Promise<void> {
  const row = { id, run_id: 'run-1', agent_id: 'ada', status: 'running' };
  await project.db
    .insertInto('agent_sessions')
    .values({ ...row, started_at: project.clock.now(), ...more })
    .execute();
}

function append(batch: EventBatch, id = 's1'): Promise<number | undefined> {
  return project.db
    .transaction()
    .execute((transaction) =>
      new SessionEventRepository(transaction).append(id, batch, project.clock.now()),
    );
}

const say = (text: string): SessionEvent => ({ kind: 'message', text });
const spend = (model: string | null, tokens: number, usd: number | null): SessionEvent => ({
  kind: 'usage',
  usage: { model, inputTokens: tokens, outputTokens: 2 * tokens, usd },
});
const listed = async (id = 's1') =>
  (await feed.next({ sessionId: id, after: 0, limit: 100_000 })).events;
const get = (id = 's1') => sessions.get('press', id);
const end = (id = 's1') =>
  project.db
    .updateTable('agent_sessions')
    .set({ status: 'ended', ended_at: project.clock.now() })
    .where('id', '=', id)
    .execute();

describe('storing a batch of events', () => {
  test('continues from the stored position, so that a repeated batch adds nothing', async () => {
    expect(await append({ from: -1, to: 0, events: [say('go')] })).toBe(0);
    const batch = { from: 0, to: 12, events: [say('one'), say('two')] };
    expect(await append(batch)).toBe(12);
    expect(await append(batch)).toBe(12);
    expect(await append({ from: 5, to: 99, events: [say('a gap')] })).toBe(12);
    const at = project.clock.now();
    expect(await listed()).toEqual([
      { seq: 1, event: say('go'), at },
      { seq: 2, event: say('one'), at },
      { seq: 3, event: say('two'), at },
    ]);
    expect(await get()).toMatchObject({ eventCount: 3 });
  });

  test('of two equal batches at the same time, one is stored', async () => {
    const batch = { from: -1, to: 5, events: [say('once')] };
    expect(await Promise.all([append(batch), append(batch), append(batch)])).toEqual([5, 5, 5]);
    expect(await listed()).toHaveLength(1);
  });

  test('an ended session gets no events', async () => {
    await end();
    expect(await append({ from: -1, to: 0, events: [say('late')] })).toBeUndefined();
    expect(await listed()).toEqual([]);
  });

  test('sums usage, and remembers the model and the last error', async () => {
    await append({ from: -1, to: 1, events: [spend('one', 10, null), say('x')] });
    expect(await get()).toMatchObject({
      inputTokens: 10,
      outputTokens: 20,
      usd: null,
      model: 'one',
    });
    const error: SessionEvent = { kind: 'error', code: 'quota', text: 'Wait.' };
    const more = [spend('two', 5, 0.25), error, spend(null, 1, 0.5)];
    await append({ from: 1, to: 2, events: more });
    expect(await get()).toMatchObject({
      inputTokens: 16,
      outputTokens: 32,
      usd: 0.75,
      model: 'two',
      failure: 'quota',
    });
  });

  test.each([
    ['bytes', 60_000, Math.ceil(maxSessionBytes / 60_000) + 50],
    ['events', 1, maxSessionEvents + 50],
  ])(
    'a session that floods stops at its limit of %s with a mark, and its usage still counts',
    async (_what, length, count) => {
      const atOnce = length > 1 ? 100 : 1_000;
      let from = -1;
      for (let left = count; left > 0; left -= atOnce) {
        const events = Array.from({ length: Math.min(left, atOnce) }, () =>
          say('x'.repeat(length)),
        );
        from = (await append({ from, to: from + 1, events }))!;
      }
      await append({ from, to: from + 1, events: [spend('one', 10, 1), say('more')] });
      const { eventCount, ...session } = await get();
      expect(session).toMatchObject({ inputTokens: 10, usd: 1 });
      expect(eventCount).toBeLessThan(count);
      expect(eventCount).toBeLessThanOrEqual(maxSessionEvents);
      const [last] = (await feed.next({ sessionId: 's1', after: eventCount - 1, limit: 5 })).events;
      expect(last!.event).toEqual({
        kind: 'output',
        text: '… The limit of this transcript is reached; later output is discarded.',
      });
    },
  );
});

describe('reading events', () => {
  test('a reader waits for the first event, and learns of the end', async () => {
    const stop = new AbortController();
    waker.loop.start(stop.signal);
    const patience = { milliseconds: 60_000, signal: stop.signal };
    const asked = { sessionId: 's1', limit: 10 };
    const first = feed.next({ ...asked, after: 0 }, patience);
    await append({ from: -1, to: 0, events: [say('go')] });
    waker.hint();
    expect(await first).toMatchObject({ events: [{ seq: 1 }], isOver: false });
    const second = feed.next({ ...asked, after: 1 }, patience);
    await end();
    waker.hint();
    expect(await second).toEqual({ events: [], isOver: true });
    expect(await feed.next({ ...asked, after: 0, limit: 1 })).toMatchObject({ isOver: false });
    stop.abort();
    await waker.loop.stopped;
  });

  test('a search finds the sessions of a run by any text of their events', async () => {
    await addSession('s2');
    await append({ from: -1, to: 0, events: [say('The ink is 100% "black"\n\\o/')] });
    const input = { path: 'posts/Tinte.md' };
    const call: SessionEvent = { kind: 'tool_call', id: '1', tool: 'read', input };
    await append({ from: -1, to: 0, events: [call] }, 's2');
    const search = async (text: string) => {
      const asked = { workspaceId: 'press', runId: 'run-1', limit: 10, text };
      return (await sessions.list(asked)).items.map(({ id }) => id);
    };
    for (const found of ['the INK', '100%', '"black"', '\\o/', 'black"\n'])
      expect(await search(found)).toEqual(['s1']);
    expect(await search('tinte.md')).toEqual(['s2']);
    for (const none of ['100_', 'i%k', '_he']) expect(await search(none)).toEqual([]);
    await expect(
      sessions.list({ workspaceId: 'press', limit: 10, text: 'ink' }),
    ).rejects.toMatchObject({ code: 'invalid_request' });
  });
});

test('events of sessions that ended before the retention are removed, and the session stays', async () => {
  await append({ from: -1, to: 0, events: [say('old'), spend('one', 3, 1)] });
  await addSession('s2');
  await append({ from: -1, to: 0, events: [say('running')] }, 's2');
  await end();
  project.clock.advance(30 * day - 1);
  expect(await sessions.removeOldEvents()).toBe(0);
  project.clock.advance(2);
  expect(await sessions.removeOldEvents()).toBe(1);
  expect(await sessions.removeOldEvents()).toBe(0);
  expect(await listed()).toEqual([]);
  expect(await get()).toMatchObject({
    eventCount: 2,
    usd: 1,
    eventsRemovedAt: expect.any(Date) as Date,
  });
  expect(await listed('s2')).toHaveLength(1);
});

test('lists the sessions of a workspace, newest first, by agent and run, with reason and outcome of the turn', async () => {
  const reason = { agent_id: 'bo', reason: 'task t1' };
  const turn = await project.append('agent.turn_requested', reason);
  project.clock.advance(1_000);
  await addSession('s2', { agent_id: 'bo', request_event_id: turn });
  await project.addRun('run-2', { workspace: 'paper' });
  await addSession('s3', { run_id: 'run-2' });
  const list = async (more = {}) =>
    (await sessions.list({ workspaceId: 'press', limit: 10, ...more })).items;
  expect((await list()).map(({ id }) => id)).toEqual(['s2', 's1']);
  expect(await list({ agentId: 'bo' })).toMatchObject([
    { id: 's2', reason: 'task t1', outcome: null, requestEventId: turn },
  ]);
  await project.append('agent.turn_expired', { agent_id: 'bo', request_event_id: turn });
  await project.append('agent.turn_completed', { agent_id: 'bo', request_event_id: turn });
  expect(await get('s2')).toMatchObject({ outcome: 'expired' });
  expect((await list({ limit: 1, after: 's2' })).map(({ id }) => id)).toEqual(['s1']);
  await expect(list({ after: 'nothing' })).rejects.toMatchObject({ code: 'invalid_request' });
  await expect(get('s3')).rejects.toMatchObject({ code: 'session_not_found' });
  await expect(get('a\0')).rejects.toMatchObject({ code: 'session_not_found' });
});
