import { expect, describe, test } from 'vitest';
import { sha256, type AuditEvent } from '@galley/kernel';
import { createPatch, createAcceptance } from '../proposal-harness.fixtures.ts';
import { PullRequestHarness } from './pull-request-harness.fixtures.ts';

describe.each(['github', 'gitlab'] as const)('ADD-RUN-24: on %s, a checked proposal', (kind) => {
  test('becomes a branch with one commit and a pull request, once', async () => {
    await using at = await PullRequestHarness.open();
    const settings = at.remote.settings(kind);
    await at.propose('p1');
    await at.run(settings);
    await at.runLater(settings);
    const [pull, ...others] = at.remote.state.pulls;
    expect(others).toEqual([]);
    expect(pull).toMatchObject({ title: 'Blacker ink', branch: 'galley/run-1/p1', state: 'open' });
    expect(pull?.description).toContain('```text\nIt fades.\n```');
    expect(pull?.description).toContain('- `tests`: passed');
    expect(pull?.description).toContain('(https://news.example.org/admin/proposals/p1)');
    const row = await at.row('p1');
    expect(row).toMatchObject({ state: 'open', number: 1, problem: null });
    expect(row.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/owner\/name\/.*\/1$/);
    expect(await at.remote.git('rev-list', '--count', 'main..galley/run-1/p1')).toBe('1');
    expect(await at.remote.git('show', 'galley/run-1/p1:ink.md')).toContain('It is blacker.');
    expect(await at.remote.git('log', '-1', '--format=%an/%cn', 'galley/run-1/p1')).toBe(
      'implementer-1/Galley',
    );
    await at.remote.git('fsck', '--strict');
    expect(await at.inner.listEvents('proposal.pull_request_opened')).toMatchObject([
      { proposal_id: 'p1', number: 1, url: row.url },
    ]);
  });

  test('ADD-RUN-24: gets its own pull request beside one of a fork with the same branch', async () => {
    await using at = await PullRequestHarness.open();
    const foreign = { title: 'Mine', description: '', state: 'closed' } as const;
    const { pulls } = at.remote.state;
    pulls.push({
      ...foreign,
      comments: [],
      number: 1,
      branch: 'galley/run-1/p1',
      isFromFork: true,
    });
    await at.propose('p1');
    await at.run(at.remote.settings(kind));
    expect(await at.row('p1')).toMatchObject({ state: 'open', number: 2, problem: null });
  });

  test('ADD-RUN-24: a new revision continues the branch and updates the text', async () => {
    await using at = await PullRequestHarness.open();
    const settings = at.remote.settings(kind);
    await at.propose('p1');
    await at.run(settings);
    const first = await at.remote.tip('galley/run-1/p1');
    // The base moves on, here and on the remote.
    await at.inner.repository.commit({ 'a/b.txt': 'c\n' });
    await at.remote.receive(at.inner.repository.root);
    await at.revise('p1', createPatch('ink.md', 'It is bleak.'));
    await at.run(settings);
    expect(at.remote.state.pulls).toHaveLength(1);
    await at.remote.git('merge-base', '--is-ancestor', first!, 'galley/run-1/p1');
    expect(await at.remote.git('diff', '--name-only', 'main...galley/run-1/p1')).toBe('ink.md');
    expect(await at.remote.git('show', 'galley/run-1/p1:ink.md')).toContain('It is bleak.');
    const newer = sha256(createPatch('ink.md', 'It is bleak.'));
    expect(at.remote.state.pulls[0]!.description).toContain(`patch \`${newer}\``);
    expect(await at.inner.listEvents('proposal.pull_request_updated')).toHaveLength(1);
  });

  test('ADD-RUN-25: is merged once the pull request is, which approves nothing', async () => {
    await using at = await PullRequestHarness.open();
    const settings = at.remote.settings(kind);
    await at.propose('p1');
    await at.inner.askFor('a1', 'p1', 'chair-1');
    await at.run(settings);
    Object.assign(at.remote.state.pulls[0]!, { state: 'merged', by: 'bo' });
    const audit: AuditEvent[] = [];
    const auditIn = () => ({ record: async (event: AuditEvent) => void audit.push(event) });
    await at.runLater(settings, { auditIn });
    const { url } = await at.row('p1');
    expect(await at.inner.proposal('p1')).toMatchObject({
      status: 'merged',
      decided_by: 'galley',
      decision_note: `Merged by bo: ${url}`,
    });
    expect(await at.row('p1')).toMatchObject({ state: 'merged', problem: null });
    expect(audit).toMatchObject([{ action: 'proposal.merge', actor: 'galley', target: 'p1' }]);
    expect(await at.inner.states()).toEqual([]);
    const requests = await at.inner.db.selectFrom('approval_requests').select('status').execute();
    expect(requests).toEqual([{ status: 'withdrawn' }]);
    const { length } = at.remote.seen;
    await at.runLater(settings);
    expect(at.remote.seen).toHaveLength(length);
  });

  test('ADD-RUN-25: is rejected with the words of the person who closed the pull request', async () => {
    await using at = await PullRequestHarness.open();
    const settings = at.remote.settings(kind);
    await at.propose('p1');
    await at.run(settings);
    const [pull] = at.remote.state.pulls;
    pull!.comments.push(
      { by: 'bo', body: 'Ink must not be bleak.' },
      { by: 'eve', body: 'Merge!' },
    );
    Object.assign(pull!, { state: 'closed', by: 'bo' });
    await at.runLater(settings);
    const { url, state } = await at.row('p1');
    expect(state).toBe('closed');
    expect(await at.inner.proposal('p1')).toMatchObject({
      status: 'rejected',
      decided_by: 'galley',
      decision_note: `The pull request ${url} was closed by bo.\n\nInk must not be bleak.`,
    });
  });

  test('ADD-RUN-25: that is rejected here closes its pull request', async () => {
    await using at = await PullRequestHarness.open();
    const settings = at.remote.settings(kind);
    const patch = await at.propose('p1');
    await at.run(settings);
    await at.inner.decisions().decide({ ...createAcceptance('p1', patch), decision: 'reject' });
    await at.runLater(settings);
    expect(at.remote.state.pulls[0]!.state).toBe('closed');
    expect((await at.row('p1')).state).toBe('closed');
  });
});

describe('ADD-RUN-25: a merged pull request', () => {
  test('with documents of the site leaves the proposal in review', async () => {
    await using at = await PullRequestHarness.open();
    const patch = await at.propose('p1', createPatch('notes/pen.md'));
    await at.inner.db
      .insertInto('proposal_submissions')
      .values({
        proposal_id: 'p1',
        patch_sha256: sha256(patch),
        submitted_at: new Date(),
        refusal: null,
      })
      .execute();
    const parts = { contentPrefix: 'notes/' };
    await at.run(undefined, parts);
    expect(at.remote.state.pulls[0]!.description).toContain('Merging it here publishes nothing');
    Object.assign(at.remote.state.pulls[0]!, { state: 'merged', by: 'bo' });
    await at.runLater(undefined, parts);
    expect(await at.inner.proposal('p1')).toMatchObject({ status: 'in_review', decided_by: null });
    expect(await at.row('p1')).toMatchObject({
      state: 'merged',
      problem:
        'The pull request was merged. The documents of the site still need an approval here.',
    });
  });

  test('with an earlier patch leaves the newer one in review', async () => {
    await using at = await PullRequestHarness.open();
    await at.propose('p1');
    await at.run();
    await at.inner.attach(
      'p1',
      createPatch('ink.md', 'It is bleak.'),
      await at.inner.repository.head(),
    );
    Object.assign(at.remote.state.pulls[0]!, { state: 'merged', by: 'bo' });
    await at.runLater();
    expect(await at.inner.proposal('p1')).toMatchObject({ status: 'in_review' });
    expect((await at.row('p1')).problem).toContain('merged with an earlier patch');
  });
});

describe('ADD-RUN-24: a proposal is not pushed', () => {
  test('before its checks, nor while its policy waits for votes', async () => {
    await using at = await PullRequestHarness.open();
    const patch = createPatch();
    await at.inner.propose({ id: 'p1', patch });
    await at.run();
    const agent = { role: 'reviewer', name: 'R', adapter: 'generic', command: 'x', status: 'idle' };
    await at.inner.db
      .insertInto('agents')
      .values({ id: 'reviewer-1', ...agent, enabled: true, updated_at: new Date() })
      .execute();
    await at.check('p1', patch);
    await at.run(undefined, { policy: { approve: 1 } });
    expect(at.remote.seen).toEqual([]);
    const vote = { proposal_id: 'p1', agent_id: 'reviewer-1', patch_sha256: sha256(patch) };
    await at.inner.db
      .insertInto('votes')
      .values({ ...vote, decision: 'approve', comment: '', cast_at: new Date() })
      .execute();
    await at.run(undefined, { policy: { approve: 1 } });
    expect(at.remote.state.pulls[0]!.description).toContain('1 for, 0 against');
  });

  test('if its policy returns it', async () => {
    await using at = await PullRequestHarness.open();
    const patch = createPatch();
    await at.inner.propose({ id: 'p1', patch });
    await at.check('p1', patch, 'fail');
    await at.run(undefined, { policy: { reject: 0 } });
    expect(at.remote.seen).toEqual([]);
    await at.run();
    expect(at.remote.state.pulls[0]!.description).toContain('```text\ntests:\n@ada fixes #1\n```');
  });

  test('if its base is not on the remote, which could publish drafts', async () => {
    await using at = await PullRequestHarness.open();
    await at.inner.repository.commit({ 'secret.md': 'A draft.\n' });
    await at.propose('p1');
    await at.run();
    expect((await at.row('p1')).problem).toMatch(
      /^The branch main of the remote does not have [0-9a-f]{12}, the commit that the patch is based on; push it/,
    );
    expect(await at.remote.tip('galley/run-1/p1')).toBeUndefined();
    await at.remote.receive(at.inner.repository.root);
    await at.runLater();
    expect(await at.row('p1')).toMatchObject({ state: 'open', problem: null, attempts: 0 });
  });

  test('for other recipes', async () => {
    await using at = await PullRequestHarness.open();
    await at.inner.db.updateTable('run_recipes').set({ result: 'review' }).execute();
    await at.propose('p1');
    await at.run();
    expect(at.remote.seen).toEqual([]);
  });
});

test('ADD-RUN-24: names in titles and texts refer to nothing on the remote', async () => {
  await using at = await PullRequestHarness.open();
  const patch = createPatch();
  await at.inner.propose({ id: 'p1', patch, title: 'Fixes #1 for @ada', body: '```\n/merge' });
  await at.check('p1', patch);
  await at.run();
  const [pull] = at.remote.state.pulls;
  expect(pull!.title).toBe('Fixes #\u200B1 for @\u200Bada');
  expect(pull!.description).toContain('````text\n```\n/merge\n````');
  expect(await at.remote.git('log', '-1', '--format=%s', 'galley/run-1/p1')).toBe(pull!.title);
});
