import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sha256 } from '@galley/kernel';
import { base, patchOf, Workshop, type Agent } from './fixtures.ts';

let shop: Workshop;
let ada: Agent;
let rex: Agent;
beforeAll(async () => {
  shop = await Workshop.open();
  [ada, rex] = await Promise.all([shop.agent('ada'), shop.agent('rex')]);
});
afterAll(() => shop[Symbol.asyncDispose]());

const words = { title: 'Blacker ink', body: 'It fades.', risk: 'low' };
const create = (more: object = {}) =>
  ada.do(({ proposals }) => proposals.create({ ...words, ...more }));
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    ({ code }: { code: string }) => code,
  );
const setStatus = (id: string, status: string) =>
  shop.project.db.updateTable('proposals').set({ status }).where('id', '=', id).execute();

describe('GAP-RC-LOOP-12: a proposal', () => {
  test('is pending, gets patches, of which the newest counts, and reaches review', async () => {
    const { id, status } = await create();
    expect(status).toBe('pending');
    for (const line of ['Soot.', 'More soot.'])
      await ada.do(({ proposals }) => proposals.attachPatch(id, base, patchOf('ink.md', line)));
    const text = patchOf('ink.md', 'More soot.');
    expect(await rex.look(({ proposals }) => proposals.get(id))).toMatchObject({
      patch: { sha256: sha256(text), text, baseRevision: base, attachedBy: 'ada' },
    });
    const reviewed = await ada.do(({ proposals }) => proposals.requestReview(id));
    expect(reviewed.status).toBe('in_review');
    expect(await shop.eventPayloads('proposal.review_requested')).toEqual([
      { proposal_id: id, reviewers: ['rex'], roles: ['reviewer', 'architect', 'tester'] },
    ]);
    expect(await codeOf(ada.do(({ proposals }) => proposals.requestReview(id)))).toBe(
      'review_requested',
    );
    await setStatus(id, 'revision_requested');
    expect(await ada.do(({ proposals }) => proposals.requestReview(id))).toMatchObject({
      status: 'in_review',
    });
  });

  test('of high risk is also reviewed by security', async () => {
    const { id } = await create({ risk: 'high' });
    await ada.do(({ proposals }) => proposals.requestReview(id));
    expect(await shop.eventPayloads('proposal.review_requested')).toContainEqual(
      expect.objectContaining({ proposal_id: id, reviewers: ['rex', 'sam'] }),
    );
  });

  test('can be changed only by its proposer, and only until the decision', async () => {
    const { id } = await create();
    const changes = [
      ['attachPatch', (who: Agent) => who.do((w) => w.proposals.attachPatch(id, base, patchOf()))],
      ['requestReview', (who: Agent) => who.do((w) => w.proposals.requestReview(id))],
      ['withdraw', (who: Agent) => who.do((w) => w.proposals.withdraw(id))],
    ] as const;
    const elsewhere = await shop.agent('ada', 'run-2');
    for (const [name, change] of changes) {
      expect([name, await codeOf(change(rex))]).toEqual([name, 'not_yours']);
      expect([name, await codeOf(change(elsewhere))]).toEqual([name, 'proposal_not_found']);
    }
    for (const status of ['accepted', 'rejected', 'withdrawn']) {
      await setStatus(id, status);
      for (const [name, change] of changes)
        expect([name, await codeOf(change(ada))]).toEqual([name, 'proposal_closed']);
    }
  });

  test('stays pending in a run that starts no work', async () => {
    const { id } = await create();
    await setStatus(id, 'revision_requested');
    await shop.project.setState('paused-intake');
    const waiting = await ada.do(({ proposals }) => proposals.requestReview(id));
    await shop.project.setState('active');
    expect(waiting.status).toBe('pending');
  });

  test('that is withdrawn has no open approval', async () => {
    const { id } = await create();
    const { id: approval } = await ada.do(({ approvals }) =>
      approvals.request({ proposalId: id, reason: 'May we?' }),
    );
    await ada.do(({ proposals }) => proposals.withdraw(id));
    expect(await ada.look(({ approvals }) => approvals.get(approval))).toMatchObject({
      status: 'withdrawn',
      decidedBy: null,
    });
  });

  test('can only be for a task of the run', async () => {
    const elsewhere = await shop.agent('ada', 'run-2');
    const { id: taskId } = await elsewhere.do(({ tasks }) =>
      tasks.create({ title: 'x', description: '' }),
    );
    expect(await codeOf(create({ taskId }))).toBe('task_not_found');
  });
});

describe('a vote', () => {
  const inReview = async (): Promise<string> => {
    const { id } = await create();
    await ada.do(({ proposals }) => proposals.attachPatch(id, base, patchOf()));
    await ada.do(({ proposals }) => proposals.requestReview(id));
    return id;
  };
  const ballot = { decision: 'approve', comment: 'Black.' } as const;

  test('is cast by other agents than the proposer, counts once each, and names the patch', async () => {
    const proposalId = await inReview();
    expect(await codeOf(ada.do(({ votes }) => votes.cast({ ...ballot, proposalId })))).toBe(
      'own_proposal',
    );
    await rex.do(({ votes }) => votes.cast({ ...ballot, proposalId }));
    await rex.do(({ votes }) => votes.cast({ proposalId, decision: 'reject', comment: 'Grey.' }));
    expect(await ada.look(({ votes }) => votes.list(proposalId))).toMatchObject([
      { agentId: 'rex', decision: 'reject', patchSha256: sha256(patchOf()) },
    ]);
  });

  test('on an outdated patch is rejected', async () => {
    const proposalId = await inReview();
    const patchSha256 = sha256(patchOf());
    await ada.do(({ proposals }) =>
      proposals.attachPatch(proposalId, base, patchOf('ink.md', 'Blacker.')),
    );
    const cast = rex.do(({ votes }) => votes.cast({ ...ballot, proposalId, patchSha256 }));
    expect(await codeOf(cast)).toBe('patch_changed');
    expect(await rex.look(({ votes }) => votes.list(proposalId))).toEqual([]);
  });

  test('requires a proposal in review', async () => {
    const { id: proposalId } = await create();
    const cast = () => rex.do(({ votes }) => votes.cast({ ...ballot, proposalId }));
    expect(await codeOf(cast())).toBe('not_in_review');
    await setStatus(proposalId, 'accepted');
    expect(await codeOf(cast())).toBe('proposal_closed');
  });
});

test('requests one approval per proposal, and redacts secrets in the text', async () => {
  const { id: proposalId } = await create();
  const reason = 'May we? password=hunter2secret';
  const request = () => ada.do(({ approvals }) => approvals.request({ proposalId, reason }));
  const asked = await request();
  expect(asked).toMatchObject({ status: 'requested', requestedBy: 'ada', runId: 'run-1' });
  expect(asked.reason).not.toContain('hunter2');
  expect(await codeOf(request())).toBe('approval_pending');
  const elsewhere = await shop.agent('rex', 'run-2');
  expect(await codeOf(elsewhere.look(({ approvals }) => approvals.get(asked.id)))).toBe(
    'approval_not_found',
  );
});

test('a deliberation is open until its opener closes it', async () => {
  const { id } = await ada.do(({ deliberations }) => deliberations.open('Which soot?'));
  for (const [who, body] of [
    [rex, 'Of oil.'],
    [ada, 'Of pine.'],
  ] as const)
    await who.do(({ deliberations }) => deliberations.post(id, body));
  const first = await rex.look(({ deliberations }) => deliberations.get(id, { limit: 1 }));
  const after = first.posts.next!;
  const rest = await rex.look(({ deliberations }) => deliberations.get(id, { limit: 9, after }));
  expect([...first.posts.items, ...rest.posts.items].map(({ body }) => body)).toEqual([
    'Of oil.',
    'Of pine.',
  ]);
  expect(await codeOf(rex.do(({ deliberations }) => deliberations.close(id)))).toBe('not_yours');
  await ada.do(({ deliberations }) => deliberations.close(id));
  expect(await codeOf(rex.do(({ deliberations }) => deliberations.post(id, 'But')))).toBe(
    'deliberation_closed',
  );
});

test('finds recorded notes in later runs of the workspace, most relevant first', async () => {
  await ada.do(({ memories }) => memories.record('Paper', 'Ink runs on wet paper.'));
  await ada.do(({ memories }) => memories.record('Ink', 'Ink is black, ink of soot.'));
  const later = await shop.agent('bo', 'run-2');
  const found = await later.look(({ memories }) => memories.query('ink & soot | (:*', 10));
  expect(found.map(({ topic }) => topic)).toEqual(['Ink', 'Paper']);
  expect(await later.look(({ memories }) => memories.query('!?', 10))).toEqual([]);
});
