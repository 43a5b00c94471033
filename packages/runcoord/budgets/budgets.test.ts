import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AuditEvent } from '@galley/kernel';
import { minute, Project } from '../fixtures.ts';
import type { Enforcement } from '../run-state-decision.ts';
import type { RunTicker } from '../run-ticker.ts';
import { BudgetControl } from './budget-control.ts';
import { BudgetRepository } from './budget-repository.ts';
import type { Budget } from './budget.ts';

let project: Project;
let recorded: AuditEvent[];
beforeEach(async () => {
  project = await Project.open();
  recorded = [];
  for (const id of ['ada', 'bo']) await project.addAgent(id, 'implementer');
  // Keeps the run active, whatever the turns do.
  await project.addTasks({ id: 'a', status: 'waiting' });
});
afterEach(() => project[Symbol.asyncDispose]());

const by = { username: 'olga', address: '', requestId: '' };
const paused = { state: 'paused-intake', reason: 'budget_reached', isTurnScheduled: false };

function limit(budget: Budget): Promise<void> {
  return new BudgetRepository(project.db).putOfRun('run-1', budget);
}

function raise(limits: Budget, more: { agentId?: string; runId?: string } = {}) {
  const { db, clock } = project;
  const auditIn = () => ({ record: async (event: AuditEvent) => void recorded.push(event) });
  const command = { workspaceId: 'press', runId: 'run-1', limits, by, ...more };
  return new BudgetControl({ db, clock, auditIn }).set(command);
}

interface Session {
  readonly minutes?: number;
  readonly tokens?: number;
  readonly usd?: number;
}

/** A turn from its request to its end, with what its session used. Returns false if it is not scheduled. */
async function turn(ticker: RunTicker, agentId = 'ada', session?: Session): Promise<boolean> {
  const request_event_id = await project.requestTurn(agentId, `task ${agentId}`);
  if (!(await ticker.tick(1)).isTurnScheduled) return false;
  const started_at = project.clock.now();
  project.clock.advance((session?.minutes ?? 0) * minute);
  if (session) {
    const { tokens = 0, usd } = session;
    const row = { id: `s-${request_event_id}`, run_id: 'run-1', agent_id: agentId, usd };
    const used = { input_tokens: tokens - 1, output_tokens: 1, place: 'here', request_event_id };
    const ended = { status: 'ended', started_at, ended_at: project.clock.now() };
    await project.db
      .insertInto('agent_sessions')
      .values({ ...row, ...used, ...ended })
      .execute();
  }
  const about = { agent_id: agentId, request_event_id };
  await project.append('agent.turn_completed', { ...about, summary: '' });
  await progress();
  return true;
}

/** A message of a person, so that only the budget pauses the run. Its turn never starts. */
async function progress(): Promise<void> {
  const message = { agent_id: 'bo', message_id: String((await project.events()).length) };
  const request_event_id = await project.append('agent.turn_requested', message);
  const lapsed = { agent_id: 'bo', request_event_id, interrupted: true };
  await project.append('agent.turn_expired', lapsed);
}

async function detail(): Promise<string | null> {
  const runs = project.db.selectFrom('runs').select('reason_detail').where('id', '=', 'run-1');
  return (await runs.executeTakeFirstOrThrow()).reason_detail;
}

describe.each(['enforced', 'recorded'] as const)('ADD-RUN-4: in %s mode', (enforcement) => {
  test('a run whose turns are used up schedules none, until its budget is raised', async () => {
    await limit({ turns: 2 });
    const ticker = await project.ticker({ enforcement });
    for (const agent of ['ada', 'bo']) expect(await turn(ticker, agent)).toBe(true);
    await project.requestTurn('ada');
    for (const iteration of [3, 4]) expect(await ticker.tick(iteration)).toMatchObject(paused);
    expect(await detail()).toBe('The run has used 2 of 2 turns. Raise the budget to continue.');
    expect(await project.eventPayloads('orchestrator.paused')).toEqual([
      { reason: 'budget_reached', detail: await detail() },
    ]);

    await expect(raise({ turns: 2 })).rejects.toMatchObject({ code: 'budget_too_low' });
    expect(await project.run()).toMatchObject({ status: 'paused-intake' });
    expect(await raise({ turns: 3 })).toEqual({ runId: 'run-1', state: 'active' });
    expect(recorded).toMatchObject([
      {
        action: 'run.budget',
        actor: 'olga',
        target: 'run-1',
        details: { prior: { turns: 2 }, budget: { turns: 3 }, state: 'active' },
      },
    ]);
    expect(await ticker.tick(5)).toMatchObject({ state: 'active', isTurnScheduled: true });
  });

  test('resuming without raising the budget pauses the run again', async () => {
    await limit({ turns: 1 });
    const ticker = await project.ticker({ enforcement });
    await turn(ticker);
    await project.requestTurn('ada');
    await ticker.tick(2);
    await project.setState('active');
    expect(await ticker.tick(3)).toMatchObject(paused);
  });
});

describe('ADD-RUN-4: a budget', () => {
  const enforcement: Enforcement = 'enforced';

  test.each<{ budget: Budget; session: Session; used: string }>([
    { budget: { minutes: 10 }, session: { minutes: 11 }, used: '11 of 10 minutes' },
    { budget: { tokens: 1_000 }, session: { tokens: 1_500 }, used: '1,500 of 1,000 tokens' },
    { budget: { usd: 0.5 }, session: { usd: 0.51 }, used: '0.51 of 0.5 USD' },
  ])('counts what the sessions used: $used', async ({ budget, session, used }) => {
    await limit(budget);
    const ticker = await project.ticker({ enforcement });
    expect(await turn(ticker, 'ada', session)).toBe(true);
    expect(await turn(ticker)).toBe(false);
    expect(await detail()).toBe(`The run has used ${used}. Raise the budget to continue.`);
  });

  test('of cost names turns whose cost is unknown', async () => {
    await limit({ usd: 1 });
    const ticker = await project.ticker({ enforcement });
    for (const session of [{ tokens: 5 }, { usd: 1 }]) await turn(ticker, 'ada', session);
    expect(await turn(ticker)).toBe(false);
    expect(await detail()).toContain('1 of 1 USD (1 turn reported no cost, which counts as 0)');
  });

  test('of an agent counts only its own turns, and can be raised for the run', async () => {
    await project.db
      .updateTable('agents')
      .set({ budget: JSON.stringify({ turns: 1 }) })
      .where('id', '=', 'ada')
      .execute();
    const ticker = await project.ticker({ enforcement });
    for (const agent of ['ada', 'bo', 'bo']) expect(await turn(ticker, agent)).toBe(true);
    expect(await turn(ticker, 'ada')).toBe(false);
    expect(await detail()).toBe(
      'ada has used 1 of 1 turns in this run. Raise the budget to continue.',
    );
    await expect(raise({ turns: 9 }, { agentId: 'nobody' })).rejects.toMatchObject({
      code: 'agent_not_found',
    });
    await raise({ turns: 2 }, { agentId: 'ada' });
    expect(await ticker.tick(9)).toMatchObject({ state: 'active', isTurnScheduled: true });
  });

  test('counts a turn that is scheduled but not yet started, and none that never started', async () => {
    await limit({ turns: 2 });
    const ticker = await project.ticker({ enforcement });
    const request_event_id = await project.requestTurn('ada');
    await ticker.tick(1);
    await expect(raise({ turns: 1 })).rejects.toMatchObject({
      details: { limit: 'turns', used: 1 },
    });
    const lapsed = { agent_id: 'ada', request_event_id, interrupted: true };
    await project.append('agent.turn_expired', lapsed);
    expect(await raise({ turns: 1 })).toMatchObject({ state: 'active' });
  });

  test('can be removed, and keeps the limits that are not named', async () => {
    await limit({ turns: 5, usd: 3 });
    await raise({ turns: null });
    expect((await new BudgetRepository(project.db).get('run-1')).budget).toEqual({ usd: 3 });
  });

  test('of a run of another workspace cannot be set', async () => {
    await project.addRun('elsewhere', { workspace: 'paper' });
    await expect(raise({ turns: 5 }, { runId: 'elsewhere' })).rejects.toMatchObject({
      code: 'run_not_found',
    });
  });

  test('does not let two coordinators schedule more turns', async () => {
    await limit({ turns: 3 });
    const fence = await project.lease();
    const tickers = [fence, fence].map((one) => project.tickerOf(one, { enforcement }));
    for (let round = 1; round <= 6; round += 1) {
      const request_event_id = await project.requestTurn('ada', `task ${round}`);
      await Promise.all(tickers.map((ticker) => ticker.tick(round)));
      const about = { agent_id: 'ada', request_event_id };
      await project.append('agent.turn_completed', { ...about, summary: '' });
      await progress();
    }
    expect(await project.eventPayloads('agent.turn_scheduled')).toHaveLength(3);
    expect(await project.run()).toMatchObject({ reason: 'budget_reached' });
  });
});
