import { describe, expect, test } from 'vitest';
import { Project } from './fixtures.ts';
import { RunOpening, type RunChoice } from './run-opening.ts';
import { RunSnapshotRepository } from './run-snapshot-repository.ts';

describe('GAP-RC-LOOP-13: the run to continue', () => {
  async function open(project: Project, more: Partial<RunChoice> = {}) {
    const { db, clock } = project;
    const choice = { workspaceId: 'press', resume: false, goal: '', ...more };
    const leases = project.leases('one');
    const { run, isNew, lease } = await new RunOpening({ db, clock, leases }).open(choice);
    await lease?.giveBack();
    return { id: run.id, state: run.state, isNew };
  }

  test('is the given one, the newest active one of the workspace, or a new one', async () => {
    await using project = await Project.open();
    project.clock.advance(1_000);
    await project.addRun('run-2');
    await project.addRun('run-3', { workspace: 'paper' });
    await project.addRun('run-4', { status: 'completed' });
    expect(await open(project, { runId: 'run-1' })).toMatchObject({ id: 'run-1', isNew: false });
    expect(await open(project)).toMatchObject({ id: 'run-2', isNew: false });
    await project.db.updateTable('runs').set({ status: 'completed' }).execute();
    const made = await open(project, { goal: 'a goal' });
    expect(made).toMatchObject({ state: 'active', isNew: true });
    expect(made.id).toMatch(/^run-\d{19}$/);
    const row = await project.db
      .selectFrom('runs')
      .select(['goal', 'workspace_id', 'started_at', 'ended_at'])
      .where('id', '=', made.id)
      .executeTakeFirst();
    const startedAt = project.clock.now();
    expect(row).toEqual({
      goal: 'a goal',
      workspace_id: 'press',
      started_at: startedAt,
      ended_at: null,
    });
  });

  test.each(['completed', 'blocked', 'failed', 'degraded', 'starting'])(
    'RC-ST-20: a given one in the state %s becomes active, without an end',
    async (state) => {
      await using project = await Project.open();
      await project.db
        .updateTable('runs')
        .set({ status: state, ended_at: new Date(0) })
        .execute();
      expect(await open(project, { runId: 'run-1' })).toMatchObject({ state: 'active' });
      expect(await project.run()).toMatchObject({ status: 'active', ended_at: null });
    },
  );

  test.each(['paused-intake', 'draining', 'stopped'])(
    'GAP-RC-LOOP-5: a given one in the state %s keeps it without --resume',
    async (state) => {
      await using project = await Project.open();
      await project.setState(state);
      expect(await open(project, { runId: 'run-1' })).toMatchObject({ state });
      const resumed = await open(project, { runId: 'run-1', resume: true });
      expect(resumed).toMatchObject({ state: 'active', isNew: false });
    },
  );

  test('resume without an id takes the newest one that has not ended', async () => {
    await using project = await Project.open();
    await project.setState('paused-intake');
    expect(await open(project, { resume: true })).toMatchObject({ id: 'run-1', state: 'active' });
    await project.setState('stopped');
    expect(await open(project, { resume: true })).toMatchObject({ isNew: true });
  });

  test('a goal continues the active run with this goal, and otherwise starts a run beside the active one', async () => {
    await using project = await Project.open();
    const first = await open(project, { goal: 'B' });
    expect(first).toMatchObject({ isNew: true, state: 'active' });
    expect(await open(project, { goal: 'B' })).toMatchObject({ id: first.id, isNew: false });
    expect(await project.run('run-1')).toMatchObject({ status: 'active' });
  });

  test('ADD-RUN-4: resuming one counts its failed turns again from zero', async () => {
    await using project = await Project.open();
    await project.sql(`update runs set status = 'paused-intake', reason = 'agent_failed',
      reason_detail = 'x', progress_sha256 = 'x', progress_turns = 1`);
    const id = await project.append('agent.turn_failed', { agent_id: 'ada', request_event_id: 1 });
    await open(project, { runId: 'run-1', resume: true });
    const columns = [
      'reason',
      'reason_detail',
      'resumed_after_event_id',
      'progress_turns',
    ] as const;
    const run = project.db.selectFrom('runs').select(columns).where('id', '=', 'run-1');
    expect(await run.executeTakeFirst()).toEqual({
      reason: null,
      reason_detail: null,
      resumed_after_event_id: id,
      progress_turns: null,
    });
  });

  test('GAP-RC-MODE-3: a new one is leased by its creator before others see it', async () => {
    await using project = await Project.open();
    await project.setState('completed');
    const { db, clock } = project;
    const leases = project.leases('one');
    const choice = { workspaceId: 'press', resume: false, goal: '' };
    const { run, lease } = await new RunOpening({ db, clock, leases }).open(choice);
    expect(lease?.fence).toEqual({ runId: run.id, epoch: 1 });
    expect(await leases.findHeld(run.id)).toMatchObject({ holder: 'one' });
  });

  test('GAP-RC-LOOP-6: one that another coordinator holds stays unchanged without --resume', async () => {
    await using project = await Project.open();
    await project.setState('degraded');
    await project.lease('run-1', 'two');
    const { db, clock } = project;
    const opening = new RunOpening({ db, clock, leases: project.leases('one') });
    const choice = { workspaceId: 'press', runId: 'run-1', resume: false, goal: '' };
    const opened = await opening.open(choice);
    expect(opened).toMatchObject({ run: { state: 'degraded' }, lease: undefined });
    const resumed = await opening.open({ ...choice, resume: true });
    expect(resumed).toMatchObject({ run: { state: 'active' }, lease: undefined });
  });

  test('an unknown one is an error', async () => {
    await using project = await Project.open();
    await expect(open(project, { runId: 'run-9' })).rejects.toMatchObject({
      code: 'run_not_found',
    });
  });
});

describe('GAP-RC-LOOP-14: a snapshot', () => {
  test('has the whole projection of the run, with its schema version', async () => {
    await using project = await Project.open();
    await project.addTasks({ id: 'b' }, { id: 'a' }, { id: 'c', workspace: 'paper' });
    await project.addProposals({ id: 'p' });
    await project.addAgent('ada', 'chair');
    const attached = { sha256: 'hash', base_revision: 'base', attached_by: 'ada' };
    await project.db
      .insertInto('proposal_patches')
      .values({ ...attached, proposal_id: 'p', patch: '+ink', attached_at: project.clock.now() })
      .execute();
    const lastEventId = await project.requestTurn('ada');
    const now = project.clock.now();
    const snapshots = new RunSnapshotRepository(project.db);
    const taken = await snapshots.take({ runId: 'run-1', scope: { workspaceId: 'press' }, now });
    expect(taken).toMatchObject({
      schema_version: 1,
      run: { id: 'run-1', status: 'active' },
      last_event_id: lastEventId,
      tasks: [{ id: 'b' }, { id: 'a' }],
      proposals: [{ id: 'p' }],
      agents: [{ id: 'ada' }],
      patches: [{ ...attached, proposal_id: 'p', bytes: 4 }],
      claims: [],
      deliberations: [],
      approvals: [],
      sessions: [],
    });
    const row = await project.db.selectFrom('run_snapshots').selectAll().executeTakeFirst();
    expect(row).toEqual({
      id: taken.id,
      run_id: 'run-1',
      schema_version: 1,
      projection: taken,
      at: now,
    });
    const all = await snapshots.take({ runId: 'run-1', scope: 'database', now });
    expect(all['tasks']).toHaveLength(3);
    await project.addRun('run-2');
    await project.db.updateTable('tasks').set({ run_id: 'run-2' }).where('id', '=', 'a').execute();
    const own = await snapshots.take({ runId: 'run-2', scope: { runId: 'run-2' }, now });
    expect(own).toMatchObject({ tasks: [{ id: 'a' }], proposals: [], patches: [], approvals: [] });
  });

  test('is stored, and only the newest ones of a run are kept', async () => {
    await using project = await Project.open();
    await project.addRun('run-2');
    const snapshots = new RunSnapshotRepository(project.db);
    const take = async (runId: string): Promise<string> => {
      project.clock.advance(1_000);
      return (await snapshots.take({ runId, scope: 'database', now: project.clock.now() })).id;
    };
    const other = await take('run-2');
    const ids = [await take('run-1'), await take('run-1'), await take('run-1')];
    await snapshots.prune('run-1', 2);
    const rows = await project.db.selectFrom('run_snapshots').select('id').orderBy('at').execute();
    expect(rows.map(({ id }) => id)).toEqual([other, ...ids.slice(1)]);
  });

  test('of an unknown run is an error', async () => {
    await using project = await Project.open();
    const request = { runId: 'run-9', scope: 'database', now: project.clock.now() } as const;
    await expect(new RunSnapshotRepository(project.db).take(request)).rejects.toMatchObject({
      code: 'run_not_found',
    });
  });
});
