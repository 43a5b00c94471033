import { silentLogger } from '@galley/kernel';
import { expect, test, vi } from 'vitest';
import { Project, takeOne, tickSettings } from './fixtures.ts';
import { RunMeasuresReadModel } from './run-measures-read-model.ts';
import { RunSupervision } from './run-supervision.ts';

test('counts runs in progress by state, and active ones without a coordinator', async () => {
  await using project = await Project.open();
  const measures = new RunMeasuresReadModel(project.db);
  await project.addRun('run-2', { status: 'draining' });
  await project.addRun('run-3', { status: 'completed' });
  const runs = { active: 1, draining: 1 };
  expect(await measures.read()).toEqual({ runs, unattended: 1, proposals: {}, approvals: 0 });
  await takeOne(project.leases('one'), 'run-1');
  expect(await measures.read()).toMatchObject({ runs, unattended: 0 });
  await project.expireLease();
  expect(await measures.read()).toMatchObject({ runs, unattended: 1 });
});

test('counts open proposals and approvals', async () => {
  await using project = await Project.open();
  await project.addProposals(
    { id: 'a', status: 'pending' },
    { id: 'b', status: 'pending' },
    { id: 'c', status: 'revision_requested' },
    { id: 'd', status: 'rejected' },
  );
  const request = { requested_by: 'ada', requested_at: new Date() };
  await project.db
    .insertInto('approval_requests')
    .values([
      { id: 'one', proposal_id: 'a', status: 'requested', ...request },
      { id: 'two', proposal_id: 'd', status: 'approved', ...request },
    ])
    .execute();
  expect(await new RunMeasuresReadModel(project.db).read()).toMatchObject({
    proposals: { pending: 2, revision_requested: 1 },
    approvals: 1,
  });
});

test('counts ticks by result, and the turns found', async () => {
  await using project = await Project.open();
  const { db, clock } = project;
  const leases = project.leases('one');
  const supervision = new RunSupervision({
    db,
    clock,
    leases,
    interval: 1_000,
    logger: silentLogger,
    settings: tickSettings,
  });
  const none = { done: 0, failed: 0, seconds: 0, turns: { waiting: 0, inFlight: 0 } };
  expect(supervision.measures).toEqual(none);
  for (const agent_id of ['first', 'second', 'third'])
    await project.append('agent.turn_requested', { agent_id });
  const end = new AbortController();
  supervision.loop.start(end.signal);
  const until = (isSo: () => boolean) =>
    vi.waitUntil(
      () => {
        if (isSo()) return true;
        clock.advance(500);
        return false;
      },
      { timeout: 30_000, interval: 2 },
    );
  await until(() => supervision.measures.turns.inFlight === 1 && supervision.measures.done > 0);
  expect(supervision.measures).toMatchObject({ failed: 0, turns: { waiting: 2, inFlight: 1 } });
  expect(leases.held).toBe(1);
  const { done, seconds } = supervision.measures;
  expect(seconds).toBeGreaterThan(0);
  await project.append('agent.turn_requested', {});
  await until(() => supervision.measures.failed > 0);
  end.abort();
  await supervision.loop.stopped;
  // Counters of a lost run stay; its turns no longer count.
  expect(supervision.measures).toMatchObject({ turns: none.turns });
  expect(supervision.measures.done).toBeGreaterThanOrEqual(done);
  expect(leases.held).toBe(0);
});
