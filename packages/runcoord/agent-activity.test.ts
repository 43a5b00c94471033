import { expect, test } from 'vitest';
import { AgentRecordsReadModel } from './agent-records-read-model.ts';
import { Project } from './fixtures.ts';
import { RunBoardReadModel } from './run-board-read-model.ts';

test('GAP-RC-API-10: agents show the session and the turn that they work on or wait for', async () => {
  await using project = await Project.open();
  for (const id of ['ada', 'bo', 'cy', 'dan']) await project.addAgent(id, 'implementer');
  await project.addRun('over', { status: 'stopped' });
  const turn = await project.requestTurn('ada');
  const started = await project.requestTurn('bo');
  await project.append('agent.turn_started', { agent_id: 'bo', request_event_id: started });
  const waiting = await project.requestTurn('cy');
  const failed = await project.requestTurn('dan');
  await project.append('agent.turn_failed', { agent_id: 'dan', request_event_id: failed });
  await project.append('agent.turn_requested', { agent_id: 'dan' }, 'over');
  await project.db
    .insertInto('agent_sessions')
    .values({
      id: 's-1',
      run_id: 'run-1',
      agent_id: 'ada',
      status: 'running',
      started_at: project.clock.now(),
      request_event_id: turn,
    })
    .execute();
  const reads = new AgentRecordsReadModel(project.db);
  const listed = await reads.listAgents({ limit: 10 });
  const agents = await reads.addActivity('press', listed);
  expect(agents.map(({ id, status, activity }) => [id, status, activity])).toEqual([
    ['ada', 'working', { runId: 'run-1', sessionId: 's-1', turn }],
    ['bo', 'working', { runId: 'run-1', sessionId: null, turn: started }],
    ['cy', 'waiting', { runId: 'run-1', sessionId: null, turn: waiting }],
    ['dan', 'idle', null],
  ]);
  const request = { workspaceId: 'press', scope: 'database', runId: 'run-1' } as const;
  const board = new RunBoardReadModel(project.db, { ...request, now: project.clock.now() });
  expect((await board.listAgents()).rows.map(({ status }) => status)).toEqual([
    'working',
    'working',
    'waiting',
    'idle',
  ]);
  const other = await reads.addActivity('paper', listed);
  expect(other.every(({ status }) => status === 'idle')).toBe(true);
});
