import { planSteps, type PlanStep } from '@galley/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AgentRecordsReadModel } from './agent-records-read-model.ts';
import { ApprovalRepository } from './approval-repository.ts';
import { ClaimRepository } from './claim-repository.ts';
import { DeliberationRepository } from './deliberation-repository.ts';
import { Project } from './fixtures.ts';
import { RunEventRepository } from './run-event-repository.ts';
import type { RecordQuery } from './record-page.ts';
import { RunRecordsReadModel } from './run-records-read-model.ts';
import { ProposalRecordsReadModel } from './proposal-records-read-model.ts';
import { TaskRepository } from './task-repository.ts';

let project: Project;

beforeAll(async () => {
  project = await Project.open();
  await project.sql(`
    insert into runs (id, workspace_id, goal, status, started_at, transitioned_at)
    select 'r' || n, case n % 2 when 0 then 'press' else 'paper' end, '',
      case n % 100 when 0 then 'active' else 'completed' end, now() - n * interval '1 minute', now()
    from generate_series(1, 100000) as n;
    insert into tasks (id, workspace_id, run_id, title, description, status, created_by, created_at, updated_at)
    select 't' || n, case n % 2 when 0 then 'press' else 'paper' end, 'r' || n / 100 + 1, '', repeat('ink ', 100),
      case n % 100 when 0 then 'review' else 'done' end, 'ada', now(), now()
    from generate_series(1, 100000) as n;
    insert into proposals (id, workspace_id, run_id, title, body, risk, status, proposed_by, created_at, updated_at)
    select 'p' || n, case n % 2 when 0 then 'press' else 'paper' end, 'r' || n / 100 + 1, '', '', 'low',
      case n % 100 when 0 then 'in_review' else 'accepted' end, 'ada', now(), now()
    from generate_series(1, 100000) as n;
    insert into proposal_patches (proposal_id, sha256, base_revision, patch, attached_by, attached_at)
    select 'p' || n, '', '', '', 'ada', now() from generate_series(1, 100000) as n;
    insert into proposal_applications (id, proposal_id, workspace_id, patch_sha256, base_revision, branch,
      parent_commit, tree_id, commit_id, files, state, decided_by, address, request_id, started_at, applied_at)
    select 'x' || n, 'p' || n, 'press', '', '', '', '', '', '', '[]', 'applied', 'ada', '', '', now(), now()
    from generate_series(1, 100000) as n;
    insert into proposal_check_runs (proposal_id, patch_sha256, attempts, claimed_at, finished_at)
    select 'p' || n, '', 1, now(), now() from generate_series(1, 100000) as n;
    insert into proposal_checks (proposal_id, patch_sha256, name, outcome, detail, at)
    select 'p' || n, '', 'links', 'pass', '', now() from generate_series(1, 100000) as n;
    insert into proposal_comments (id, proposal_id, patch_sha256, path, side, line, quote, body, author, created_at)
    select 'o' || n, 'p' || n, '', 'a.md', 'new', 1, '', '', 'ada', now() from generate_series(1, 100000) as n;
    insert into proposal_pull_requests (proposal_id, workspace_id, remote, branch, state, next_at, updated_at)
    select 'p' || n, 'press', '', '', 'merged', now(), now() from generate_series(1, 100000) as n;
    insert into votes (proposal_id, agent_id, decision, comment, cast_at)
    select 'p' || n, 'reviewer-1', 'approve', '', now() from generate_series(1, 100000) as n;
    insert into deliberations (id, workspace_id, run_id, topic, status, created_by, created_at, updated_at)
    select 'd' || n, case n % 2 when 0 then 'press' else 'paper' end, 'r' || n / 100 + 1, '',
      case n % 100 when 0 then 'active' else 'closed' end, 'ada', now() - n * interval '1 minute', now()
    from generate_series(1, 100000) as n;
    insert into approval_requests (id, run_id, proposal_id, status, requested_by, requested_at)
    select 'a' || n, 'r' || n / 100 + 1, 'p' || n,
      case n % 100 when 0 then 'requested' else 'approved' end, 'ada', now() - n * interval '1 minute'
    from generate_series(1, 100000) as n;
    insert into resource_claims (id, run_id, agent_id, resource, claimed_at, expires_at)
    select 'c' || n, 'r' || n / 100 + 1, 'implementer-1', 'file' || n, now(),
      case n % 10000 when 0 then timestamptz '2099-01-01' else timestamptz '2020-01-01' end
    from generate_series(1, 100000) as n;
    insert into agents (id, role, name, adapter, command, status, enabled, updated_at)
    select 'g' || n, 'implementer', '', '', '', 'idle', true, now() from generate_series(1, 100000) as n;
    insert into agent_sessions (id, run_id, agent_id, status, started_at)
    select 's' || n, 'r' || n / 100 + 1, 'g1', 'ended', now() from generate_series(1, 100000) as n;
    insert into run_recipes (run_id, workspace_id, recipe, parameters, cause)
    select 'r' || n, 'press', 'proofread', '{}', 'person' from generate_series(1, 5000) as n;
    insert into run_events (run_id, type, payload, at)
    select 'r' || n % 50 + 1, 'orchestrator.retry', '{}', now() from generate_series(1, 100000) as n;
    analyze;
  `);
  // Like autovacuum. Without it, PostgreSQL cannot use index-only scans.
  await project.sql('vacuum tasks');
});

afterAll(() => project[Symbol.asyncDispose]());

const now = new Date('2026-01-01T12:00:00Z');
const all: RecordQuery = { workspaceId: 'press', limit: 51 };

type Planned = Parameters<Parameters<typeof planSteps>[1]>[0];

interface List {
  readonly name: string;
  readonly letter: string;
  readonly read: (db: Planned, query: typeof all) => Promise<unknown[]>;
  readonly filters: readonly object[];
}

const ofRun = { runId: 'r500' };
const lists: readonly List[] = [
  {
    name: 'runs',
    letter: 'r',
    read: (db, query) => new RunRecordsReadModel(db).list(query),
    filters: [{ status: 'active' }],
  },
  {
    name: 'tasks',
    letter: 't',
    read: (db, { workspaceId, status, ...query }) =>
      new TaskRepository(db).list(
        { workspaceId },
        { ...query, statuses: status === undefined ? undefined : [status] },
      ),
    filters: [{ status: 'review' }, { status: 'failed' }, ofRun],
  },
  {
    name: 'proposals',
    letter: 'p',
    read: (db, query) => new ProposalRecordsReadModel(db).list(query),
    filters: [{ status: 'in_review' }, ofRun],
  },
  {
    name: 'deliberations',
    letter: 'd',
    read: (db, query) => new DeliberationRepository(db).list(query),
    filters: [{ status: 'active' }, ofRun],
  },
  {
    name: 'approvals',
    letter: 'a',
    read: (db, query) => new ApprovalRepository(db).list(query),
    filters: [{ status: 'requested' }, ofRun],
  },
  {
    name: 'agents',
    letter: 'g',
    read: (db, query) => new AgentRecordsReadModel(db).listAgents(query),
    filters: [],
  },
  {
    name: 'claims',
    letter: 'c',
    read: (db, query) => new ClaimRepository(db).listOfWorkspace(query, now),
    filters: [ofRun],
  },
];

function wholeTables(steps: readonly PlanStep[]): string[] {
  return steps
    .filter((step) => step['Node Type'] === 'Seq Scan')
    .map((step) => step['Relation Name'] ?? '?');
}

describe.each(lists)('the list of $name, of 100,000', ({ name, letter, read, filters }) => {
  const places = [{}, { after: `${letter}50000` }];
  const queries = [{}, ...filters].flatMap((filter) =>
    places.map((place) => ({ ...filter, ...place })),
  );

  test.each(queries)('GAP-RC-API-10: uses an index: %j', async (query) => {
    const steps = await planSteps(project.database, (db) => read(db, { ...all, ...query }));
    expect(wholeTables(steps)).toEqual([]);
    const isSorted = steps.some((step) => step['Node Type'].includes('Sort'));
    // Sorting is fine for small sets: tasks in a working status, and claims in force.
    const areFew = 'status' in query || name === 'claims';
    expect(isSorted && !areFew).toBe(false);
  });
});

test('GAP-RC-API-10: finds a run, a proposal and the events of a run by index', async () => {
  const steps = await planSteps(project.database, async (db) => {
    await new RunRecordsReadModel(db).find('press', 'r2');
    await new ProposalRecordsReadModel(db).find('press', 'p2');
    await new ApprovalRepository(db).find('press', 'a2');
    await new RunRecordsReadModel(db).has('resource_claims', 'c5');
    const events = new RunEventRepository(db);
    await events.listAfter('r2', 500, 200);
    await events.lastId();
    await events.lastIdsByRun(99_900);
  });
  expect(wholeTables(steps)).toEqual([]);
  const indexes = steps.flatMap((step) => step['Index Name'] ?? []);
  // Does not use the index on the ids of all runs, which would read past the events of the others.
  expect(indexes).toContain('run_events_of_run');
});

test('GAP-RC-API-10: counts the open work of a workspace by index', async () => {
  const steps = await planSteps(project.database, (db) =>
    new RunRecordsReadModel(db).count('press', 'r2', now),
  );
  expect(wholeTables(steps)).toEqual([]);
});
