import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sha256, silentLogger } from '@galley/kernel';
import { Project } from '../fixtures.ts';
import { RunControlService } from '../run-control.ts';
import { SupervisorRepository, type SupervisorFence } from './supervisor-repository.ts';
import { TurnRequests } from './turn-requests.ts';

let project: Project;
let fence: SupervisorFence;
let requests: TurnRequests;

beforeEach(async () => {
  project = await Project.open();
  await project.addAgent('chair-1', 'chair');
  await project.addAgent('ada', 'implementer');
  await project.addAgent('rex', 'reviewer');
  await project.addAgent('sam', 'security');
  await project.addAgent('off', 'reviewer', false);
  const { db, clock } = project;
  const claim = {
    place: 'here',
    workspaceId: 'press',
    driver: 'process',
    holder: 'test',
    label: 'l',
  };
  fence = (await new SupervisorRepository(db).acquire({ ...claim, milliseconds: 60_000 }))!.fence;
  requests = new TurnRequests({ db, clock, enforcement: 'recorded' });
});
afterEach(() => project[Symbol.asyncDispose]());

async function asked(): Promise<string[]> {
  const told = (await project.eventPayloads('agent.turn_requested')) as {
    agent_id: string;
    reason: string;
  }[];
  return told.map(({ agent_id, reason }) => `${agent_id} ${reason}`);
}

async function endTurns(
  type: 'agent.turn_completed' | 'agent.turn_failed' | 'agent.turn_expired',
  more = {},
): Promise<void> {
  const ended = new Set(
    [
      ...(await project.eventPayloads('agent.turn_failed')),
      ...(await project.eventPayloads('agent.turn_completed')),
      ...(await project.eventPayloads('agent.turn_expired')),
    ].map((payload) => (payload as { request_event_id: number }).request_event_id),
  );
  for (const { id, type: told, payload } of await project.events()) {
    if (told !== 'agent.turn_requested' || ended.has(id)) continue;
    const { agent_id } = payload as { agent_id: string };
    await project.append(type, { agent_id, request_event_id: id, ...more });
  }
}

async function addTask(id: string, assigned: string, status = 'in_progress'): Promise<void> {
  await project.addTasks({ id, assigned, status });
  await project.db.updateTable('tasks').set({ run_id: 'run-1' }).where('id', '=', id).execute();
}

async function addProposal(
  id: string,
  more: { status?: string; risk?: string } = {},
): Promise<void> {
  await project.addProposals({ id, by: 'ada', ...more });
  await project.db.updateTable('proposals').set({ run_id: 'run-1' }).where('id', '=', id).execute();
}

async function attach(proposal: string, patch: string): Promise<string> {
  const hash = sha256(patch);
  const by = { attached_by: 'ada', attached_at: project.clock.now() };
  await project.db
    .insertInto('proposal_patches')
    .values({ proposal_id: proposal, sha256: hash, base_revision: 'c0ffee', patch, ...by })
    .execute();
  return hash;
}

describe('GAP-RC-SUP-1: turns requested by the supervisor', () => {
  test('for the chair of an active run without any work, once', async () => {
    await requests.look(fence);
    await requests.look(fence);
    expect(await asked()).toEqual(['chair-1 plan']);
  });

  test.each([
    ['enforced', 60_000, ['chair-1 plan']],
    ['enforced', 0, []],
    ['recorded', 60_000, []],
  ] as const)(
    'for the chair of a starting run, before finished work of earlier runs can complete it: %s, %i ms',
    async (enforcement, milliseconds, expected) => {
      const { db, clock } = project;
      await new SupervisorRepository(db).renew(fence, milliseconds);
      await project.setState('stopped');
      const record = (): Promise<void> => Promise.resolve();
      const auditIn = () => ({ record });
      const options = { db, clock, logger: silentLogger, enforcement, auditIn };
      const control = new RunControlService(options);
      const by = { username: 'olga', address: '', requestId: '' };
      const { runId } = await control.control({ workspaceId: 'press', action: 'start', by });
      const told = (await project.eventPayloads('agent.turn_requested', runId)) as {
        agent_id: string;
      }[];
      expect(told.map(({ agent_id }) => `${agent_id} plan`)).toEqual(expected);
      await requests.look(fence);
      if (milliseconds > 0)
        expect(await project.eventPayloads('agent.turn_requested', runId)).toHaveLength(1);
    },
  );

  test('again for the chair if its turn was interrupted, even if it produced work', async () => {
    await requests.look(fence);
    await addTask('a', 'ada');
    await endTurns('agent.turn_expired', { interrupted: true });
    project.clock.advance(60_000);
    await requests.look(fence);
    expect(await asked()).toEqual(['chair-1 plan', 'chair-1 plan', 'ada task a']);
    await endTurns('agent.turn_completed');
    project.clock.advance(60_000);
    await requests.look(fence);
    expect((await asked()).filter((one) => one === 'chair-1 plan')).toHaveLength(2);
  });

  test('again for the chair of a run without work after a turn with the words of a person', async () => {
    await requests.look(fence);
    await endTurns('agent.turn_failed');
    const words = { agent_id: 'chair-1', reason: 'message from olga: Begin.', message_id: 'm' };
    await project.append('agent.turn_requested', { ...words, subject: 'm' });
    project.clock.advance(60_000);
    await requests.look(fence);
    expect(await asked()).toHaveLength(2);
    await endTurns('agent.turn_completed');
    await requests.look(fence);
    expect((await asked()).at(-1)).toBe('chair-1 plan');
  });

  test('none in an inactive run or another workspace', async () => {
    await project.setState('paused-intake');
    await project.addRun('run-2', { workspace: 'paper' });
    await requests.look(fence);
    expect(await asked()).toEqual([]);
    expect(await project.eventPayloads('agent.turn_requested', 'run-2')).toEqual([]);
  });

  test('for the implementer of each unfinished task, one after the other', async () => {
    await addTask('a', 'ada');
    await addTask('b', 'ada');
    for (const status of ['blocked', 'completed', 'failed']) await addTask(status, 'ada', status);
    await requests.look(fence);
    expect(await asked()).toEqual(['ada task a']);
    await endTurns('agent.turn_completed');
    await requests.look(fence);
    expect(await asked()).toEqual(['ada task a', 'ada task b']);
  });

  test('none for a task whose proposal has a patch and awaits a decision', async () => {
    await addTask('a', 'ada');
    await addProposal('p', { status: 'pending' });
    await project.db.updateTable('proposals').set({ task_id: 'a' }).execute();
    await attach('p', 'one');
    await requests.look(fence);
    expect(await asked()).toEqual([]);
    await project.sql('delete from proposal_patches');
    await requests.look(fence);
    expect(await asked()).toEqual(['ada task a']);
    await endTurns('agent.turn_completed');
    await attach('p', 'two');
    await project.db.updateTable('proposals').set({ status: 'rejected' }).execute();
    await requests.look(fence);
    expect(await asked()).toEqual(['ada task a', 'ada task a']);
  });

  test('for the reviewers of a proposal in review, until they have voted on its newest patch', async () => {
    await addProposal('p', { status: 'in_review', risk: 'high' });
    await attach('p', 'one');
    await requests.look(fence);
    expect(await asked()).toEqual(['rex review p', 'sam review p']);
    await endTurns('agent.turn_completed');
    const vote = { proposal_id: 'p', decision: 'approve', comment: '' } as const;
    for (const agent_id of ['rex', 'sam'])
      await project.db
        .insertInto('votes')
        .values({ ...vote, agent_id, patch_sha256: sha256('one'), cast_at: project.clock.now() })
        .execute();
    await requests.look(fence);
    expect(await asked()).toHaveLength(2);
    await attach('p', 'two');
    await requests.look(fence);
    expect((await asked()).slice(2)).toEqual(['rex review p', 'sam review p']);
  });

  test('none for the review of a proposal without a patch, even if its author died', async () => {
    await addTask('a', 'ada');
    await addProposal('p', { status: 'in_review' });
    await project.db.updateTable('proposals').set({ task_id: 'a' }).execute();
    await requests.look(fence);
    expect(await asked()).toEqual(['ada task a']);
    await endTurns('agent.turn_failed');
    await attach('p', 'one');
    await requests.look(fence);
    expect((await asked()).slice(1)).toEqual(['rex review p']);
  });

  test('for the proposer of a proposal to revise, with priority', async () => {
    await addTask('a', 'ada');
    await addProposal('p', { status: 'revision_requested' });
    await requests.look(fence);
    expect(await asked()).toEqual(['ada revise p']);
  });

  test('again after a pause if a turn had no result; stuck after five', async () => {
    await addTask('a', 'ada');
    for (let round = 1; round <= 5; round += 1) {
      expect(await requests.look(fence)).toEqual([]);
      expect(await asked()).toHaveLength(round);
      await endTurns('agent.turn_completed');
      await requests.look(fence);
      expect(await asked()).toHaveLength(round);
      project.clock.advance(300_000);
    }
    expect(await requests.look(fence)).toEqual([
      { runId: 'run-1', agentId: 'ada', reason: 'task a' },
    ]);
    expect(await asked()).toHaveLength(5);
    await project.db.updateTable('tasks').set({ fence: 9 }).execute();
    expect(await requests.look(fence)).toEqual([]);
    expect(await asked()).toHaveLength(6);
  });

  test('an unchanged task is no new work, whatever its time and its undecided proposals', async () => {
    await addTask('a', 'ada');
    for (let round = 1; round <= 5; round += 1) {
      await requests.look(fence);
      await endTurns('agent.turn_completed');
      project.clock.advance(300_000);
      const touched = { updated_at: project.clock.now(), status: `step ${round}` };
      await project.db.updateTable('tasks').set(touched).execute();
      await addProposal(`p${round}`, { status: round % 2 === 0 ? 'withdrawn' : 'pending' });
      await project.db.updateTable('proposals').set({ task_id: 'a' }).execute();
    }
    await requests.look(fence);
    // The first turn was for the status `in_progress`.
    expect((await asked()).filter((one) => one === 'ada task a')).toHaveLength(6);
    await endTurns('agent.turn_completed');
    project.clock.advance(900_000);
    expect(await requests.look(fence)).toEqual([
      { runId: 'run-1', agentId: 'ada', reason: 'task a' },
    ]);
  });

  test('ADD-RUN-4: a run in which only stuck work remains is paused, and a person is asked', async () => {
    const { db, clock } = project;
    requests = new TurnRequests({ db, clock, enforcement: 'enforced' });
    await addTask('a', 'ada');
    for (let round = 1; round <= 5; round += 1) {
      await requests.look(fence);
      await endTurns('agent.turn_completed');
      clock.advance(900_000);
    }
    expect(await project.run()).toMatchObject({ status: 'active' });
    await requests.look(fence);
    expect(await project.run()).toMatchObject({ status: 'paused-intake', reason: 'no_progress' });
    expect(await project.eventPayloads('orchestrator.paused')).toMatchObject([
      { detail: expect.stringContaining('5 turns of ada at "task a" had no result') as unknown },
    ]);
    expect(await project.eventPayloads('human.question_asked')).toMatchObject([
      { agent_id: 'ada' },
    ]);
  });

  test('a proposal to revise is new work once per request of a person, not per patch', async () => {
    await addProposal('p', { status: 'revision_requested' });
    for (let round = 1; round <= 5; round += 1) {
      await requests.look(fence);
      await endTurns('agent.turn_completed');
      project.clock.advance(300_000);
      await attach('p', `patch ${round}`);
    }
    expect(await requests.look(fence)).toHaveLength(1);
    await project.db.updateTable('proposals').set({ decided_at: project.clock.now() }).execute();
    expect(await requests.look(fence)).toEqual([]);
    expect((await asked()).filter((one) => one === 'ada revise p')).toHaveLength(6);
  });

  test('interrupted turns do not count', async () => {
    await addTask('a', 'ada');
    for (let round = 1; round <= 7; round += 1) {
      await requests.look(fence);
      expect(await asked()).toHaveLength(round);
      await endTurns('agent.turn_expired', { interrupted: true });
      project.clock.advance(60_000);
    }
  });

  test('one of two concurrent supervisors requests them; a fenced one requests none', async () => {
    await addTask('a', 'ada');
    const { db, clock } = project;
    const other = new TurnRequests({ db, clock, enforcement: 'recorded' });
    await Promise.all([requests.look(fence), other.look(fence)]);
    expect(await asked()).toEqual(['ada task a']);
    await endTurns('agent.turn_completed');
    clock.advance(60_000);
    await db.updateTable('supervisors').set({ epoch: 2 }).execute();
    await expect(requests.look(fence)).rejects.toMatchObject({ code: 'supervisor_fenced' });
    expect(await asked()).toHaveLength(1);
  });
});
