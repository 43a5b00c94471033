import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requireResult, MendingProject, tap, type Turn } from './fixtures.ts';

let project: MendingProject;

beforeAll(async () => {
  project = await MendingProject.open({
    'content/posts/ink.md':
      '# Ink\n\nSee [the press](pres.md).\n\n![](/media/old-printing-press.jpg)\n',
    'content/posts/press.md': '# Press\n\nMade with [ink](Ink.md), [lost](nowhere-at-all.md).\n',
    'content/posts/whole.md': '# Whole\n\nSee [the press](press.md).\n',
    'content/media/old-printing-press.jpg': 'a picture',
  });
});

afterAll(() => project[Symbol.asyncDispose]());

interface Row {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly description: string;
  readonly assigned_agent_id: string;
  readonly patch: { readonly patch: string; readonly base_revision: string } | null;
}

async function list(what: 'task' | 'proposal'): Promise<readonly Row[]> {
  const { client } = await project.agent('chair-1');
  const { value } = await client.call(`${what}.list`, {});
  return value[`${what}s`] as Row[];
}

const completed = (summary: string) => ({
  code: 0,
  stdout: expect.stringContaining(summary) as string,
});

const looking = /_(?:get|list)$/;

async function killedAfterEachChange(turn: Turn, start: MendingProject['run']) {
  const killedAfter: string[] = [];
  for (let times = 0; times < 20; times += 1) {
    let kill: (signal: NodeJS.Signals) => void = () => undefined;
    const before = killedAfter.length;
    await using between = await tap(project.coordinator.address, (tool) => {
      if (looking.test(tool) || killedAfter.includes(tool)) return true;
      killedAfter.push(tool);
      kill('SIGKILL');
      return false;
    });
    const onStarted = (end: typeof kill): void => void (kill = end);
    const ended = await start({ turn, url: between.url, onStarted });
    if (killedAfter.length === before) return { ended, killedAfter };
  }
  throw new Error('It never ended by itself.');
}

describe('the reference agent', () => {
  test('as chair, started like a supervisor does, creates one task per fixable document, however often it is killed', async () => {
    const { ended, killedAfter } = await killedAfterEachChange(
      await project.turn('chair-1', 'plan'),
      (options) => project.spawn(options),
    );
    expect(ended).toMatchObject(completed('tasks created.'));
    expect(killedAfter).toContain('task_create');
    const tasks = await list('task');
    expect(tasks.map(({ title }) => title)).toEqual([
      'Fix 1 broken link and 1 missing alt text in content/posts/ink.md',
      'Fix 2 broken links in content/posts/press.md',
    ]);
    expect(JSON.parse(tasks[0]!.description)).toMatchObject({
      document: 'content/posts/ink.md',
      faults: [
        { kind: 'broken_link', line: 3, address: 'pres.md' },
        { kind: 'missing_alt', line: 5 },
      ],
    });
  });

  test('as implementer, proposes one patch for its task, however often it is interrupted', async () => {
    const [task] = await list('task');
    await project.until('task.assigned', ({ task_id: id }) => id === task!.id);
    const assigned = (await list('task'))[0]!.assigned_agent_id;
    const before = await project.countEvents();
    const { ended, killedAfter } = await killedAfterEachChange(
      await project.turn(assigned, `task ${task!.id}`),
      (options) => project.run(options),
    );
    expect(ended).toMatchObject(completed('The task is already done.'));
    // A tick may have requested the review before the agent did.
    expect(killedAfter.filter((tool) => tool !== 'proposal_request_review')).toEqual([
      ...['agent_turn_start', 'proposal_create', 'proposal_attach_patch'],
      ...['human_request_approval', 'task_update_status', 'agent_turn_complete'],
    ]);
    const after = await project.countEvents();
    for (const type of ['proposal.created', 'proposal.patch_attached', 'human.approval_requested'])
      expect([type, (after[type] ?? 0) - (before[type] ?? 0)]).toEqual([type, 1]);
    const [proposal] = await list('proposal');
    expect(proposal).toMatchObject({ status: 'in_review', task_id: task!.id });
    expect((await list('task'))[0]).toMatchObject({ status: 'done' });
    const { client } = await project.agent('chair-1');
    const { value } = await client.call('proposal_get', { proposal_id: proposal!.id });
    expect(value['patch']).toMatchObject({
      base_revision: project.revision,
      patch: `diff --git a/content/posts/ink.md b/content/posts/ink.md
--- a/content/posts/ink.md
+++ b/content/posts/ink.md
@@ -1,5 +1,5 @@
 # Ink
 
-See [the press](pres.md).
+See [the press](press.md).
 
-![](/media/old-printing-press.jpg)
+![Old printing press](/media/old-printing-press.jpg)
`,
    });
  });

  test('as reviewer, votes once: approves pure fixes, rejects faulty ones, and abstains from other changes', async () => {
    const [proposal] = await list('proposal');
    const ended = await project.take('reviewer-1', `review ${proposal!.id}`);
    expect(ended).toMatchObject(completed('Voted to approve.'));
    const again = await project.take('reviewer-1', `review ${proposal!.id}`);
    expect(again).toMatchObject(completed('Already voted: approve.'));
    const { client } = await project.agent('implementer-1');
    const decide = async (line: string) => {
      const other = await requireResult(
        client.change('proposal_create', { title: 'Ads', body: 'Buy.' }),
      );
      const patch = `diff --git a/content/posts/whole.md b/content/posts/whole.md
--- a/content/posts/whole.md
+++ b/content/posts/whole.md
@@ -1,3 +1,3 @@
 # Whole
 
-See [the press](press.md).
+${line}
`;
      const attached = { proposal_id: other['id'], base_revision: project.revision, patch };
      await requireResult(client.change('proposal_attach_patch', attached));
      const reviewed = ({ proposal_id: id }: Readonly<Record<string, unknown>>) =>
        id === other['id'];
      await project.until('proposal.review_requested', reviewed);
      const voted = await project.take('reviewer-1', `review ${String(other['id'])}`);
      const { value } = await client.call('vote_list', { proposal_id: other['id'] });
      await requireResult(client.change('proposal_withdraw', { proposal_id: other['id'] }));
      return { voted, votes: value['votes'] };
    };
    const comment = (part: string) => expect.stringContaining(part) as string;
    expect(await decide('Buy [the press](press.md).')).toMatchObject({
      voted: completed('Voted to abstain.'),
      votes: [{ decision: 'abstain', comment: comment('changes more than link addresses') }],
    });
    expect(await decide('See [the press](ink.md).')).toMatchObject({
      voted: completed('Voted to reject.'),
      votes: [{ decision: 'reject', comment: comment('which is not broken') }],
    });
  });

  test('revises a returned proposal without the named changes, and withdraws an unchanged one', async () => {
    const [proposal] = await list('proposal');
    const sendBack = () =>
      project.project.db
        .updateTable('proposals')
        .set({ status: 'revision_requested' })
        .where('id', '=', proposal!.id)
        .execute();
    const { client } = await project.agent('reviewer-1');
    const ballot = {
      proposal_id: proposal!.id,
      decision: 'reject',
      comment: 'Leave line 5 to me.',
    };
    await requireResult(client.change('vote_cast', ballot));
    await sendBack();
    const by = (await list('task'))[0]!.assigned_agent_id;
    const ended = await project.take(by, `revise ${proposal!.id}`);
    expect(ended).toMatchObject(completed('Revised on'));
    const { value } = await client.call('proposal_get', { proposal_id: proposal!.id });
    expect(value).toMatchObject({ status: 'in_review' });
    expect((value['patch'] as { patch: string }).patch).not.toContain('Old printing press');
    await sendBack();
    const again = await project.take(by, `revise ${proposal!.id}`);
    expect(again).toMatchObject(
      completed('Withdrew the proposal: the revision would be identical'),
    );
    expect((await list('proposal'))[0]).toMatchObject({ status: 'withdrawn' });
  });

  test('reports an unknown reason and completes the turn', async () => {
    const ended = await project.take('tester-1', 'write a novel');
    expect(ended).toMatchObject(completed('Unknown turn reason "write a novel"'));
  });

  test('reports an ended turn, and a token that is none, with their own exit code', async () => {
    const turn = await project.turn('tester-1', 'nothing');
    const { client } = await project.agent('tester-1');
    await requireResult(client.change('agent_turn_complete', { request_event_id: turn.id }));
    const over = expect.stringContaining('turn_over') as string;
    expect(await project.run({ turn })).toMatchObject({ code: 3, stderr: over });
    const stranger = { agentId: 'tester-1', reason: 'plan', id: 1, token: 'galley_worker_nothing' };
    const refused = { code: 3, stderr: expect.stringContaining('token') as string };
    expect(await project.run({ turn: stranger })).toMatchObject(refused);
  });

  test('stops on SIGTERM without completing its turn, and can continue it later', async () => {
    const turn = await project.turn('chair-1', 'plan');
    let stop: (signal: NodeJS.Signals) => void = () => undefined;
    await using between = await tap(project.coordinator.address, (tool) => {
      if (tool === 'agent_turn_start') stop('SIGTERM');
      return true;
    });
    const onStarted = (kill: typeof stop): void => void (stop = kill);
    const stopped = await project.spawn({ turn, url: between.url, onStarted });
    expect(stopped).toMatchObject({
      code: 143,
      stderr: expect.stringContaining('not completed') as string,
    });
    expect(await project.run({ turn })).toMatchObject(completed('0 tasks created.'));
  });

  test('finishes the rest of the run, so that it can complete', async () => {
    const open = (await list('task')).filter(({ status }) => status === 'in_progress');
    expect(open).toHaveLength(1);
    const [task] = open;
    const ended = await project.take(task!.assigned_agent_id, `task ${task!.id}`);
    expect(ended).toMatchObject(completed('Fixed 1 broken link in content/posts/press.md'));
    expect((await list('task')).map(({ status }) => status)).toEqual(['done', 'done']);
  });
});
