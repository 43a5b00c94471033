import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Workshop } from './fixtures.ts';
import { WorkerTokenRepository } from './worker-token-repository.ts';

let shop: Workshop;
beforeEach(async () => {
  shop = await Workshop.open();
});
afterEach(() => shop[Symbol.asyncDispose]());

const words = { title: 'Mix the ink', description: '' };

describe('GAP-RC-MODE-4, GAP-RC-MODE-5: in enforced mode', () => {
  test.each(['stopped', 'completed', 'failed'])(
    'a run in the state %s accepts no calls',
    async (state) => {
      const ada = await shop.agent('ada');
      await shop.project.setState(state);
      await expect(ada.do(({ tasks }) => tasks.create(words))).rejects.toMatchObject({
        code: 'run_over',
      });
    },
  );

  test.each(['paused-intake', 'draining'])(
    'a run in the state %s starts no work, and open work continues',
    async (state) => {
      const ada = await shop.agent('ada');
      const [mine, free] = [
        await ada.do(({ tasks }) => tasks.create(words)),
        await ada.do(({ tasks }) => tasks.create(words)),
      ];
      await ada.do(({ tasks }) => tasks.claim(mine.id));
      await shop.project.setState(state);
      for (const begin of [
        () => ada.do(({ tasks }) => tasks.claim(free.id)),
        () => ada.do(({ resources }) => resources.claim('a.md', 60)),
      ])
        await expect(begin()).rejects.toMatchObject({ code: 'run_takes_no_work' });
      const end = { taskId: mine.id, status: 'completed' };
      expect(await ada.do(({ tasks }) => tasks.updateStatus(end))).toMatchObject({
        status: 'completed',
      });
    },
  );
});

test('where states are only recorded, a stopped run takes everything', async () => {
  await using recorded = await Workshop.open('recorded');
  const ada = await recorded.agent('ada');
  await recorded.project.setState('stopped');
  const { id } = await ada.do(({ tasks }) => tasks.create(words));
  expect(await ada.do(({ tasks }) => tasks.claim(id))).toMatchObject({ assignedAgentId: 'ada' });
});

test('a repeated call after a crash runs once', async () => {
  const ada = await shop.agent('ada');
  const call = { name: 'task_create', key: 'k', input: words };
  const create = (dies: boolean) =>
    shop.workerService.change(ada.worker, call, async ({ tasks }) => {
      const { id } = await tasks.create(words);
      if (dies) throw new Error('killed');
      return JSON.stringify({ id });
    });
  await expect(create(true)).rejects.toThrow('killed');
  expect(await shop.project.tasks()).toEqual([]);
  const [first, ...others] = await Promise.all([create(false), create(false), create(false)]);
  expect(others).toEqual([first, first]);
  expect(await shop.project.tasks()).toHaveLength(1);
});

test('a run is not completed while work is added concurrently', async () => {
  const ada = await shop.agent('ada');
  await shop.project.addTasks({ id: 'done', status: 'done' });
  const ticker = await shop.project.ticker();
  const [{ state }] = await Promise.all([
    ticker.tick(1),
    ada.do(({ tasks }) => tasks.create(words)).catch(() => undefined),
  ]);
  const tasks = await shop.project.tasks();
  // Either the run ended first and no task was added, or the task came first and keeps the run open.
  expect(state === 'completed').toBe(tasks.length === 1);
});

test('a revocation returns after the last write of the token', async () => {
  const ada = await shop.agent('ada');
  const tokens = new WorkerTokenRepository(shop.project.db);
  const { tokenId } = ada.worker;
  const order: string[] = [];
  const begun = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  const working = shop.workerService.change(
    ada.worker,
    { name: 't', key: 'k', input: {} },
    async () => {
      begun.resolve();
      await go.promise;
      order.push('done');
      return '{}';
    },
  );
  await begun.promise;
  const revoking = tokens.revoke(tokenId, { by: 'olga', at: new Date() }).then(() => {
    order.push('revoked');
  });
  go.resolve();
  await Promise.all([working, revoking]);
  expect(order).toEqual(['done', 'revoked']);
  await expect(ada.do(({ tasks }) => tasks.create(words))).rejects.toMatchObject({
    code: 'worker_token_ended',
  });
});
