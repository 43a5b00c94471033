import { expect, test } from 'vitest';
import { Project } from './fixtures.ts';
import { RunEventRepository } from './run-event-repository.ts';

test('a reader misses no event of concurrent writers (GAP-RC-API-10)', async () => {
  await using project = await Project.open();
  const [writers, each] = [4, 30];
  let writing = writers;
  const write = async (writer: number): Promise<void> => {
    for (let number = 0; number < each; number += 1)
      await project.db
        .transaction()
        .execute(async (transaction) => {
          const event = {
            runId: 'run-1',
            type: 'orchestrator.retry',
            at: project.clock.now(),
          } as const;
          const payload = { name: `${writer}-${number}` };
          await new RunEventRepository(transaction).append([{ ...event, payload }]);
          if (number % 3 === 0) throw new Error('rolled back');
        })
        .catch(() => undefined);
    writing -= 1;
  };
  const seen: number[] = [];
  const follow = async (): Promise<void> => {
    for (let isLast = false; ;) {
      const found = await new RunEventRepository(project.db).listAfter(
        'run-1',
        seen.at(-1) ?? 0,
        7,
      );
      seen.push(...found.map(({ id }) => id));
      if (found.length > 0) continue;
      if (isLast) return;
      isLast = writing === 0;
    }
  };
  await Promise.all([...Array.from({ length: writers }, (_, writer) => write(writer)), follow()]);
  expect(seen).toHaveLength((writers * each * 2) / 3);
  expect(seen).toEqual((await project.events()).map(({ id }) => id));
});
