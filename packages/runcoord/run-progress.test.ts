import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sha256 } from '@galley/kernel';
import { Project } from './fixtures.ts';
import { RunProgressRepository } from './run-progress-repository.ts';
import { RunRecords } from './run-records.ts';

let project: Project;
beforeEach(async () => {
  project = await Project.open();
  await project.addTasks({ id: 'a', status: 'in_progress', assigned: 'ada' });
  await project.addProposals({ id: 'p', status: 'in_review', by: 'ada' });
  await project.sql(`update tasks set run_id = 'run-1'; update proposals set run_id = 'run-1'`);
});
afterEach(() => project[Symbol.asyncDispose]());

const isNew = () =>
  project.db.transaction().execute((trx) => new RunProgressRepository(trx).add('run-1'));

async function attach(patch: string, proposal = 'p'): Promise<void> {
  const by = { attached_by: 'ada', attached_at: project.clock.now() };
  await project.db
    .insertInto('proposal_patches')
    .values({ proposal_id: proposal, sha256: sha256(patch), base_revision: 'c0ffee', patch, ...by })
    .execute();
}

async function propose(id: string, status: string): Promise<void> {
  await project.addProposals({ id, status, by: 'ada' });
  await project.sql(`update proposals set run_id = 'run-1'`);
  await attach('same', id);
}

describe('ADD-RUN-4: progress', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['another status of a task', () => project.sql(`update tasks set status = 'done'`)],
    ['another status of a proposal', async () => attach('x')],
    [
      'a message of a person',
      () => project.append('agent.turn_requested', { agent_id: 'ada', message_id: 'm' }),
    ],
  ])('is %s', async (_, change) => {
    expect(await isNew()).toBe(true);
    expect(await isNew()).toBe(false);
    await change();
    expect(await isNew()).toBe(true);
  });

  test.each<[string, () => Promise<unknown>]>([
    ['an invented status', () => project.sql(`update tasks set status = 'polishing 7'`)],
    ['a withdrawn proposal', () => propose('q', 'withdrawn')],
    ['a turn requested by an agent', () => project.requestTurn('ada', 'once more')],
  ])('is not %s', async (_, change) => {
    await project.sql(`update tasks set status = 'polishing'`);
    expect(await isNew()).toBe(true);
    await change();
    expect(await isNew()).toBe(false);
  });

  test('is not an earlier state of the work, or the same proposal under another id', async () => {
    for (const text of ['one', 'two']) {
      await attach(text);
      expect(await isNew()).toBe(true);
    }
    await attach('one');
    expect(await isNew()).toBe(false);
    await propose('q', 'in_review');
    expect(await isNew()).toBe(true);
    await project.sql(`update proposals set status = 'withdrawn' where id = 'q'`);
    expect(await isNew()).toBe(false);
    await propose('r', 'in_review');
    expect(await isNew()).toBe(false);
  });

  test('is missing after three turns that edit a proposal back and forth, and a person is asked', async () => {
    const ticker = await project.ticker({ enforcement: 'enforced', scope: 'run' });
    const texts = ['one', 'two', 'one', 'two', 'one', 'two'];
    let scheduled = 0;
    for (const text of texts) {
      const request_event_id = await project.requestTurn('ada', 'task a');
      if (!(await ticker.tick(1)).isTurnScheduled) break;
      scheduled += 1;
      await attach(text);
      const about = { agent_id: 'ada', request_event_id };
      await project.append('agent.turn_completed', { ...about, summary: '' });
    }
    // A turn before any patch, two new states, and three that repeat them.
    expect(scheduled).toBe(5);
    expect(await project.run()).toMatchObject({ status: 'paused-intake', reason: 'no_progress' });
    const { items } = await new RunRecords(project).listQuestions({
      workspaceId: 'press',
      status: 'open',
      limit: 10,
    });
    expect(items).toMatchObject([
      { agentId: 'ada', about: 'no_progress', choices: ['Continue', 'Stop the run'] },
    ]);
  });
});
