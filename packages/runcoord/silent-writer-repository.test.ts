import type { Transaction } from '@galley/database';
import { describe, expect, test } from 'vitest';
import { Project } from './fixtures.ts';
import { LeaseRepository } from './lease-repository.ts';
import { RunEventRepository } from './run-event-repository.ts';

async function longestSilence(transaction: Transaction): Promise<string> {
  const { silence } = await transaction
    .selectNoFrom((select) =>
      select
        .fn<string>('current_setting', [select.val('idle_in_transaction_session_timeout')])
        .as('silence'),
    )
    .executeTakeFirstOrThrow();
  return silence;
}

describe('GAP-RC-MODE-3: a writer that stalls within a step loses its transaction after a timeout', () => {
  test.each<[string, (project: Project, transaction: Transaction) => Promise<void>]>([
    [
      'under the lease of a run',
      async (project, transaction) => {
        await new LeaseRepository(transaction).hold(await project.lease());
      },
    ],
    ['at the end of the stream', (_, transaction) => new RunEventRepository(transaction).lock()],
  ])('%s', async (_name, take) => {
    await using project = await Project.open();
    const { db } = project;
    const silences = await db.transaction().execute(async (transaction) => {
      const before = await longestSilence(transaction);
      await take(project, transaction);
      return [before, await longestSilence(transaction)];
    });
    expect(silences).toEqual(['0', '5s']);
    expect(await db.transaction().execute(longestSilence)).toBe('0');
  });
});
