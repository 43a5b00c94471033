import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openDatabase, type Database } from '@galley/database';
import { silentLogger } from '@galley/kernel';
import { Project } from './fixtures.ts';
import { RunEventRepository } from './run-event-repository.ts';
import { RunEventWaker } from './run-event-waker.ts';

let project: Project;
let end: AbortController;

beforeEach(async () => {
  project = await Project.open();
  await project.addRun('run-2');
  end = new AbortController();
});

afterEach(async () => {
  end.abort();
  await project[Symbol.asyncDispose]();
});

function start(db: Database = project.db, logger = silentLogger): RunEventWaker {
  const waker = new RunEventWaker({ db, clock: project.clock, logger });
  waker.loop.start(end.signal);
  return waker;
}

function wait(waker: RunEventWaker, runId = 'run-1', signal = new AbortController().signal) {
  const wait = { looks: 0, found: Promise.resolve<number | undefined>(undefined) };
  const events = new RunEventRepository(project.db);
  wait.found = waker.find(
    runId,
    async () => {
      const [event] = await events.listAfter(runId, 0, 1);
      wait.looks += 1;
      return event?.id;
    },
    signal,
  );
  return wait;
}

const hasLooked = (one: { looks: number }, times: number) =>
  vi.waitFor(() => expect(one.looks).toBe(times), { timeout: 30_000, interval: 5 });

async function nextSecond(): Promise<void> {
  await project.clock.sleeping();
  project.clock.advance(1_000);
}

test('finds new events within a second, without waking waiters of other runs (GAP-RC-API-10)', async () => {
  const waker = start();
  const [one, other] = [wait(waker), wait(waker, 'run-2')];
  await hasLooked(one, 1);
  await nextSecond();
  // The waker's first poll has no previous position and wakes every waiter.
  await hasLooked(one, 2);
  await hasLooked(other, 2);
  const id = await project.append('orchestrator.retry', {});
  await nextSecond();
  expect(await one.found).toBe(id);
  const second = await project.append('orchestrator.retry', {}, 'run-2');
  await nextSecond();
  expect([await other.found, other.looks]).toEqual([second, 3]);
});

test('a hint ends the wait early', async () => {
  const waker = start();
  const one = wait(waker);
  await hasLooked(one, 1);
  const id = await project.append('orchestrator.retry', {});
  waker.hint();
  expect(await one.found).toBe(id);
});

test('queries the database once a second for any number of waiters, and never without one (GAP-RC-API-10)', async () => {
  let asked = 0;
  const counting = project.db.withPlugin({
    transformQuery: ({ node }) => {
      asked += 1;
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
  const waker = start(counting);
  for (let second = 0; second < 3; second += 1) await nextSecond();
  await project.clock.sleeping();
  expect(asked).toBe(0);
  const stop = new AbortController();
  const many = Array.from({ length: 100 }, () => wait(waker, 'run-1', stop.signal));
  await Promise.all(many.map((one) => hasLooked(one, 1)));
  for (let second = 1; second <= 5; second += 1) {
    await nextSecond();
    await vi.waitFor(() => expect(asked).toBe(second), 30_000);
  }
  await Promise.all(many.map((one) => hasLooked(one, 2)));
  stop.abort();
  expect(await Promise.all(many.map(({ found }) => found))).toEqual(Array(100).fill(undefined));
});

test('a wait ends when its signal aborts, also before the start', async () => {
  const waker = start();
  const stop = new AbortController();
  const one = wait(waker, 'run-1', stop.signal);
  await hasLooked(one, 1);
  stop.abort();
  expect(await one.found).toBeUndefined();
  expect(await wait(waker, 'run-1', stop.signal).found).toBeUndefined();
});

test('an event between a query and the following sleep ends the sleep (GAP-RC-API-10)', async () => {
  const waker = start();
  const quiet = wait(waker, 'run-2');
  await hasLooked(quiet, 1);
  await nextSecond();
  await hasLooked(quiet, 2);
  const events = new RunEventRepository(project.db);
  const looked = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  let looks = 0;
  const found = waker.find(
    'run-1',
    async () => {
      const [event] = await events.listAfter('run-1', 0, 1);
      looks += 1;
      if (looks === 1) {
        looked.resolve();
        await goOn.promise;
      }
      return event?.id;
    },
    end.signal,
  );
  await looked.promise;
  const id = await project.append('orchestrator.retry', {});
  await nextSecond();
  // The waker has polled and woken its waiters once it sleeps again.
  await project.clock.sleeping();
  goOn.resolve();
  expect(await found).toBe(id);
});

test('logs a database outage once, and finds the missed events afterwards', async () => {
  const errors: string[] = [];
  const logger = { ...silentLogger, error: (message: string) => void errors.push(message) };
  const away = openDatabase({ address: project.database.url, poolSize: 1, logger: silentLogger });
  let isAway = true;
  const db = away.db.withPlugin({
    transformQuery: ({ node }) => {
      if (isAway) throw new Error('the database is away');
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
  const waker = start(db, logger);
  const one = wait(waker);
  await hasLooked(one, 1);
  for (let second = 0; second < 3; second += 1) await nextSecond();
  const id = await project.append('orchestrator.retry', {});
  await project.clock.sleeping();
  expect(errors).toEqual(['run-event-waker failed, trying again']);
  isAway = false;
  await nextSecond();
  expect(await one.found).toBe(id);
  await away.close();
});
