import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase, type Database } from '@galley/database';
import { newId, silentLogger, type AuditEvent, type DomainError } from '@galley/kernel';
import { createTestDatabase, ManualClock, type TestDatabase } from '@galley/testing';
import { LeaseRepository } from './lease-repository.ts';
import { RunControlRepository } from './run-control-repository.ts';
import { RunControlService } from './run-control.ts';
import type { Enforcement } from './run-state-decision.ts';

let database: TestDatabase;
let workspaceId: string;
let recorded: AuditEvent[];
const clock = new ManualClock();
const by = { username: 'ada', address: '', requestId: '' };

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.close());

beforeEach(async () => {
  workspaceId = newId();
  recorded = [];
  await service().putWorkspace({ id: workspaceId, displayName: 'Test' });
});

function service(db: Database = database.db, enforcement: Enforcement = 'recorded') {
  const record = (event: AuditEvent): Promise<void> => {
    recorded.push(event);
    return Promise.resolve();
  };
  const auditIn = () => ({ record });
  return new RunControlService({ db, clock, logger: silentLogger, enforcement, auditIn });
}

test('a workspace can be renamed and keeps its id', async () => {
  await service().putWorkspace({ id: workspaceId, displayName: 'Press', repository: '/srv/press' });
  const rows = database.db.selectFrom('workspaces').selectAll().where('id', '=', workspaceId);
  expect(await rows.execute()).toMatchObject([{ display_name: 'Press', repository: '/srv/press' }]);
});

test('runs of the same nanosecond get different ids (RC-ST-19, RC-RES-1)', async () => {
  const runs = new RunControlRepository(database.db);
  const run = { workspaceId, goal: '', startedAt: clock.now(), startedBy: 'rosa', budget: {} };
  const ids = await Promise.all(
    [1, 2, 3].map(() => runs.insertStarting(run, 1_750_000_000_000_000_000n)),
  );
  expect(ids.toSorted()).toEqual([
    'run-1750000000000000000',
    'run-1750000000000000001',
    'run-1750000000000000002',
  ]);
});

async function stateOf(runId: string) {
  const runs = database.db.selectFrom('runs').select(['status', 'ended_at', 'reason']);
  return runs.where('id', '=', runId).executeTakeFirst();
}

describe('ADD-RUN-1: runs by their id', () => {
  test('a run of another workspace is not found', async () => {
    const { runId } = await service().create({ workspaceId, by });
    const other = newId();
    await service().putWorkspace({ id: other, displayName: 'Other' });
    const command = { workspaceId: other, action: 'stop', by } as const;
    for (const id of [runId, 'run-0', 'run-\0'])
      await expect(service().controlRun(id, command)).rejects.toMatchObject({
        code: 'run_not_found',
      });
  });

  test.each([
    ['start', 'stopped'],
    ['reopen', 'stopped'],
    ['reopen', 'completed'],
    ['reopen', 'blocked'],
    ['reopen', 'failed'],
  ] as const)('%s makes a %s run active again, without an end time', async (action, status) => {
    const { runId } = await service().create({ workspaceId, by });
    const ended = database.db.updateTable('runs').set({ status, ended_at: clock.now() });
    await ended.where('id', '=', runId).execute();
    const answer = await service().controlRun(runId, { workspaceId, action, by });
    expect(answer).toEqual({ runId, state: 'active' });
    const reason = action === 'reopen' ? 'reopened' : null;
    expect(await stateOf(runId)).toEqual({ status: 'active', ended_at: null, reason });
  });
});

test('a transaction that cannot start has the same code, as unavailable (RC-ERR-3)', async () => {
  await service().control({ workspaceId, action: 'start', by });
  const away = openDatabase({ address: database.url, poolSize: 1, logger: silentLogger });
  let reads = 0;
  // Breaks the connection after the workspace and its newest run were read.
  const db = away.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      reads += 1;
      if (reads === 2) await away.close();
      return result;
    },
  });
  const error = await service(db)
    .control({ workspaceId, action: 'pause', by })
    .catch((caught: unknown) => caught as DomainError);
  expect(error).toMatchObject({ code: 'run_transition_failed', kind: 'unavailable' });
  expect(recorded).toHaveLength(1);
});

describe.each(['recorded', 'enforced'] as const)('in %s', (enforcement) => {
  test('of concurrent stops of a run one succeeds (RC-ST-16, RC-ST-22)', async () => {
    const control = service(database.db, enforcement);
    const { runId } = await control.control({ workspaceId, action: 'start', by });
    const stopping = await Promise.allSettled(
      Array.from({ length: 20 }, () => control.control({ workspaceId, action: 'stop', by })),
    );
    const done = stopping.filter(({ status }) => status === 'fulfilled');
    expect(done).toEqual([{ status: 'fulfilled', value: { runId, state: 'stopped' } }]);
    expect(recorded.map(({ action }) => action)).toEqual(['run.start', 'run.stop']);
  });

  test('GAP-RC-MODE-5, RC-ST-23: in enforced mode, a forced stop revokes the lease of the ticking coordinator', async () => {
    const control = service(database.db, enforcement);
    const { runId } = await control.control({ workspaceId, action: 'start', by });
    const leases = new LeaseRepository(database.db);
    const fence = (await leases.acquire({ runId, holder: 'one', milliseconds: 60_000 }))!;
    await control.control({ workspaceId, action: 'force-stop', by });
    const lost = enforcement === 'enforced' ? [runId] : [];
    expect(await leases.renew([fence], 60_000)).toEqual(lost);
  });

  test('tasks in progress of a stopped run are open and unassigned again, in enforced mode', async () => {
    const control = service(database.db, enforcement);
    const { runId } = await control.control({ workspaceId, action: 'start', by });
    const row = { run_id: runId, workspace_id: workspaceId, title: '', description: '' };
    const times = { created_by: 'ada', created_at: clock.now(), updated_at: clock.now() };
    const ids = ['in_progress', 'review', 'blocked'].map((status) => [newId(), status] as const);
    for (const [id, status] of ids)
      await database.db
        .insertInto('tasks')
        .values({ ...row, ...times, id, status, assigned_agent_id: 'ada' })
        .execute();
    await control.control({ workspaceId, action: 'stop', by });
    const tasks = await database.db
      .selectFrom('tasks')
      .select(['status', 'assigned_agent_id as agent'])
      .where('run_id', '=', runId)
      .orderBy('seq')
      .execute();
    const isEnforced = enforcement === 'enforced';
    expect(tasks.map(({ status, agent }) => `${status} ${agent ?? '-'}`)).toEqual([
      isEnforced ? 'open -' : 'in_progress ada',
      'review ada',
      'blocked ada',
    ]);
    const events = database.db.selectFrom('run_events').select(['type', 'payload']);
    const [[id]] = ids as [readonly [string, string]];
    const told = { task_id: id, agent_id: 'ada', reason: 'the run was stopped' };
    expect(await events.where('run_id', '=', runId).execute()).toEqual(
      isEnforced ? [{ type: 'task.unassigned', payload: told }] : [],
    );
  });

  test('the first tick after the last turn stops a draining run (RC-ST-16)', async () => {
    const control = service(database.db, enforcement);
    const { runId } = await control.control({ workspaceId, action: 'start', by });
    const draining = database.db.updateTable('runs').set({ status: 'draining' });
    await draining.where('id', '=', runId).execute();
    const stopped = await control.control({ workspaceId, action: 'stop', by });
    expect(stopped).toEqual({ runId, state: 'stopped' });
    const row = database.db.selectFrom('runs').select('ended_at').where('id', '=', runId);
    const { ended_at } = await row.executeTakeFirstOrThrow();
    expect(ended_at).toEqual(enforcement === 'enforced' ? clock.now() : null);
  });
});
