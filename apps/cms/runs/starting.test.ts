import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { onServer } from '@galley/testing';
import { expectProblem, TestServer, type Client } from '../fixtures.ts';
import { lockWaiters, tally, Workspace } from './fixtures.ts';

let server: TestServer;
let ada: Client;
let workspace: Workspace;

beforeAll(async () => {
  server = await TestServer.start();
  ada = await server.signedIn();
});

afterAll(() => server[Symbol.asyncDispose]());

beforeEach(async () => {
  workspace = await Workspace.at(server, ada);
});

test('a workspace without a run gets one, with its start time in nanoseconds as id and its goal (RC-ST-13, RC-ST-19, RC-RES-1)', async () => {
  const before = BigInt(Date.now()) * 1_000_000n;
  const answer = await workspace.post('start', { body: '{"goal":"Write of ink"}' });
  const { run_id, state } = answer.json<{ run_id: string; state: string }>();
  expect(state).toBe('active');
  const nanoseconds = BigInt(/^run-(\d{19})$/.exec(run_id)![1]!);
  expect(nanoseconds).toBeGreaterThanOrEqual(before);
  expect(nanoseconds).toBeLessThan(BigInt(Date.now() + 1) * 1_000_000n);
  expect(await workspace.rows()).toMatchObject([
    { id: run_id, status: 'active', goal: 'Write of ink', ended_at: null },
  ]);
  expect(await workspace.audited()).toMatchObject([
    { action: 'run.start', details: { prior_state: 'starting', state: 'active' } },
  ]);
});

test('a stopped run is not restarted: a new run is created (RC-ST-19)', async () => {
  const stopped = await workspace.seed('stopped');
  const { run_id } = (await workspace.post('start')).json<{ run_id: string }>();
  expect(run_id).not.toBe(stopped);
  expect(await workspace.rows()).toMatchObject([
    { id: stopped, status: 'stopped' },
    { id: run_id, status: 'active' },
  ]);
});

test('a starting run continues, and no second one is created (RC-ST-13)', async () => {
  const starting = await workspace.seed('starting', { goal: 'Mine' });
  const answer = await workspace.post('start', { body: '{"goal":"Yours"}' });
  expect(answer.json()).toEqual({ run_id: starting, state: 'active' });
  expect(await workspace.rows()).toMatchObject([{ id: starting, goal: 'Mine' }]);
});

test('the newest run is used, by start time, then by creation time, whatever the body names (RC-ST-18)', async () => {
  const late = await workspace.seed('active', { startedAt: '2026-03-01T00:00:00Z' });
  const early = await workspace.seed('active', { startedAt: '2026-02-01T00:00:00Z' });
  await workspace.seed('active', { workspace: null, startedAt: '2026-04-01T00:00:00Z' });
  const other = await Workspace.at(server, ada);
  await other.seed('active', { startedAt: '2026-05-01T00:00:00Z' });
  const body = JSON.stringify({ run_id: early });
  expect((await workspace.post('pause', { body })).json()).toMatchObject({ run_id: late });
  const same = await workspace.seed('active', { startedAt: '2026-03-01T00:00:00Z' });
  expect((await workspace.post('pause', { body })).json()).toMatchObject({ run_id: same });
});

test('a new run is the newest, even if the clock was ahead for the previous one (RC-ST-18, RC-ST-19)', async () => {
  await workspace.seed('stopped', { startedAt: '2199-01-01T00:00:00Z' });
  const { run_id } = (await workspace.post('start')).json<{ run_id: string }>();
  expect((await workspace.post('pause')).json()).toEqual({ run_id, state: 'paused-intake' });
});

test('of simultaneous starts, one succeeds, with one run and one log entry (RC-ST-22, RC-ERR-4)', async () => {
  const answers = await Promise.all(Array.from({ length: 40 }, () => workspace.post('start')));
  const outcomes = tally(answers);
  expect(outcomes['200']).toBe(1);
  const known = ['200', '409 run_transition_failed', '409 illegal_run_transition'];
  expect(known).toEqual(expect.arrayContaining(Object.keys(outcomes)));
  expect(await workspace.rows()).toMatchObject([{ status: 'active' }]);
  expect(await workspace.audited()).toHaveLength(1);
});

test.each([
  ['active', ['pause', 'stop', 'force-stop']],
  ['paused-intake', ['resume', 'stop', 'force-stop']],
])(
  'of simultaneous changes to an %s run, as many succeed as the log records (RC-ST-22)',
  async (state, actions) => {
    await workspace.seed(state);
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => workspace.post(actions[index % actions.length]!)),
    );
    const [{ status } = { status: '' }] = await workspace.rows();
    const entries = await workspace.audited();
    expect(tally(answers)['200']).toBe(entries.length);
    const steps = entries.map(({ details }) => details as { prior_state: string; state: string });
    expect(steps.map((step) => step.prior_state)).toEqual([
      state,
      ...steps.slice(0, -1).map((step) => step.state),
    ]);
    expect(steps.at(-1)!.state).toBe(status);
  },
);

test('a lost race is 409 and adds no log entry (RC-ST-22, RC-ERR-4)', async () => {
  const runId = await workspace.seed('active');
  const { db } = server.database;
  const fail = db.updateTable('runs').set({ status: 'failed' }).where('id', '=', runId);
  const losing = await db.transaction().execute(async (transaction) => {
    await transaction.executeQuery(fail);
    const answer = workspace.post('pause');
    // The request has read the previous state, and waits for the row lock.
    await lockWaiters(server.database, 1);
    return { answer };
  });
  expectProblem(await losing.answer, 409, 'run_transition_failed');
  expect(await workspace.audited()).toEqual([]);
  expect((await workspace.row(runId)).status).toBe('failed');
});

const refuse = `create or replace function refuse() returns trigger language plpgsql
  as $$ begin raise 'no'; end $$`;

test.each([
  ['before update on runs', 'drop trigger refuse on runs'],
  ['before insert on audit_entries', 'drop trigger refuse on audit_entries'],
])('a failure %s is 409, and leaves no run (RC-ERR-4, RC-ST-19)', async (where, drop) => {
  const { url } = server.database;
  const trigger = `create trigger refuse ${where} for each row execute function refuse()`;
  for (const statement of [refuse, trigger]) await onServer(url, statement);
  expectProblem(await workspace.post('start'), 409, 'run_transition_failed');
  await onServer(url, drop);
  expect(await workspace.rows()).toEqual([]);
  expect(await workspace.audited()).toEqual([]);
  expect((await workspace.post('start')).json()).toMatchObject({ state: 'active' });
});
