import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sha256 } from '@galley/kernel';
import { expectProblem, TestServer, type Answer, type Client } from '../fixtures.ts';
import { WorkRows, Workspace } from './fixtures.ts';

let server: TestServer;
let ada: Client;
let workspace: Workspace;
let rows: WorkRows;

beforeAll(async () => {
  server = await TestServer.start({ cuttable: true });
  ada = await server.signedIn();
  for (const id of ['implementer-1', 'reviewer-1', 'reviewer-2']) {
    await new WorkRows(server.database.db, '').addAgent(id, 'agent --api-key=geheim');
  }
});

afterAll(() => server[Symbol.asyncDispose]());

beforeEach(async () => {
  workspace = await Workspace.at(server, ada);
  rows = new WorkRows(server.database.db, workspace.id);
});

const at = '2026-01-01T12:00:00.000Z';

function get(path: string, client = ada): Promise<Answer> {
  return client.get(`/api/v1/workspaces/${workspace.id}/${path}`);
}

async function listed(path: string): Promise<Record<string, unknown>[]> {
  const answer = await get(path);
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 200 });
  return answer.json<{ items: Record<string, unknown>[] }>().items;
}

const ids = async (path: string) => (await listed(path)).map(({ id }) => id);

/** Adds the workspace's id, so that names are unique across tests. */
const own = (name: string): string => `${name}-${workspace.id}`;

const noLimits = { turns: null, minutes: null, tokens: null, usd: null };
const noUse = { turns: 0, minutes: 0, tokens: 0, usd: 0, turns_without_cost: 0 };

test('runs are listed newest first, with the outcome of the last tick (GAP-RC-API-10, RC-RES-1)', async () => {
  await rows.addRun(own('old'), { status: 'failed', goal: 'Use ghp_' + 'a1'.repeat(18) });
  await rows.addRun(own('new'), { minute: 1 });
  expect(await listed('runs')).toEqual([
    {
      id: own('new'),
      workspace_id: workspace.id,
      goal: '',
      status: 'active',
      reason: 'work_remains',
      reason_detail: null,
      started_at: '2026-01-01T12:01:00.000Z',
      ended_at: null,
      transitioned_at: '2026-01-01T12:01:00.000Z',
      recipe: null,
      parameters: null,
      budget: noLimits,
      use: noUse,
    },
    expect.objectContaining({ id: own('old'), goal: 'Use [redacted]' }),
  ]);
  expect(await ids('runs?status=failed')).toEqual([own('old')]);
});

test('a list is paginated (GAP-RC-API-10)', async () => {
  for (let number = 0; number < 5; number += 1) await rows.addTask(own(`t${number}`));
  const seen: string[][] = [];
  for (let next: string | null = ''; next !== null;) {
    const answer = await get(`tasks?limit=2${next && `&after=${next}`}`);
    const page = answer.json<{ items: { id: string }[]; next: string | null }>();
    seen.push(page.items.map(({ id }) => id));
    next = page.next;
  }
  expect(seen).toEqual([[own('t0'), own('t1')], [own('t2'), own('t3')], [own('t4')]]);
  const { errors } = expectProblem(await get('tasks?after=none'), 400, 'invalid_request');
  expect(errors).toMatchObject([{ path: 'after' }]);
});

test('a page has 50 items by default, and at most 200 (GAP-RC-API-10)', async () => {
  await server.database.db
    .insertInto('tasks')
    .values(
      Array.from({ length: 201 }, (_, number) => ({
        id: own(`t${number}`),
        workspace_id: workspace.id,
        title: '',
        description: '',
        status: 'open',
        created_by: 'ada',
        created_at: rows.at,
        updated_at: rows.at,
      })),
    )
    .execute();
  const lengths = ['tasks', 'tasks?limit=7', 'tasks?limit=201'].map(
    async (path) => (await listed(path)).length,
  );
  expect(await Promise.all(lengths)).toEqual([50, 7, 200]);
});

test('a run includes its workload (GAP-RC-API-10)', async () => {
  const [run, proposal] = [own('run'), own('p')];
  await rows.addRun(run);
  await rows.addTask(own('open'), { agent: 'implementer-1' });
  for (const status of ['blocked', 'done', 'failed']) await rows.addTask(own(status), { status });
  await rows.addProposal(proposal);
  await rows.addRequest(own('a'), { proposalId: proposal });
  await rows.addClaim(own('c'), run);
  const [, last] = await rows.addEvents(run, {}, {});
  expect((await get(`runs/${run}`)).json()).toMatchObject({
    id: run,
    status: 'active',
    tasks: { active: 1, blocked: 1, terminal: 2, assigned: 1 },
    proposals_active: 1,
    approvals_requested: 1,
    agents_active: 0,
    claims_held: 1,
    last_event_id: last,
    waiting: {
      kind: 'coordinator',
      purpose: null,
      text: 'No coordinator is running. Start one with: galley serve --agents',
      who: null,
      subject: null,
      subject_id: null,
    },
  });
});

test('`status` is not a run id (RC-API-1)', async () => {
  await rows.addRun('status');
  const answer = (await get('runs/status')).json();
  expect(answer).toMatchObject({ run_id: 'status', enforcement: 'recorded' });
  expect(answer).not.toHaveProperty('tasks');
});

test('tasks are listed in the order of assignment (GAP-RC-API-10, RC-RES-3)', async () => {
  const run = own('run');
  await rows.addRun(run);
  await rows.addTask(own('t1'), { runId: run, agent: 'implementer-1', status: 'in_progress' });
  await rows.addTask(own('t2'));
  expect(await listed('tasks')).toEqual([
    {
      id: own('t1'),
      run_id: run,
      title: `Task ${own('t1')}`,
      description: 'Set it.',
      status: 'in_progress',
      note: null,
      assigned_agent_id: 'implementer-1',
      taken_over_by: null,
      depends_on: [],
      waits_for: [],
      paths: [],
      checks: [],
      created_by: 'chair-1',
      created_at: at,
      updated_at: at,
    },
    expect.objectContaining({ id: own('t2'), run_id: null, assigned_agent_id: null }),
  ]);
  expect(await ids('tasks?status=open')).toEqual([own('t2')]);
  expect(await ids(`tasks?run_id=${run}&status=in_progress`)).toEqual([own('t1')]);
});

test('a proposal is listed with its newest patch, and returned with the text (GAP-RC-API-10, RC-RES-4)', async () => {
  const [first, second] = [own('p1'), own('p2')];
  await rows.addProposal(first);
  await rows.addProposal(second, { status: 'accepted' });
  await rows.addPatch(first, 'the first');
  const hash = await rows.addPatch(first, 'Müller\n', 'implementer-2');
  expect(hash).toBe(sha256('Müller\n'));
  const patch = {
    sha256: hash,
    base_revision: 'base',
    bytes: 8,
    attached_by: 'implementer-2',
    attached_at: at,
  };
  const shown = {
    id: first,
    run_id: null,
    task_id: null,
    title: `Proposal ${first}`,
    risk: 'low',
    status: 'in_review',
    proposed_by: 'implementer-1',
    created_at: at,
    updated_at: at,
    decided_by: null,
    decided_at: null,
    decision_note: null,
    applied_commit: null,
    rolled_back_by: null,
    rolled_back_at: null,
    // Only the workspace of the project is checked.
    checks_state: 'pending',
    pull_request: null,
    patch,
  };
  const items = await listed('proposals');
  expect(items).toEqual([shown, expect.objectContaining({ id: second, patch: null })]);
  expect(await ids('proposals?status=accepted')).toEqual([second]);
  const detail = (await get(`proposals/${first}`)).json();
  const text = 'Müller\n';
  expect(detail).toEqual({
    ...shown,
    body: 'Why it is right.',
    hunks: [],
    left_out_hunks: [],
    comments: [],
    patch: { ...patch, text },
    is_base_current: null,
    conflicts: [],
    votes: [],
    checks: [],
  });
  expectProblem(await get('proposals/none'), 404, 'proposal_not_found');
});

test('deliberations and approvals are listed newest first (GAP-RC-API-10, RC-RES-7, RC-RES-8)', async () => {
  const run = own('run');
  await rows.addRun(run);
  await rows.addDeliberation(own('d1'), { runId: run });
  await rows.addDeliberation(own('d2'), { minute: 1, status: 'closed' });
  await rows.addRequest(own('a1'), { runId: run });
  await rows.addRequest(own('a2'), { runId: run, minute: 1, status: 'approved' });
  expect(await listed('deliberations')).toMatchObject([
    { id: own('d2'), status: 'closed', created_at: '2026-01-01T12:01:00.000Z' },
    { id: own('d1'), status: 'active', run_id: run, topic: 'Ink or lead', created_by: 'chair-1' },
  ]);
  expect(await ids('deliberations?status=active')).toEqual([own('d1')]);
  const request = { run_id: run, proposal_id: null, task_id: null, requested_by: 'chair-1' };
  const undecided = {
    decided_by: null,
    decided_at: null,
    patch_sha256: null,
    reason: null,
    note: null,
  };
  expect(await listed('approvals')).toEqual([
    {
      id: own('a2'),
      ...request,
      ...undecided,
      status: 'approved',
      requested_at: '2026-01-01T12:01:00.000Z',
    },
    { id: own('a1'), ...request, ...undecided, status: 'requested', requested_at: at },
  ]);
  expect(await ids('approvals?status=requested')).toEqual([own('a1')]);
});

test('agents come from the database, and commands are redacted (GAP-RC-API-8, RC-RES-2)', async () => {
  expect(await ids('agents')).toEqual(['implementer-1', 'reviewer-1', 'reviewer-2']);
  expect((await listed('agents?limit=1'))[0]).toEqual({
    id: 'implementer-1',
    role: 'implementer',
    name: 'implementer-1',
    adapter: 'generic',
    model: null,
    command: 'agent --api-key=[redacted]',
    budget: noLimits,
    status: 'idle',
    enabled: true,
    run_id: null,
    session_id: null,
    turn: null,
  });
});

test('claims are the current ones of runs of the workspace (GAP-RC-API-10)', async () => {
  const run = own('run');
  await rows.addRun(run);
  await rows.addClaim(own('held'), run);
  await rows.addClaim(own('over'), run, { minutesLeft: -1 });
  await rows.addClaim(own('given-back'), run, { isReleased: true });
  expect(await listed('claims')).toMatchObject([
    {
      id: own('held'),
      run_id: run,
      agent_id: 'implementer-1',
      resource: `file:${own('held')}`,
      claimed_at: at,
    },
  ]);
});

const lists = ['runs', 'tasks', 'proposals', 'deliberations', 'approvals', 'claims'];

test('records of one workspace are not visible in another (GAP-RC-API-10)', async () => {
  const run = own('run');
  await rows.addRun(run);
  await rows.addTask(own('t'), { runId: run });
  await rows.addProposal(own('p'), { runId: run });
  await rows.addDeliberation(own('d'), { runId: run });
  await rows.addRequest(own('a'), { runId: run });
  await rows.addClaim(own('c'), run);
  for (const list of lists) expect(await listed(list)).toHaveLength(1);
  const proposal = own('p');
  workspace = await Workspace.at(server, ada);
  for (const list of lists) expect(await listed(list)).toEqual([]);
  for (const path of [`runs/${run}`, `runs/${run}/events`]) {
    expectProblem(await get(path), 404, 'run_not_found');
  }
  expectProblem(await get(`proposals/${proposal}`), 404, 'proposal_not_found');
});

describe.each([...lists, 'agents', 'runs/none', 'runs/none/events', 'proposals/none'])(
  '%s',
  (path) => {
    test.each(['none', '%00', 'x'.repeat(3_000), "';--"])(
      'needs an existing workspace, and refuses %j (GAP-RC-API-3)',
      async (id) => {
        const answer = await ada.get(`/api/v1/workspaces/${id}/${path}`);
        expectProblem(answer, 404, 'workspace_not_found');
      },
    );

    test('is unavailable without the database, and recovers with it (GAP-RC-API-3)', async () => {
      await server.withoutDatabase(async () => {
        const answer = await get(path);
        expectProblem(answer, 503, 'store_unavailable');
        expect(answer.headers.get('retry-after')).toBe('5');
      });
      expect([200, 404]).toContain((await get(path)).status);
    });
  },
);

test.each(['%00', 'x'.repeat(3_000), "';--", 'START'])(
  'refuses the run id %j (GAP-RC-API-3)',
  async (run) => {
    expectProblem(await get(`runs/${run}`), 404, 'run_not_found');
    expectProblem(await get(`runs/${run}/events`), 404, 'run_not_found');
    expectProblem(await get(`proposals/${run}`), 404, 'proposal_not_found');
  },
);
