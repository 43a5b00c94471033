import { afterEach, beforeEach, expect, test } from 'vitest';
import { silentLogger } from '@galley/kernel';
import type { Patience } from './find-in-time.ts';
import { Project } from './fixtures.ts';
import { RunEventFeed, type EventRequest } from './run-event-feed.ts';
import { RunEventWaker } from './run-event-waker.ts';

let project: Project;
let waker: RunEventWaker;
let feed: RunEventFeed;

beforeEach(async () => {
  project = await Project.open();
  const { db, clock } = project;
  waker = new RunEventWaker({ db, clock, logger: silentLogger });
  feed = new RunEventFeed({ db, clock, waker });
});

afterEach(() => project[Symbol.asyncDispose]());

function next(request: Partial<EventRequest> = {}, patience?: Patience) {
  return feed.next({ runId: 'run-1', after: 0, limit: 10, ...request }, patience);
}

test('returns events by page, oldest first, after the given one (GAP-RC-API-10)', async () => {
  await project.addRun('run-2');
  const ids: number[] = [];
  for (let number = 0; number < 5; number += 1) {
    ids.push(await project.append('orchestrator.retry', { number }));
    await project.append('orchestrator.retry', {}, 'run-2');
  }
  const page = async (after: number) => (await next({ after, limit: 2 })).map(({ id }) => id);
  expect(await page(0)).toEqual(ids.slice(0, 2));
  expect(await page(ids[1]!)).toEqual(ids.slice(2, 4));
  expect(await page(ids[3]!)).toEqual(ids.slice(4));
  expect(await next({ after: ids[4]! })).toEqual([]);
});

test('payloads contain no secrets (GAP-RC-API-8, RC-EVT-5)', async () => {
  await project.append('orchestrator.retry', { error: 'postgres://ada:geheim@db/x', attempt: 1 });
  const [event] = await next();
  expect(event).toMatchObject({ payload: { error: '[redacted]', attempt: 1 } });
});

test('a wait ends at its timeout, and when its client has left', async () => {
  const stop = new AbortController();
  const patience = { milliseconds: 30_000, signal: stop.signal };
  const waiting = next({}, patience);
  await project.clock.sleeping();
  project.clock.advance(29_999);
  const id = await project.append('orchestrator.retry', {}, 'run-1');
  project.clock.advance(1);
  // The feed reads once more after the timeout.
  expect(await waiting).toMatchObject([{ id }]);
  const given = next({ after: id }, patience);
  await project.clock.sleeping();
  stop.abort();
  expect(await given).toEqual([]);
});
