import { setTimeout as delay } from 'node:timers/promises';
import type { EmbeddedServer } from '@galley/database';
import { floorOf, type Act, type ActName, type FloorName } from './acts.ts';
import { FloorRepository } from './floor-repository.ts';
import { LoadClient } from './load-client.ts';
import type { Contestants } from './slices.ts';
import { StatementCountRepository } from './statement-count-repository.ts';

const requests = 40;
const idleMs = 3_000;
/** For statements after an answer, which belong to the request too. */
const settleMs = 300;

export type StatementCounts = Readonly<Record<ActName | FloorName, number>>;

/** SQL statements per request, one at a time, without those that the idle server sends in the same time. */
export async function countStatements(
  owner: ReturnType<EmbeddedServer['ownerConnection']>,
  contestants: Contestants,
): Promise<StatementCounts> {
  const repository = new StatementCountRepository(owner);
  try {
    await repository.turn('on');
    const counters = {
      galley: await createCounter(() => repository.count('galley')),
      floor: await createCounter(() => repository.count(FloorRepository.database)),
    };
    const counts: Record<string, number> = {};
    for (const [name, { act }] of Object.entries(contestants))
      counts[name] = await countOne(act, name in floorOf ? counters.galley : counters.floor);
    await repository.turn('off');
    return counts as StatementCounts;
  } finally {
    await repository.close();
  }
}

interface Counter {
  readonly count: () => Promise<number>;
  readonly idlePerMs: number;
}

async function createCounter(count: () => Promise<number>): Promise<Counter> {
  const idle = await during(count, () => delay(idleMs));
  return { count, idlePerMs: idle.statements / idle.ms };
}

async function countOne(act: Act, { count, idlePerMs }: Counter): Promise<number> {
  await act.prepare?.();
  await delay(settleMs);
  const { statements, ms } = await during(count, async () => {
    using client = new LoadClient();
    for (let request = 0; request < requests; request += 1) {
      const answer = await client.send(act.next()!);
      act.onAnswer?.(answer);
    }
    await delay(settleMs);
  });
  return Math.round((statements - ms * idlePerMs) / requests);
}

async function during(count: () => Promise<number>, work: () => Promise<unknown>) {
  const [before, begun] = [await count(), performance.now()];
  await work();
  return { statements: (await count()) - before, ms: performance.now() - begun };
}
