import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { silentLogger } from '@galley/kernel';
import { minute, Project } from './fixtures.ts';
import { RunControlService } from './run-control.ts';
import type { Enforcement } from './run-state-decision.ts';
import type { RunTicker } from './run-ticker.ts';
import { SupervisorRepository } from './sessions/supervisor-repository.ts';
import { SupervisorService } from './sessions/supervisor-service.ts';
import { WorkerTokenService } from './workers/worker-token-service.ts';

let project: Project;
beforeEach(async () => {
  project = await Project.open();
});
afterEach(() => project[Symbol.asyncDispose]());

/** A turn from its request to its end. */
async function turn(ticker: RunTicker, code?: string, need = 'task a'): Promise<void> {
  const request_event_id = await project.requestTurn('ada', need);
  await ticker.tick(1);
  const about = { agent_id: 'ada', request_event_id };
  if (code === undefined) await project.append('agent.turn_completed', { ...about, summary: '' });
  else
    await project.append('agent.turn_failed', {
      ...about,
      reason: `exit code 1, token=sk-${'a'.repeat(40)}`,
      code,
      exit_code: 1,
    });
}

async function detail(): Promise<string | null> {
  const runs = project.db.selectFrom('runs').select('reason_detail').where('id', '=', 'run-1');
  return (await runs.executeTakeFirstOrThrow()).reason_detail;
}

function control(enforcement: Enforcement = 'enforced'): RunControlService {
  const { db, clock } = project;
  const auditIn = () => ({ record: () => Promise.resolve() });
  return new RunControlService({ db, clock, logger: silentLogger, enforcement, auditIn });
}

async function supervisor() {
  const { db, clock } = project;
  const auditIn = () => ({ record: () => Promise.resolve() });
  const tokens = new WorkerTokenService({ db, clock, auditIn });
  const options = {
    db,
    clock,
    workspaceId: 'press',
    tokens,
    turnLease: 15 * minute,
    enforcement: 'enforced',
  } as const;
  const service = new SupervisorService(options);
  const place = { place: 'here', driver: 'process', holder: 'test', label: 'l' };
  const { fence } = (await service.acquire({ ...place, milliseconds: minute }))!;
  return { service, fence };
}

const by = { username: 'olga', address: '', requestId: '' };

describe('ADD-RUN-4: in enforced mode', () => {
  const enforcement = 'enforced';

  test('three failed turns in a row for the same need pause the run, until it is resumed', async () => {
    await project.addTasks({ id: 'a', status: 'waiting' });
    const ticker = await project.ticker({ enforcement });
    await project.sql(`update tasks set run_id = 'run-1'`);
    for (const need of ['task a', 'task b']) await turn(ticker, 'exit_code', need);
    await project.db.updateTable('tasks').set({ status: 'review' }).execute();
    await turn(ticker, 'exit_code');
    expect(await ticker.tick(1)).toMatchObject({ state: 'active' });
    await turn(ticker, 'exit_code');
    const paused = { state: 'paused-intake', reason: 'agent_failed', isOver: false };
    expect(await ticker.tick(1)).toMatchObject(paused);
    expect(await ticker.tick(1)).toMatchObject(paused);
    expect(await detail()).toMatch(
      /^ada failed 3 times in a row at "task a" \(exit code 1, .*\)\./,
    );
    expect(await detail()).not.toContain('sk-');
    expect(await project.eventPayloads('orchestrator.paused')).toEqual([
      { reason: 'agent_failed', detail: await detail() },
    ]);
    await project.requestTurn('ada', 'task a');
    expect(await ticker.tick(1)).toMatchObject({ ...paused, isTurnScheduled: false });

    await control().control({ workspaceId: 'press', action: 'resume', by });
    expect(await detail()).toBeNull();
    expect(await ticker.tick(1)).toMatchObject({ state: 'active', isTurnScheduled: true });
  });

  test('a turn that did not fail starts the count again', async () => {
    await project.addTasks({ id: 'a', status: 'waiting' });
    const ticker = await project.ticker({ enforcement });
    for (const code of ['quota', 'no_work']) await turn(ticker, code);
    await project.sql(`update tasks set run_id = 'run-1', status = 'review'`);
    await turn(ticker);
    for (const code of ['cannot_start', 'exit_code']) await turn(ticker, code);
    expect(await ticker.tick(1)).toMatchObject({ state: 'active' });
  });

  test('an agent without an account pauses the run at once', async () => {
    await project.addTasks({ id: 'a', status: 'waiting' });
    const ticker = await project.ticker({ enforcement });
    await turn(ticker, 'sign_in');
    expect(await ticker.tick(1)).toMatchObject({ state: 'paused-intake', reason: 'agent_failed' });
    expect(await detail()).toMatch(/^ada cannot work: exit code 1, .*\. Correct this, then/);
  });

  test('three turns in a row without a change of the work pause the run', async () => {
    await project.addTasks({ id: 'a', status: 'waiting' });
    await project.sql(`update tasks set run_id = 'run-1'`);
    const ticker = await project.ticker({ enforcement });
    for (let round = 1; round <= 2; round += 1) await turn(ticker);
    await project.db.updateTable('tasks').set({ status: 'review' }).execute();
    for (let round = 1; round <= 3; round += 1) await turn(ticker);
    expect((await project.run()).reason).not.toBe('no_progress');
    await project.requestTurn('ada');
    expect(await ticker.tick(1)).toMatchObject({
      state: 'paused-intake',
      reason: 'no_progress',
      isTurnScheduled: false,
    });
    await control().control({ workspaceId: 'press', action: 'resume', by });
    expect(await ticker.tick(1)).toMatchObject({ state: 'active', isTurnScheduled: true });
  });

  test('interrupted turns do not count as turns without progress', async () => {
    await project.addTasks({ id: 'a', status: 'waiting' });
    const ticker = await project.ticker({ enforcement });
    for (let round = 1; round <= 5; round += 1) {
      const request_event_id = await project.requestTurn('ada');
      expect(await ticker.tick(1)).toMatchObject({ isTurnScheduled: true });
      const end = { agent_id: 'ada', request_event_id, reason: 'x', interrupted: true };
      await project.append('agent.turn_expired', end);
    }
  });

  test('a requested turn whose need has ended is not scheduled, and the next is', async () => {
    await project.addAgent('ada', 'implementer');
    await project.addTasks({ id: 'a', status: 'in_progress', assigned: 'ada' });
    await project.sql(`update tasks set run_id = 'run-1'`);
    const request = (reason: string) =>
      project.append('agent.turn_requested', { agent_id: 'ada', reason, subject: '' });
    const [gone, needed] = [await request('task b'), await request('task a')];
    const ticker = await project.ticker({ enforcement });
    expect(await ticker.tick(1)).toMatchObject({ isTurnScheduled: true });
    expect(await project.eventPayloads('agent.turn_expired')).toEqual([
      {
        agent_id: 'ada',
        request_event_id: gone,
        reason: 'the reason for the turn no longer exists',
        interrupted: true,
      },
    ]);
    expect(await project.eventPayloads('agent.turn_scheduled')).toEqual([
      { agent_id: 'ada', request_event_id: needed, reason: 'task a', position: 1 },
    ]);
  });
});

test('ADD-RUN-1: a reopened run stays active until something happens in it', async () => {
  await project.addTasks({ id: 'a', status: 'done' });
  const ticker = await project.ticker({ enforcement: 'enforced' });
  expect(await ticker.tick(1)).toMatchObject({ state: 'completed' });
  const command = { workspaceId: 'press', action: 'reopen', by } as const;
  await control().controlRun('run-1', command);
  for (const iteration of [2, 3])
    expect(await ticker.tick(iteration)).toMatchObject({ state: 'active', reason: 'reopened' });
  await project.append('task.created', { task_id: 'b' });
  expect(await ticker.tick(4)).toMatchObject({ state: 'completed' });
});

test('GAP-RC-LOOP-5: the last tick of a draining run opens its tasks in progress again', async () => {
  await project.addTasks({ id: 'a', status: 'in_progress', assigned: 'ada' });
  await project.sql(`update tasks set run_id = 'run-1'`);
  await project.setState('draining');
  const ticker = await project.ticker({ enforcement: 'enforced' });
  expect(await ticker.tick(1)).toMatchObject({ state: 'stopped' });
  expect(await project.tasks()).toEqual(['a open -']);
  expect(await project.eventPayloads('task.unassigned')).toHaveLength(1);
});

test('RC-TICK-6: in recorded mode, no number of failed turns pauses a run', async () => {
  await project.addTasks({ id: 'a', status: 'waiting' });
  const ticker = await project.ticker({});
  for (let round = 1; round <= 5; round += 1) await turn(ticker, 'sign_in');
  expect(await ticker.tick(1)).toMatchObject({ state: 'active', reason: 'work_remains' });
});

test.each([
  ['memory.recorded', { agent_id: 'ada' }, 'agent.turn_completed'],
  ['task.claimed', { assigned_agent_id: 'ada' }, 'agent.turn_completed'],
  ['memory.recorded', { agent_id: 'bo' }, 'agent.turn_failed'],
  ['agent.turn_heartbeat', { agent_id: 'ada', request_event_id: 1 }, 'agent.turn_failed'],
] as const)('GAP-RC-SUP-1: exit code 0 after %s of %j is %s', async (type, payload, end) => {
  await project.addAgent('ada', 'implementer');
  // Work from before the turn does not count.
  await project.append('memory.recorded', { agent_id: 'ada' });
  const request_event_id = await project.requestTurn('ada');
  await (await project.ticker({ enforcement: 'enforced' })).tick(1);
  const { service, fence } = await supervisor();
  const [session] = await service.claim({ fence, most: 1 });
  const of = { fence, sessionId: session!.id };
  await service.recordRunning({ ...of, externalId: 'x' });
  await project.append(type, payload);
  const ended = { exitCode: 0, reason: 'exit code 0', isInterrupted: false, logFile: null };
  await service.recordEnd({ ...of, end: ended });
  expect(await project.eventPayloads(end)).toMatchObject([{ agent_id: 'ada', request_event_id }]);
});

test('the last words of an agent are stored without its secrets', async () => {
  await project.addAgent('ada', 'implementer');
  await project.requestTurn('ada');
  await (await project.ticker({ enforcement: 'enforced' })).tick(1);
  const { service, fence } = await supervisor();
  const [session] = await service.claim({ fence, most: 1 });
  const of = { fence, sessionId: session!.id };
  await service.recordRunning({ ...of, externalId: 'x' });
  const reason = 'exit code 1: password=correct-horse-battery';
  const end = { exitCode: 1, reason, isInterrupted: false, logFile: null };
  await service.recordEnd({ ...of, end });
  const { end_reason } = await project.db
    .selectFrom('agent_sessions')
    .select('end_reason')
    .executeTakeFirstOrThrow();
  const stored = JSON.stringify([end_reason, await project.eventPayloads('agent.turn_failed')]);
  expect(stored).toContain('exit code 1');
  expect(stored).not.toContain('correct-horse');
});

test('GAP-RC-SUP-1: a scheduled turn whose need has ended in the meantime is not claimed, and expires', async () => {
  const { db } = project;
  await project.addAgent('ada', 'implementer');
  await project.addTasks({ id: 'a', status: 'in_progress', assigned: 'ada' });
  await project.sql(`update tasks set run_id = 'run-1'`);
  const about = { agent_id: 'ada', reason: 'task a' };
  const request_event_id = await project.append('agent.turn_requested', { ...about, subject: '' });
  await (await project.ticker({ enforcement: 'enforced' })).tick(1);
  await project.db.updateTable('tasks').set({ status: 'done' }).execute();
  const { service, fence } = await supervisor();
  expect(await service.claim({ fence, most: 5 })).toEqual([]);
  expect(await new SupervisorRepository(db).listSessions('press')).toEqual([]);
  expect(await project.eventPayloads('agent.turn_expired')).toMatchObject([
    { request_event_id, reason: 'the reason for the turn no longer exists' },
  ]);
});
