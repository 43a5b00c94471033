import { afterAll, beforeAll, expect, test } from 'vitest';
import { Workshop } from './fixtures.ts';

let shop: Workshop;
beforeAll(async () => {
  shop = await Workshop.open();
});
afterAll(() => shop[Symbol.asyncDispose]());

test('of concurrent claims of a resource one succeeds until its release; fences only grow', async () => {
  const agents = await Promise.all(['ada', 'bo', 'cy'].map((id) => shop.agent(id)));
  const fences: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const claims = await Promise.allSettled(
      agents.map((one) => one.do(({ resources }) => resources.claim('a.md', 60))),
    );
    const won = claims.flatMap((claim) => (claim.status === 'fulfilled' ? [claim.value] : []));
    expect(won).toHaveLength(1);
    fences.push(won[0]!.fence);
    const [holder] = agents.filter(({ worker }) => worker.agentId === won[0]!.agentId);
    for (const other of agents.filter((one) => one !== holder))
      await expect(
        other.do(({ resources }) => resources.release(won[0]!.id)),
      ).rejects.toMatchObject({ code: 'not_yours' });
    await holder!.do(({ resources }) => resources.release(won[0]!.id));
  }
  expect(fences).toEqual(fences.toSorted((one, other) => one - other));
  expect(new Set(fences).size).toBe(3);
});

test('an expired claim can be taken with a higher fence, and its previous holder is notified', async () => {
  const [ada, bo] = await Promise.all([shop.agent('ada'), shop.agent('bo')]);
  const mine = await ada.do(({ resources }) => resources.claim('b.md', 10));
  shop.project.clock.advance(5_000);
  const longer = await ada.do(({ resources }) => resources.claim('b.md', 10));
  expect(longer).toMatchObject({ id: mine.id, fence: mine.fence });
  expect(longer.expiresAt.getTime() - mine.expiresAt.getTime()).toBe(5_000);
  await expect(bo.do(({ resources }) => resources.claim('b.md', 10))).rejects.toMatchObject({
    code: 'resource_held',
    details: { agent_id: 'ada' },
  });
  shop.project.clock.advance(10_000);
  expect(await bo.look(({ resources }) => resources.list('b.md'))).toEqual([]);
  const theirs = await bo.do(({ resources }) => resources.claim('b.md', 10));
  expect(theirs.fence).toBeGreaterThan(mine.fence);
  await expect(ada.do(({ resources }) => resources.release(mine.id))).rejects.toMatchObject({
    code: 'claim_over',
  });
  expect(await ada.look(({ resources }) => resources.list('b.md'))).toEqual([theirs]);
});

test('a claim belongs to its run', async () => {
  const [ada, other] = await Promise.all([shop.agent('ada'), shop.agent('bo', 'run-2')]);
  const { id } = await ada.do(({ resources }) => resources.claim('c.md', 60));
  await expect(other.do(({ resources }) => resources.release(id))).rejects.toMatchObject({
    code: 'claim_not_found',
  });
  expect(await other.look(({ resources }) => resources.list())).toEqual([]);
});
