import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AuditEvent } from '@galley/kernel';
import { TurnRequests } from '../sessions/turn-requests.ts';
import { SessionRepository } from '../sessions/session-repository.ts';
import { SessionRecordsReadModel } from '../sessions/session-records-read-model.ts';
import { SessionService } from '../sessions/session-service.ts';
import { SupervisorRepository, type SupervisorFence } from '../sessions/supervisor-repository.ts';
import { WorkerTokenService } from '../workers/worker-token-service.ts';
import { Workshop, type Agent } from '../workers/fixtures.ts';
import { TurnControl } from './turn-control.ts';

let shop: Workshop;
let ada: Agent;
let fence: SupervisorFence;
let recorded: AuditEvent[];
let turns: TurnControl;
let sessions: SessionService;

const by = { username: 'olga', address: '127.0.0.1', requestId: 'request' };
const command = { workspaceId: 'press', by };

beforeAll(async () => {
  shop = await Workshop.open();
  ada = await shop.agent('ada');
  const claim = { place: 'here', workspaceId: 'press', driver: 'process', holder: 'test' };
  const supervisors = new SupervisorRepository(shop.project.db);
  const held = await supervisors.acquire({ ...claim, milliseconds: 600_000, label: 'l' });
  fence = held!.fence;
});

afterAll(() => shop[Symbol.asyncDispose]());

beforeEach(async () => {
  recorded = [];
  const { db, clock } = shop.project;
  const auditIn = () => ({ record: async (event: AuditEvent) => void recorded.push(event) });
  turns = new TurnControl({ db, clock, auditIn });
  const tokens = new WorkerTokenService({ db, clock, auditIn });
  sessions = new SessionService({ db, clock, fence, tokens, turnLease: 900_000 });
  await shop.project.sql(
    'truncate run_events, agent_sessions cascade; delete from proposals; delete from tasks',
  );
  await shop.project.setState('active');
});

const look = async () => {
  const { db, clock } = shop.project;
  await new TurnRequests({ db, clock, enforcement: 'enforced' }).look(fence);
};

async function addTask(): Promise<string> {
  const { id } = await ada.do((work) => work.tasks.create({ title: 'Ink', description: '' }));
  await ada.do((work) => work.tasks.claim(id));
  return id;
}

async function startTurn(): Promise<string> {
  await look();
  const requested = (await shop.project.events()).findLast(
    ({ type }) => type === 'agent.turn_requested',
  )!;
  const of = { agent_id: 'ada', request_event_id: requested.id };
  await shop.project.append('agent.turn_scheduled', of);
  return String(requested.id);
}

const taskOf = (id: string) =>
  shop.project.db
    .selectFrom('tasks')
    .select(['status', 'note', 'assigned_agent_id', 'fence'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

describe('ADD-RUN-11: a person stops a turn', () => {
  test('whose session ends, whose token is revoked and whose task is blocked, while the run continues', async () => {
    const task = await addTask();
    const { fence: before } = await taskOf(task);
    const turn = await startTurn();
    const [session] = await sessions.claim(1);
    await sessions.issueToken(session!, 60_000);
    const reason = `wrong page, ghp_${'a1'.repeat(18)}`;
    expect(await turns.stop({ ...command, turnId: turn, reason })).toEqual({
      runId: 'run-1',
      agentId: 'ada',
      requestEventId: Number(turn),
    });
    const note = 'stopped by olga: wrong page, [redacted]';
    expect(await shop.eventPayloads('agent.turn_expired')).toEqual([
      {
        agent_id: 'ada',
        request_event_id: Number(turn),
        reason: note,
        interrupted: true,
        stopped_by: 'olga',
      },
    ]);
    expect(await taskOf(task)).toEqual({
      status: 'blocked',
      note,
      assigned_agent_id: null,
      fence: before + 1,
    });
    expect(recorded.at(-1)).toMatchObject({ action: 'turn.stop', actor: 'olga', target: turn });
    const [living] = await sessions.listLiving();
    expect(living).toMatchObject({ endReason: note, turn: { state: 'expired' } });
    const token = await shop.project.db
      .selectFrom('worker_tokens')
      .select('revoked_by')
      .where('id', '=', living!.tokenId)
      .executeTakeFirstOrThrow();
    expect(token).toEqual({ revoked_by: 'olga' });
    const end = { exitCode: 143, reason: note, isInterrupted: false, logFile: null };
    await sessions.recordEnd(living!, end);
    const read = new SessionRecordsReadModel(shop.project.db);
    expect(await read.find('press', living!.id)).toMatchObject({
      status: 'ended',
      outcome: 'stopped',
      endReason: note,
    });
    expect(await shop.project.run()).toMatchObject({ status: 'active' });
  });

  test('which is not requested again before the run is resumed', async () => {
    const { id } = await ada.do((work) =>
      work.proposals.create({ title: 'Ink', body: '', risk: 'low' }),
    );
    const asked = { status: 'revision_requested', decided_at: shop.project.clock.now() };
    await shop.project.db.updateTable('proposals').set(asked).where('id', '=', id).execute();
    const turn = await startTurn();
    await turns.stop({ ...command, turnId: turn });
    shop.project.clock.advance(900_000);
    await look();
    expect(await shop.eventPayloads('agent.turn_requested')).toHaveLength(1);
    const last = (await shop.project.events()).at(-1)!;
    const resumed = { resumed_after_event_id: last.id };
    await shop.project.db.updateTable('runs').set(resumed).where('id', '=', 'run-1').execute();
    await look();
    expect(await shop.eventPayloads('agent.turn_requested')).toHaveLength(2);
  });

  test('before an agent is started for it, and no supervisor starts one', async () => {
    await addTask();
    const turn = await startTurn();
    await turns.stop({ ...command, turnId: turn });
    expect(await sessions.claim(1)).toEqual([]);
    expect(await new SessionRepository(shop.project.db).listOpenTurns('press')).toEqual([]);
  });

  test('while a supervisor claims it: its session ends, or it is never made', async () => {
    for (let round = 0; round < 5; round += 1) {
      await addTask();
      const turnId = await startTurn();
      await Promise.all([sessions.claim(1), turns.stop({ ...command, turnId })]);
      const living = await sessions.listLiving();
      expect(living.every(({ endReason }) => endReason === 'stopped by olga')).toBe(true);
      await shop.project.sql('truncate run_events, agent_sessions cascade; delete from tasks');
    }
  });

  test('once: of two, one is refused', async () => {
    await addTask();
    const turnId = await startTurn();
    const both = [turns.stop({ ...command, turnId }), turns.stop({ ...command, turnId })];
    const outcomes = await Promise.allSettled(both);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await shop.eventPayloads('agent.turn_expired')).toHaveLength(1);
    await expect(turns.stop({ ...command, turnId })).rejects.toMatchObject({ code: 'turn_over' });
  });

  test.each(['0', 'ink', '9'.repeat(15)])('%s is no turn of the workspace', async (turnId) => {
    await expect(turns.stop({ ...command, turnId })).rejects.toMatchObject({
      code: 'turn_not_found',
    });
  });

  test('and one of another workspace is not found', async () => {
    await addTask();
    const turnId = await startTurn();
    const stop = turns.stop({ ...command, workspaceId: 'paper', turnId });
    await expect(stop).rejects.toMatchObject({ code: 'turn_not_found' });
  });
});
