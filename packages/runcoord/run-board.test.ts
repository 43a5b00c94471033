import { planSteps } from '@galley/testing';
import { describe, expect, test } from 'vitest';
import { Project } from './fixtures.ts';
import { RunBoardReadModel, type BoardRequest } from './run-board-read-model.ts';

function boardOf(project: Project, more: Partial<BoardRequest> = {}): RunBoardReadModel {
  const now = project.clock.now();
  const request = { workspaceId: 'press', scope: 'database', runId: 'run-1', now } as const;
  return new RunBoardReadModel(project.db, { ...request, ...more });
}

const ids = ({ rows }: { rows: readonly { id: unknown }[] }) => rows.map(({ id }) => id);

describe('GAP-RC-TUI-1: the board of a workspace', () => {
  test('lists active work first, in order, then the rest, newest first', async () => {
    await using project = await Project.open();
    await project.addTasks(
      { id: 'done-1', status: 'done' },
      { id: 'open-1' },
      { id: 'blocked', status: 'blocked' },
      { id: 'odd', status: 'odd', workspace: 'paper' },
    );
    await project.addProposals(
      { id: 'accepted', status: 'accepted' },
      { id: 'pending' },
      { id: 'rejected', status: 'rejected' },
    );
    const board = boardOf(project);
    expect(ids(await board.listTasks())).toEqual(['open-1', 'odd', 'blocked', 'done-1']);
    expect(ids(await board.listProposals())).toEqual(['pending', 'rejected', 'accepted']);
    const own = boardOf(project, { scope: { workspaceId: 'press' } });
    expect(ids(await own.listTasks())).toEqual(['open-1', 'blocked', 'done-1']);
    await project.addRun('run-2');
    await project.db
      .updateTable('tasks')
      .set({ run_id: 'run-2' })
      .where('id', '=', 'odd')
      .execute();
    const ofRun = boardOf(project, { scope: { runId: 'run-2' } });
    expect(ids(await ofRun.listTasks())).toEqual(['odd']);
    expect(await ofRun.countWork()).toMatchObject({ open: 0, blocked: 0, done: 0, proposals: 0 });
    expect(await board.countWork()).toEqual({
      open: 1,
      inProgress: 1,
      blocked: 1,
      done: 1,
      proposals: 1,
      approvals: 0,
    });
  });

  test('tells which tasks an open task waits for', async () => {
    await using project = await Project.open();
    await project.addTasks({ id: 'ink', status: 'in_progress' }, { id: 'pen' }, { id: 'old' });
    await project.sql(`update tasks set depends_on = '{ink}' where id in ('pen', 'old')`);
    await project.sql(`update tasks set status = 'done' where id = 'old'`);
    const { rows } = await boardOf(project).listTasks();
    expect(rows).toMatchObject([
      { id: 'ink', waitsFor: [] },
      { id: 'pen', waitsFor: [{ id: 'ink', status: 'in_progress' }] },
      { id: 'old', waitsFor: [] },
    ]);
  });

  test('lists runs, newest first, with their agents and claims', async () => {
    await using project = await Project.open();
    project.clock.advance(1_000);
    await project.addRun('run-2');
    await project.addRun('run-3', { workspace: 'paper' });
    const at = project.clock.now();
    const session = { run_id: 'run-1', agent_id: 'a', started_at: at };
    for (const [id, status] of [
      ['s1', 'active'],
      ['s2', 'running'],
      ['s3', 'ended'],
    ] as const)
      await project.db
        .insertInto('agent_sessions')
        .values({ ...session, id, status })
        .execute();
    const claim = { run_id: 'run-1', agent_id: 'a', claimed_at: at };
    const later = new Date(at.getTime() + 60_000);
    for (const more of [
      { id: 'held', expires_at: later, released_at: null },
      { id: 'over', expires_at: at, released_at: null },
      { id: 'given back', expires_at: later, released_at: at },
    ])
      await project.db
        .insertInto('resource_claims')
        .values({ ...claim, ...more, resource: more.id })
        .execute();
    const { rows, total } = await boardOf(project).listRuns();
    expect(rows.map(({ id, agents, claims }) => [id, agents, claims])).toEqual([
      ['run-2', 0, 0],
      ['run-1', 2, 1],
    ]);
    expect(total).toBe(2);
    expect(ids(await boardOf(project).listClaims())).toEqual(['held']);
  });

  test('lists requested approvals before decided ones, with the hash of the newest patch', async () => {
    await using project = await Project.open();
    await project.addProposals({ id: 'p' }, { id: 'q', workspace: 'paper' });
    const now = project.clock.now();
    for (const sha256 of ['old', 'new'])
      await project.db
        .insertInto('proposal_patches')
        .values({
          proposal_id: 'p',
          sha256,
          base_revision: '',
          patch: '',
          attached_by: '',
          attached_at: now,
        })
        .execute();
    for (const [id, proposal, status] of [
      ['decided', 'p', 'approved'],
      ['waiting', 'p', 'requested'],
      ['elsewhere', 'q', 'requested'],
    ] as const)
      await project.db
        .insertInto('approval_requests')
        .values({ id, proposal_id: proposal, status, requested_by: 'a', requested_at: now })
        .execute();
    const { rows } = await boardOf(project).listApprovals();
    expect(rows.map(({ id, patchSha256 }) => [id, patchSha256])).toEqual([
      ['waiting', 'new'],
      ['decided', 'new'],
    ]);
    const of = await boardOf(project).listApprovalsOf('p');
    expect(of.map(({ id }) => id)).toEqual(['waiting', 'decided']);
  });

  test('limits its lists and has the totals', async () => {
    await using project = await Project.open();
    await project.sql(`
      insert into run_events (run_id, type, payload, at)
      select 'run-1', 'orchestrator.retry', '{}', now() from generate_series(1, 300);
      insert into tasks (id, workspace_id, title, description, status, created_by, created_at, updated_at)
      select 't' || n, 'press', '', '', 'done', 'ada', now(), now() from generate_series(1, 300) as n;`);
    const board = boardOf(project);
    const { rows, total } = await board.listEvents();
    expect([rows.length, total, rows[0]!.id > rows[1]!.id]).toEqual([200, 300, true]);
    const tasks = await board.listTasks();
    expect([tasks.rows.length, tasks.total]).toEqual([200, 300]);
  });
});

test('GAP-RC-TUI-1: reads lists of twenty thousand rows by index', async () => {
  await using project = await Project.open();
  await project.sql(`
    insert into tasks (id, workspace_id, title, description, status, created_by, created_at, updated_at)
    select 't' || n, 'press', '', '', case when n % 100 = 0 then 'open' else 'done' end, 'ada', now(), now()
    from generate_series(1, 20000) as n;
    insert into proposals (id, workspace_id, title, body, risk, status, proposed_by, created_at, updated_at)
    select 'p' || n, 'press', '', '', 'low', case when n % 100 = 0 then 'pending' else 'accepted' end, 'ada', now(), now()
    from generate_series(1, 20000) as n;
    insert into proposal_patches (proposal_id, sha256, base_revision, patch, attached_by, attached_at)
    select 'p' || n, '', '', '', 'ada', now() from generate_series(1, 20000) as n;
    insert into approval_requests (id, proposal_id, status, requested_by, requested_at)
    select 'a' || n, 'p' || n, case when n % 100 = 0 then 'requested' else 'approved' end, 'ada', now() - n * interval '1s'
    from generate_series(1, 20000) as n;
    insert into run_events (run_id, type, payload, at)
    select 'run-1', 'orchestrator.retry', '{}', now() from generate_series(1, 20000);
    analyze;
  `);
  const now = project.clock.now();
  for (const scope of ['database', { workspaceId: 'press' }, { runId: 'run-1' }] as const) {
    const request = { workspaceId: 'press', scope, runId: 'run-1', now };
    const steps = await planSteps(project.database, async (db) => {
      const board = new RunBoardReadModel(db, request);
      // Counts may read an index or the table; lists must not sort.
      await Promise.all([board.listTasks(), board.listProposals(), board.listEvents()]);
    });
    expect(steps.filter((step) => step['Node Type'] === 'Sort')).toEqual([]);
    const approvals = await planSteps(project.database, (db) =>
      new RunBoardReadModel(db, request).listApprovals(),
    );
    const indexes = approvals.flatMap((step) => step['Index Name'] ?? []);
    // Sorting the few undecided ones is fine.
    expect(new Set(indexes.filter((index) => index.startsWith('approval_requests')))).toEqual(
      new Set(['approval_requests_newest', 'approval_requests_newest_by_status']),
    );
  }
});
