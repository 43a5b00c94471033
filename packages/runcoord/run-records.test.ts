import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Project } from './fixtures.ts';
import type { Page, RecordQuery } from './record-page.ts';
import { RunRecords } from './run-records.ts';

let project: Project;
let records: RunRecords;

const secret = `ghp_${'a1'.repeat(18)}`;

beforeAll(async () => {
  project = await Project.open();
  records = new RunRecords({ db: project.db, clock: project.clock });
  // Timestamps finer than a millisecond, some of them equal.
  await project.sql(`
    insert into runs (id, workspace_id, goal, status, reason, started_at, transitioned_at)
    select 'r' || n, case when n > 40 then 'paper' else 'press' end, 'Ship with ${secret}',
      case n % 10 when 0 then 'failed' else 'completed' end, 'work_remains',
      timestamptz '2025-01-01 00:00:00Z' + (n / 3) * interval '100 microseconds', now()
    from generate_series(1, 50) as n;
    insert into tasks (id, workspace_id, run_id, title, description, status, assigned_agent_id, created_by, created_at, updated_at)
    select 't' || n, case when n > 40 then 'paper' when n > 35 then null else 'press' end,
      case n % 5 when 0 then 'r1' end, 'T', 'D',
      case n % 7 when 0 then 'blocked' when 1 then 'done' when 2 then 'failed' when 3 then 'odd' else 'open' end,
      case n % 2 when 0 then 'implementer-1' end, 'ada', now(), now()
    from generate_series(1, 50) as n;
    insert into proposals (id, workspace_id, run_id, title, body, risk, status, proposed_by, created_at, updated_at)
    select 'p' || n, case when n > 40 then 'paper' else 'press' end, case n % 5 when 0 then 'r1' end, 'P', 'B', 'low',
      case n % 3 when 0 then 'in_review' else 'accepted' end, 'ada', now(), now()
    from generate_series(1, 50) as n;
    insert into proposal_patches (proposal_id, sha256, base_revision, patch, attached_by, attached_at)
    select 'p1', 'hash of ' || n, 'base ' || n, repeat('ü', n), 'ada', '2026-01-01T12:00:00Z' from generate_series(1, 3) as n;
    insert into deliberations (id, workspace_id, run_id, topic, status, created_by, created_at, updated_at)
    select 'd' || n, case when n > 40 then 'paper' else 'press' end, case n % 5 when 0 then 'r1' end, 'T',
      case n % 3 when 0 then 'active' else 'closed' end, 'ada', now() + (n / 3) * interval '100 microseconds', now()
    from generate_series(1, 50) as n;
    insert into approval_requests (id, run_id, proposal_id, task_id, status, requested_by, requested_at)
    select 'a' || n, case n % 5 when 0 then 'r1' end, 'p' || n, null,
      case n % 3 when 0 then 'requested' else 'approved' end, 'ada', now() + (n / 3) * interval '100 microseconds'
    from generate_series(1, 50) as n;
    insert into resource_claims (id, run_id, agent_id, resource, claimed_at, expires_at, released_at)
    select 'c' || n, case when n > 40 then 'r50' else 'r' || n % 2 + 1 end, 'implementer-1', 'file' || n,
      now() + (n / 3) * interval '100 microseconds',
      case n % 5 when 0 then timestamptz '2020-01-01' else timestamptz '2099-01-01' end,
      case n % 5 when 1 then now() end
    from generate_series(1, 50) as n;
    insert into agents (id, role, name, adapter, command, status, enabled, updated_at)
    select 'g' || n, 'implementer', 'G', 'generic', 'run --token=${secret}', 'idle', true, now() from generate_series(1, 9) as n;
    insert into agent_sessions (id, run_id, agent_id, status, started_at)
    select 's' || n, 'r1', 'g1', case n when 1 then 'active' when 2 then 'running' else 'ended' end, now()
    from generate_series(1, 5) as n;
  `);
});

afterAll(() => project[Symbol.asyncDispose]());

interface Known {
  readonly id: string;
}

type List = (query: RecordQuery) => Promise<Page<Known>>;

const lists: Record<
  string,
  { list: List; all: number; filtered: [Partial<RecordQuery>, number][] }
> = {
  runs: {
    list: (query) => records.listRuns(query),
    all: 41,
    filtered: [[{ status: 'failed' }, 4]],
  },
  tasks: {
    list: (query) => records.listTasks(query),
    all: 35,
    filtered: [
      [{ status: 'blocked' }, 5],
      [{ runId: 'r1' }, 7],
      [{ runId: 'r1', status: 'blocked' }, 1],
    ],
  },
  proposals: {
    list: (query) => records.listProposals(query),
    all: 40,
    filtered: [
      [{ status: 'in_review' }, 13],
      [{ runId: 'r1' }, 8],
    ],
  },
  deliberations: {
    list: (query) => records.listDeliberations(query),
    all: 40,
    filtered: [
      [{ status: 'active' }, 13],
      [{ runId: 'r1' }, 8],
    ],
  },
  approvals: {
    list: (query) => records.listApprovals(query),
    all: 40,
    filtered: [
      [{ status: 'requested' }, 13],
      [{ runId: 'r1' }, 8],
    ],
  },
  claims: {
    list: (query) => records.listClaims(query),
    all: 24,
    filtered: [[{ runId: 'r1' }, 12]],
  },
  agents: { list: (query) => records.listAgents(query), all: 9, filtered: [] },
};

async function readAll(list: List, query: RecordQuery): Promise<string[]> {
  const ids: string[] = [];
  for (let after: string | undefined; ;) {
    const { items, next } = await list({ ...query, after });
    ids.push(...items.map(({ id }) => id));
    if (next === null) return ids;
    expect(items).toHaveLength(query.limit);
    after = next;
  }
}

describe.each(Object.entries(lists))('the list of %s', (_name, { list, all, filtered }) => {
  test('GAP-RC-API-10: has each item of the workspace once, in one order, for any page size', async () => {
    const whole = await readAll(list, { workspaceId: 'press', limit: 200 });
    expect(whole).toHaveLength(all);
    expect(new Set(whole).size).toBe(all);
    for (const limit of [1, 3, all, all - 1]) {
      expect(await readAll(list, { workspaceId: 'press', limit })).toEqual(whole);
    }
  });

  test.each(filtered)('GAP-RC-API-10: can be filtered by %j', async (filter, count) => {
    const whole = await readAll(list, { workspaceId: 'press', limit: 200 });
    for (const limit of [2, 200]) {
      const some = await readAll(list, { workspaceId: 'press', limit, ...filter });
      expect(some).toEqual(whole.filter((id) => some.includes(id)));
      expect(some).toHaveLength(count);
    }
  });

  test('starts after an item of the list, and rejects any other value', async () => {
    const query = { workspaceId: 'press', limit: 5 };
    const refusal = { code: 'invalid_request', details: { errors: [{ path: 'after' }] } };
    await expect(list({ ...query, after: 'none' })).rejects.toMatchObject(refusal);
    const whole = await readAll(list, query);
    expect(await list({ ...query, after: whole.at(-1)! })).toEqual({ items: [], next: null });
  });
});

test('lists runs, deliberations and approvals newest first, and the rest in creation order (GAP-RC-API-10)', async () => {
  const query = { workspaceId: 'press', limit: 4 };
  const first = async (list: List) => (await list(query)).items.map(({ id }) => id);
  expect(await first(lists['runs']!.list)).toEqual(['run-1', 'r40', 'r39', 'r38']);
  expect(await first(lists['tasks']!.list)).toEqual(['t1', 't2', 't3', 't4']);
  expect(await first(lists['proposals']!.list)).toEqual(['p1', 'p2', 'p3', 'p4']);
  expect(await first(lists['deliberations']!.list)).toEqual(['d40', 'd39', 'd38', 'd37']);
  expect(await first(lists['approvals']!.list)).toEqual(['a40', 'a39', 'a38', 'a37']);
  expect(await first(lists['claims']!.list)).toEqual(['c2', 'c3', 'c4', 'c7']);
});

test('counts open work by class, in the workspace and of the run (GAP-RC-API-10, RC-ST-1, RC-ST-2, RC-ST-3)', async () => {
  await project.append('orchestrator.retry', {}, 'r2');
  const last = await project.append('orchestrator.retry', {}, 'r1');
  await project.append('orchestrator.retry', {}, 'r2');
  const statuses = (await readTasks()).map(({ status }) => status);
  const count = (...known: string[]) => statuses.filter((one) => known.includes(one)).length;
  const run = await records.getRun('press', 'r1');
  expect(await records.countWork(run)).toEqual({
    tasksActive: count('open', 'odd'),
    tasksBlocked: count('blocked'),
    tasksTerminal: count('done', 'failed'),
    tasksAssigned: (await readTasks()).filter(
      ({ status, assignedAgentId }) => ['open', 'odd'].includes(status) && assignedAgentId,
    ).length,
    proposalsActive: 13,
    approvalsRequested: 13,
    agentsActive: 2,
    claimsHeld: 12,
    lastEventId: last,
  });
  const quiet = await records.getRun('press', 'r3');
  expect(await records.countWork(quiet)).toMatchObject({ agentsActive: 0, lastEventId: null });
});

async function readTasks() {
  return (await records.listTasks({ workspaceId: 'press', limit: 200 })).items;
}

test('an approval belongs to the workspace of its proposal, else of its task, else of its run (GAP-RC-API-10)', async () => {
  await project.sql(`
    insert into approval_requests (id, run_id, proposal_id, task_id, status, requested_by, requested_at) values
      ('by-proposal', 'r50', 'p1', 't50', 'kept', 'ada', now()),
      ('by-task', 'r50', null, 't1', 'kept', 'ada', now()),
      ('by-run', 'r1', null, 't36', 'kept', 'ada', now()),
      ('elsewhere', 'r1', 'p50', 't1', 'kept', 'ada', now()),
      ('nowhere', null, null, null, 'kept', 'ada', now())
  `);
  const kept = { workspaceId: 'press', status: 'kept', limit: 9 };
  const ids = (await records.listApprovals(kept)).items.map(({ id }) => id).toSorted();
  expect(ids).toEqual(['by-proposal', 'by-run', 'by-task']);
});
