import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { systemClock } from '@galley/kernel';
import { TurnControl } from '@galley/runcoord';
import { auditIn } from '../worker-tokens/audit-in.ts';
import { isThere, patience, SupervisedProject, type Supervising } from './fixtures.ts';
import type { SuperviseOptions } from './supervise.ts';

describe.each(['database', 'http'] as const)('GAP-RC-SUP-1: galley supervise over %s', (over) => {
  let project: SupervisedProject;
  let supervisor: Supervising;
  beforeAll(async () => {
    project = await SupervisedProject.open({ over });
    supervisor = await project.supervise({
      environment: { ...project.options.environment, LANG: 'C', MODEL_KEY: 'k', OTHER: 'no' },
    });
  });
  afterAll(async () => {
    await supervisor.stop();
    await project[Symbol.asyncDispose]();
  });

  test('runs a scheduled turn to its end, once, and leaves only its log', async () => {
    const turn = await project.requestTurn('good');
    expect(await project.endOf(turn)).toMatchObject({
      type: 'agent.turn_failed',
      payload: { agent_id: 'implementer-1', code: 'no_work', exit_code: 0 },
    });
    expect(await project.logOf(turn)).toBe(`done ${turn}\n`);
    const session = await project.sessionOf(turn, 'ended');
    expect(session).toMatchObject({ exit_code: 0, agent_id: 'implementer-1', attempts: 1 });
    expect((await project.traces()).filter((line) => line === `${turn} good`)).toHaveLength(1);
    await vi.waitUntil(async () => (await project.leftFolders()).length === 0, patience);
  });

  test('records what the agent said, with the prompt first, before it records the end', async () => {
    const turn = await project.requestTurn('chatty');
    await project.endOf(turn);
    const { id, event_count: count } = await project.sessionOf(turn, 'ended');
    const events = await project.db
      .selectFrom('session_events')
      .select(['seq', 'kind', 'payload'])
      .where('session_id', '=', id)
      .orderBy('seq')
      .execute();
    const prompt = expect.stringMatching(/^You are implementer-1 /) as string;
    expect(events).toEqual([
      { seq: 1, kind: 'prompt', payload: { text: prompt } },
      { seq: 2, kind: 'output', payload: { text: `${'x'.repeat(5_000)}\nthe end` } },
    ]);
    expect(count).toBe(2);
  });

  test('records what a running agent says', async () => {
    const { id, turn, agent } = await project.startAgent('stubborn');
    await vi.waitFor(async () => {
      const events = await project.db
        .selectFrom('session_events')
        .select('payload')
        .where('session_id', '=', id)
        .execute();
      expect(events.map(({ payload }) => payload)).toContainEqual({ text: 'here' });
    }, patience);
    process.kill(-agent, 'SIGKILL');
    await project.endOf(turn);
  });

  test('passes identity and purpose to the agent, only its own environment, and a token that is revoked when it has ended', async () => {
    const turn = await project.requestTurn('tell');
    await project.endOf(turn);
    const log = await project.logOf(turn);
    expect(log.split('\n')).toEqual(
      expect.arrayContaining([
        `GALLEY_MCP_URL: ${project.mcpUrl}`,
        'GALLEY_WORKER_TOKEN: [redacted]',
        'GALLEY_RUN_ID: run-1',
        'GALLEY_AGENT_ID: implementer-1',
        'GALLEY_AGENT_ROLE: implementer',
        `GALLEY_TURN: ${turn}`,
        'GALLEY_TURN_REASON: tell',
        'GALLEY_GOAL: Ink',
        'LANG: C',
        'MODEL_KEY: k',
        'heard You are implementer-1 (implementer) in the run run-1. Goal of the run: Ink',
      ]),
    );
    // The shell sets these variables itself.
    const names = [...log.matchAll(/^(\w+): /gm)].map(([, name]) => name!);
    expect(names.filter((name) => !/^(PWD|OLDPWD|SHLVL|_)$/.test(name)).toSorted()).toEqual([
      ...['GALLEY_AGENT_ID', 'GALLEY_AGENT_ROLE', 'GALLEY_GOAL', 'GALLEY_MCP_URL'],
      ...['GALLEY_PROMPT', 'GALLEY_RUN_ID', 'GALLEY_TURN', 'GALLEY_TURN_REASON'],
      ...['GALLEY_WORKER_TOKEN', 'HOME', 'LANG', 'MODEL_KEY', 'PATH', 'XDG_CACHE_HOME'],
      ...['XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'XDG_STATE_HOME'],
    ]);
    const values = Object.values(project.environment).filter((value) => value !== '/usr/bin:/bin');
    for (const value of values) expect(log.replaceAll(project.mcpUrl, '')).not.toContain(value);
    const { token_id: id } = await project.sessionOf(turn, 'ended');
    const token = await project.db
      .selectFrom('worker_tokens')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(token).toMatchObject({
      agent_id: 'implementer-1',
      run_id: 'run-1',
      revoked_by: 'galley',
    });
  });

  test('ADD-CHECK-6: tells an agent what to change in a turn for a revision', async () => {
    const at = new Date();
    const row = { id: 'p1', workspace_id: 'default', run_id: 'run-1', task_id: null, risk: 'low' };
    const decided = { decided_by: 'galley', decided_at: at, decision_note: 'links: gone.md' };
    await project.db
      .insertInto('proposals')
      .values({
        ...row,
        ...decided,
        title: 'Ink',
        body: '',
        status: 'revision_requested',
        proposed_by: 'implementer-1',
        created_at: at,
        updated_at: at,
      })
      .execute();
    const turn = await project.requestTurn('revise p1');
    await project.endOf(turn);
    const { id } = await project.sessionOf(turn, 'ended');
    const prompt = await project.db
      .selectFrom('session_events')
      .select('payload')
      .where('session_id', '=', id)
      .where('kind', '=', 'prompt')
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(prompt)).toContain('galley requested a revision.');
    expect(JSON.stringify(prompt)).toContain('links: gone.md');
    const withdrawn = { status: 'withdrawn' };
    await project.db.updateTable('proposals').set(withdrawn).where('id', '=', 'p1').execute();
  });

  test('a second supervisor waits for the first, and takes over when it ends', async () => {
    await project.supervise();
    await project.endOf(await project.requestTurn('good'));
    await supervisor.stop();
    const turn = await project.requestTurn('good');
    await project.endOf(turn);
    expect((await project.traces()).filter((line) => line === `${turn} good`)).toHaveLength(1);
    const { epoch } = await project.db
      .selectFrom('supervisors')
      .select('epoch')
      .executeTakeFirstOrThrow();
    expect(epoch).toBe(2);
  });
});

describe('GAP-RC-SUP-1: galley supervise', () => {
  let project: SupervisedProject;
  beforeAll(async () => {
    project = await SupervisedProject.open({
      over: 'http',
      supervisor: 'limits: { log_size: 4KiB, time: 3s },',
    });
    await project.supervise();
  });
  afterAll(() => project[Symbol.asyncDispose]());

  test('a turn whose agent exits with an error has failed, with the exit code', async () => {
    const turn = await project.requestTurn('bad');
    expect(await project.endOf(turn)).toMatchObject({
      type: 'agent.turn_failed',
      payload: { reason: 'exit code 3', code: 'exit_code', exit_code: 3 },
    });
    expect(await project.logOf(turn)).toBe('no\n');
  });

  test('limits the stored log of an agent, and marks the cut', async () => {
    const turn = await project.requestTurn('chatty');
    await project.endOf(turn);
    const log = await project.logOf(turn);
    expect(log).toMatch(/^x{4096}\n… The log limit is reached; later output is discarded\.\n$/);
  });

  test('a turn that takes too long is stopped, and expires', async () => {
    const turn = await project.requestTurn('wait');
    expect(await project.endOf(turn)).toMatchObject({
      type: 'agent.turn_expired',
      payload: { reason: 'the session timed out (ended by SIGTERM)', interrupted: false },
    });
  });

  test('an agent of the location that is missing in the table is unowned, and is stopped', async () => {
    const { id, wrapper, agent } = await project.startAgent('wait');
    await project.db.deleteFrom('agent_sessions').where('id', '=', id).execute();
    await vi.waitUntil(() => !isThere(agent) && !isThere(wrapper), patience);
    await vi.waitFor(async () => expect((await project.status())?.unowned).toBe(1), patience);
  });
});

describe('GAP-RC-MODE-5: in enforced mode', () => {
  test('an expired turn stops its agent; force-stop kills it at once, even if it ignores signals', async () => {
    await using project = await SupervisedProject.open();
    await project.supervise();
    const expiring = await project.startAgent('wait');
    const payload = JSON.stringify({ agent_id: 'implementer-1', request_event_id: expiring.turn });
    const expired = { run_id: 'run-1', type: 'agent.turn_expired', payload, at: systemClock.now() };
    await project.db.insertInto('run_events').values(expired).execute();
    expect(await project.sessionOf(expiring.turn, 'ended')).toMatchObject({
      end_reason: 'the turn has expired (ended by SIGTERM)',
    });
    expect(isThere(expiring.agent)).toBe(false);

    const { turn, agent } = await project.startAgent('stubborn');
    await project.project.setState('stopped');
    expect(await project.endOf(turn)).toMatchObject({
      type: 'agent.turn_expired',
      payload: { reason: 'the run was stopped (ended by SIGKILL)' },
    });
    expect(isThere(agent)).toBe(false);
  });
});

test('ADD-RUN-11: a turn that a person stops ends its agent, and the run continues', async () => {
  await using project = await SupervisedProject.open();
  await project.supervise();
  const { turn, agent } = await project.startAgent('wait');
  const { db } = project;
  const turns = new TurnControl({ db, clock: systemClock, auditIn: auditIn('test') });
  const by = { username: 'olga', address: '', requestId: '' };
  await turns.stop({ workspaceId: 'default', turnId: String(turn), by });
  expect(await project.sessionOf(turn, 'ended')).toMatchObject({
    end_reason: 'stopped by olga (ended by SIGTERM)',
  });
  expect(isThere(agent)).toBe(false);
  const next = await project.requestTurn('good');
  expect(await project.logOf(next)).toBe(`done ${next}\n`);
});

describe('GAP-RC-SUP-1: the next supervisor', () => {
  let project: SupervisedProject;
  let supervisor: Supervising;
  beforeAll(async () => {
    project = await SupervisedProject.open({ over: 'http' });
    supervisor = await project.supervise();
  });
  afterAll(() => project[Symbol.asyncDispose]());

  async function replaceSupervisor(given: Partial<SuperviseOptions> = {}): Promise<void> {
    await supervisor.stop();
    supervisor = await project.supervise(given);
  }

  async function startsOf(turn: number): Promise<number> {
    return (await project.traces()).filter((line) => line.startsWith(`${turn} `)).length;
  }

  test('adopts running agents until they end', async () => {
    const { turn, agent } = await project.startAgent('wait');
    await supervisor.stop();
    expect(isThere(agent)).toBe(true);
    await replaceSupervisor();
    await vi.waitFor(
      async () => expect(await project.status()).toMatchObject({ adopted: 1, running: 1 }),
      patience,
    );
    process.kill(agent, 'SIGKILL');
    expect(await project.endOf(turn)).toMatchObject({
      type: 'agent.turn_expired',
      payload: { reason: 'ended by SIGKILL', interrupted: true },
    });
    expect(await startsOf(turn)).toBe(1);
  });

  test('collects the exit of an agent that ended without a supervisor', async () => {
    const { turn, agent, wrapper } = await project.startAgent('wait');
    await supervisor.stop();
    process.kill(agent, 'SIGINT');
    await vi.waitUntil(() => !isThere(wrapper), patience);
    await replaceSupervisor();
    expect((await project.endOf(turn)).payload).toMatchObject({ reason: 'ended by SIGINT' });
  });

  test('an agent that exists only in the table is a phantom: its turn expires and is not restarted', async () => {
    const { turn, agent, wrapper } = await project.startAgent('wait');
    await supervisor.stop();
    for (const pid of [wrapper, agent]) process.kill(pid, 'SIGKILL');
    await vi.waitUntil(() => !isThere(agent) && !isThere(wrapper), patience);
    await replaceSupervisor();
    expect((await project.endOf(turn)).payload).toMatchObject({ interrupted: true });
    expect(await startsOf(turn)).toBe(1);
  });

  test('starts claimed but unstarted agents', async () => {
    await supervisor.stop();
    const turn = await project.requestTurn('good');
    await vi.waitUntil(
      async () =>
        (await project.events()).some(
          ({ type, payload }) =>
            type === 'agent.turn_scheduled' &&
            (payload as { request_event_id: number }).request_event_id === turn,
        ),
      patience,
    );
    const [{ place }] = (await project.db.selectFrom('supervisors').select('place').execute()) as [
      { place: string },
    ];
    const row = {
      id: 's-1',
      run_id: 'run-1',
      agent_id: 'implementer-1',
      status: 'starting',
      request_event_id: turn,
    };
    await project.db
      .insertInto('agent_sessions')
      .values({ ...row, place, started_at: systemClock.now() })
      .execute();
    // State of a previous supervisor that was killed halfway.
    await mkdir(join(project.sessionsFolder, 's-1', 'work'), { recursive: true });
    await writeFile(join(project.sessionsFolder, 's-1', '.order.json-x'), '{');
    await replaceSupervisor();
    expect((await project.endOf(turn)).type).toBe('agent.turn_failed');
    expect(await startsOf(turn)).toBe(1);
  });

  test('--stop-agents: stops the agents with the supervisor, and their turns count as interrupted', async () => {
    await replaceSupervisor({ stopAgents: true });
    const { turn, agent } = await project.startAgent('wait');
    await supervisor.stop();
    expect(isThere(agent)).toBe(false);
    expect((await project.endOf(turn)).payload).toMatchObject({
      reason: 'the supervisor was stopped (ended by SIGTERM)',
      interrupted: true,
    });
  });
});

test('a turn begins and ends at once, whatever the interval of the supervisor', async () => {
  await using project = await SupervisedProject.open({ interval: '1m' });
  const supervisor = await project.supervise();
  const turn = await project.requestTurn('good');
  expect(await project.endOf(turn)).toMatchObject({ type: 'agent.turn_failed' });
  await supervisor.stop();
});
