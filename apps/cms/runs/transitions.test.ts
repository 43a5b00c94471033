import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectProblem, TestServer, type Client } from '../fixtures.ts';
import { enforcements, Workspace, type Enforcement } from './fixtures.ts';

/** The contract's transitions (RC-ST-13 to RC-ST-17), duplicated on purpose: allowed source states and the target. */
const table = [
  ['start', ['starting'], 'active'],
  ['pause', ['active'], 'paused-intake'],
  ['resume', ['paused-intake', 'degraded'], 'active'],
  ['stop', ['active', 'paused-intake', 'draining'], 'stopped'],
  ['force-stop', ['active', 'paused-intake', 'draining', 'degraded'], 'stopped'],
] as const;

const states = [
  'stopped',
  'starting',
  'active',
  'paused-intake',
  'draining',
  'degraded',
  'completed',
  'blocked',
  'failed',
  'an unknown state',
];

const servers = new Map<Enforcement, { server: TestServer; ada: Client }>();

beforeAll(async () => {
  for (const enforcement of enforcements) {
    const server = await TestServer.start({
      config: {
        coordinator: { enforcement },
        limits: { session_requests_per_minute: 0, public_requests_per_minute: 0 },
      },
    });
    servers.set(enforcement, { server, ada: await server.signedIn() });
  }
});

afterAll(async () => {
  for (const { server } of servers.values()) await server[Symbol.asyncDispose]();
});

function newWorkspace(enforcement: Enforcement): Promise<Workspace> {
  const { server, ada } = servers.get(enforcement)!;
  return Workspace.at(server, ada);
}

describe.each(enforcements)('in %s', (enforcement) => {
  let workspace: Workspace;

  describe.each(table)('%s', (action, from, to) => {
    test.each(from)(
      `leads from %s to ${to} (RC-API-2, RC-API-3, RC-ST-12, RC-ST-13, RC-ST-14, RC-ST-15, RC-ST-16, RC-ST-17)`,
      async (state) => {
        workspace = await newWorkspace(enforcement);
        const runId = await workspace.seed(state);
        const answer = await workspace.post(action);
        expect([answer.status, answer.json()]).toEqual([200, { run_id: runId, state: to }]);
        expect(await workspace.rows()).toMatchObject([{ id: runId, status: to }]);
      },
    );

    const others = states.filter(
      (state) =>
        !(from as readonly string[]).includes(state) && `${action} ${state}` !== 'start stopped',
    );

    test.each(others)(
      'is refused from %s without side effects (RC-ST-20, RC-ST-21, RC-ERR-2)',
      async (state) => {
        workspace = await newWorkspace(enforcement);
        await workspace.seed(state);
        const before = await workspace.rows();
        const answer = await workspace.post(action);
        const problem = expectProblem(answer, 409, 'illegal_run_transition');
        expect(problem).toMatchObject({ state });
        expect(await workspace.rows()).toEqual(before);
        expect(await workspace.audited()).toEqual([]);
      },
    );
  });

  test('is recorded once, with action, actor, and both states (RC-EVT-6, RC-ST-22)', async () => {
    workspace = await newWorkspace(enforcement);
    const runId = await workspace.seed('active');
    const body = JSON.stringify({ reason: 'Lunch, password=hunter22' });
    const answer = await workspace.post('pause', { body });
    expect(await workspace.audited()).toMatchObject([
      {
        action: 'run.pause',
        actor: 'ada',
        target: runId,
        outcome: 'success',
        address: '127.0.0.1',
        request_id: answer.headers.get('x-request-id'),
        details: {
          reason: 'Lunch, password=[redacted]',
          prior_state: 'active',
          state: 'paused-intake',
          workspace_id: workspace.id,
        },
      },
    ]);
  });

  test('appends no event, takes no snapshot, and does not change turns and tasks (RC-ST-23, RC-EVT-6, RC-BASE-4)', async () => {
    workspace = await newWorkspace(enforcement);
    const runId = await workspace.seed('active');
    await workspace.event(runId, 'agent.turn_scheduled', 7);
    const { db } = servers.get(enforcement)!.server.database;
    const read = () =>
      Promise.all([
        db.selectFrom('run_events').selectAll().orderBy('id').execute(),
        db.selectFrom('run_snapshots').selectAll().execute(),
        db.selectFrom('tasks').selectAll().execute(),
      ]);
    const before = await read();
    for (const action of ['pause', 'resume', 'stop', 'force-stop', 'start']) {
      await workspace.post(action);
    }
    expect(await read()).toEqual(before);
  });

  test('sets its own time, and keeps the start time of the run (RC-API-6)', async () => {
    workspace = await newWorkspace(enforcement);
    const runId = await workspace.seed('active');
    const before = Date.now();
    await workspace.post('pause');
    const { started_at, transitioned_at, ended_at } = await workspace.row(runId);
    expect(started_at).toEqual(new Date('2026-01-01T12:00:00Z'));
    expect(transitioned_at.getTime()).toBeGreaterThanOrEqual(before);
    expect(ended_at).toBeNull();
  });
});

describe('stopping', () => {
  async function stopped(enforcement: Enforcement, action: string, turn: string[]) {
    const workspace = await newWorkspace(enforcement);
    const runId = await workspace.seed('active');
    for (const type of turn) await workspace.event(runId, type, 7);
    const answer = await workspace.post(action);
    const { status, ended_at } = await workspace.row(runId);
    expect(answer.json()).toEqual({ run_id: runId, state: status });
    return [status, ended_at !== null];
  }

  const scheduled = 'agent.turn_scheduled';
  const started = 'agent.turn_started';
  const completed = 'agent.turn_completed';
  const expired = 'agent.turn_expired';

  test.each([
    ['stop', [scheduled]],
    ['force-stop', [scheduled, started]],
  ])(
    'by %s changes only the state in recording mode, whatever is running (RC-ST-23, RC-ST-16)',
    async (action, turn) => {
      expect(await stopped('recorded', action, turn)).toEqual(['stopped', false]);
    },
  );

  test.each([
    [[], 'stopped'],
    [['agent.turn_requested'], 'stopped'],
    [[scheduled], 'draining'],
    [[scheduled, started], 'draining'],
    [[scheduled, started, completed], 'stopped'],
    [[scheduled, expired], 'stopped'],
    [[scheduled, expired, scheduled], 'draining'],
  ])('after %j ends in %s in enforcing mode (gaps page, Loop)', async (turn, state) => {
    expect(await stopped('enforced', 'stop', turn)).toEqual([state, state === 'stopped']);
  });

  test('by force does not wait in enforcing mode (RC-ST-17)', async () => {
    expect(await stopped('enforced', 'force-stop', [scheduled, started])).toEqual([
      'stopped',
      true,
    ]);
  });

  test('waits for all turns of the run, and for no others', async () => {
    const workspace = await newWorkspace('enforced');
    const earlier = await workspace.seed('failed', { startedAt: '2025-01-01T00:00:00Z' });
    const runId = await workspace.seed('active');
    await workspace.event(earlier, scheduled, 1);
    await workspace.event(runId, scheduled, 2);
    await workspace.event(runId, scheduled, 3);
    await workspace.event(runId, completed, 2);
    await workspace.event(earlier, completed, 3);
    expect((await workspace.post('stop')).json()).toMatchObject({ state: 'draining' });
    const { transitioned_at } = await workspace.row(runId);
    expect((await workspace.post('stop')).json()).toMatchObject({ state: 'draining' });
    expect((await workspace.row(runId)).transitioned_at).toEqual(transitioned_at);
    await workspace.event(runId, completed, '3');
    expect((await workspace.post('stop')).json()).toMatchObject({ state: 'stopped' });
  });
});
