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
