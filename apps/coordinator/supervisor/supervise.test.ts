import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { systemClock } from '@galley/kernel';
import { isThere, patience, SupervisedProject, type Supervising } from './fixtures.ts';

describe.each(['database', 'http'] as const)('GAP-RC-SUP-1: galley supervise over %s', (over) => {
  let project: SupervisedProject;
  let supervisor: Supervising;
  beforeAll(async () => {
    project = await SupervisedProject.open({
      over,
      supervisor: 'limits: { log_size: 4KiB, time: 3s },',
    });
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
      type: 'agent.turn_completed',
      payload: { agent_id: 'implementer-1', summary: 'exit code 0' },
    });
    expect(await project.logOf(turn)).toBe(`done ${turn}\n`);
    const session = await project.sessionOf(turn, 'ended');
    expect(session).toMatchObject({ exit_code: 0, agent_id: 'implementer-1', attempts: 1 });
    expect((await project.traces()).filter((line) => line === `${turn} good`)).toHaveLength(1);
    await vi.waitUntil(async () => (await project.leftFolders()).length === 0, patience);
  });

  test('a turn whose agent fails is expired, with the reason', async () => {
    const turn = await project.requestTurn('bad');
    expect(await project.endOf(turn)).toMatchObject({
      type: 'agent.turn_expired',
      payload: { reason: 'exit code 3', interrupted: false },
    });
    expect(await project.logOf(turn)).toBe('no\n');
  });

  test('passes identity and purpose to the agent, and only its own environment', async () => {
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
      ...['GALLEY_WORKER_TOKEN', 'LANG', 'MODEL_KEY', 'PATH'],
    ]);
    const values = Object.values(project.environment).filter((value) => value !== '/usr/bin:/bin');
    for (const value of values) expect(log.replaceAll(project.mcpUrl, '')).not.toContain(value);
  });

  test('a token is valid for one turn: it is revoked when the agent has ended', async () => {
    const turn = await project.requestTurn('secret');
    await project.endOf(turn);
    expect(await project.logOf(turn)).toBe('I have [redacted]\n');
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
    const turn = await project.requestTurn('wait');
    const { id } = await project.sessionOf(turn, 'running');
    await project.begun(turn);
    const { wrapper, agent } = await project.processesOf(id);
    await project.db.deleteFrom('agent_sessions').where('id', '=', id).execute();
    await vi.waitUntil(() => !isThere(agent) && !isThere(wrapper), patience);
    await vi.waitFor(async () => expect((await project.status())?.unowned).toBe(1), patience);
  });
});

describe('GAP-RC-MODE-5: in enforced mode', () => {
  test('force-stop kills the agent at once, even if it ignores signals, and records its exit', async () => {
    await using project = await SupervisedProject.open();
    await project.supervise();
    const turn = await project.requestTurn('stubborn');
    const { id } = await project.sessionOf(turn, 'running');
    await project.begun(turn);
    const { agent } = await project.processesOf(id);
    await project.project.setState('stopped');
    expect(await project.endOf(turn)).toMatchObject({
      type: 'agent.turn_expired',
      payload: { reason: 'the run was stopped (ended by SIGKILL)' },
    });
    expect(isThere(agent)).toBe(false);
  });

  test('an expired turn stops its agent', async () => {
    await using project = await SupervisedProject.open();
    await project.supervise();
    const turn = await project.requestTurn('wait');
    const { id } = await project.sessionOf(turn, 'running');
    await project.begun(turn);
    const { agent } = await project.processesOf(id);
    const payload = JSON.stringify({ agent_id: 'implementer-1', request_event_id: turn });
    const expired = { run_id: 'run-1', type: 'agent.turn_expired', payload, at: systemClock.now() };
    await project.db.insertInto('run_events').values(expired).execute();
    expect(await project.sessionOf(turn, 'ended')).toMatchObject({
      end_reason: 'the turn has expired (ended by SIGTERM)',
    });
    expect(isThere(agent)).toBe(false);
  });
});

describe('GAP-RC-SUP-1: the next supervisor', () => {
  test('adopts running agents until they end', async () => {
    await using project = await SupervisedProject.open({ over: 'http' });
    const first = await project.supervise();
    const turn = await project.requestTurn('wait');
    const { id } = await project.sessionOf(turn, 'running');
    await project.begun(turn);
    await first.stop();
    const { agent } = await project.processesOf(id);
    expect(isThere(agent)).toBe(true);
    await project.supervise();
    await vi.waitFor(
      async () => expect(await project.status()).toMatchObject({ adopted: 1, running: 1 }),
      patience,
    );
    process.kill(agent, 'SIGKILL');
    expect(await project.endOf(turn)).toMatchObject({
      type: 'agent.turn_expired',
      payload: { reason: 'ended by SIGKILL', interrupted: true },
    });
    expect(await project.traces()).toEqual([`${turn} wait`]);
  });

  test('collects the exit of an agent that ended without a supervisor', async () => {
    await using project = await SupervisedProject.open();
    const first = await project.supervise();
    const turn = await project.requestTurn('wait');
    const { id } = await project.sessionOf(turn, 'running');
    await project.begun(turn);
    await first.stop();
    const { agent, wrapper } = await project.processesOf(id);
    process.kill(agent, 'SIGINT');
    await vi.waitUntil(() => !isThere(wrapper), patience);
    await project.supervise();
    expect((await project.endOf(turn)).payload).toMatchObject({ reason: 'ended by SIGINT' });
  });

  test('an agent that exists only in the table is a phantom: its turn expires and is not restarted', async () => {
    await using project = await SupervisedProject.open();
    const first = await project.supervise();
    const turn = await project.requestTurn('wait');
    const { id } = await project.sessionOf(turn, 'running');
    await project.begun(turn);
    await first.stop();
    const { agent, wrapper } = await project.processesOf(id);
    for (const pid of [wrapper, agent]) process.kill(pid, 'SIGKILL');
    await vi.waitUntil(() => !isThere(agent) && !isThere(wrapper), patience);
    await project.supervise();
    expect((await project.endOf(turn)).payload).toMatchObject({ interrupted: true });
    expect(await project.traces()).toEqual([`${turn} wait`]);
  });

  test('starts claimed but unstarted agents', async () => {
    await using project = await SupervisedProject.open({ over: 'http' });
    const first = await project.supervise();
    await vi.waitUntil(async () => (await project.status()) !== undefined, patience);
    await first.stop();
    const turn = await project.requestTurn('good');
    await vi.waitUntil(
      async () => (await project.events()).some(({ type }) => type === 'agent.turn_scheduled'),
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
    await project.supervise();
    expect((await project.endOf(turn)).type).toBe('agent.turn_completed');
    expect(await project.traces()).toEqual([`${turn} good`]);
  });

  test.each(['database', 'http'] as const)(
    'over %s, one of two waits for the other, and takes over when it ends',
    async (over) => {
      await using project = await SupervisedProject.open({ over });
      const first = await project.supervise();
      await vi.waitUntil(async () => (await project.status()) !== undefined, patience);
      await project.supervise();
      const turn = await project.requestTurn('good');
      await project.endOf(turn);
      await first.stop();
      await project.endOf(await project.requestTurn('bad'));
      expect(await project.traces()).toHaveLength(2);
      const { epoch } = await project.db
        .selectFrom('supervisors')
        .select('epoch')
        .executeTakeFirstOrThrow();
      expect(epoch).toBe(2);
    },
  );

  test('--stop-agents: stops the agents with the supervisor, and their turns count as interrupted', async () => {
    await using project = await SupervisedProject.open({ over: 'http' });
    const supervisor = await project.supervise({ stopAgents: true });
    const turn = await project.requestTurn('wait');
    const { id } = await project.sessionOf(turn, 'running');
    await project.begun(turn);
    const { agent } = await project.processesOf(id);
    await supervisor.stop();
    expect(isThere(agent)).toBe(false);
    expect((await project.endOf(turn)).payload).toMatchObject({
      reason: 'the supervisor was stopped (ended by SIGTERM)',
      interrupted: true,
    });
  });
});
