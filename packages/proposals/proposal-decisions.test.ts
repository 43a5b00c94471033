import { readdir, symlink, writeFile, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { sha256 } from '@galley/kernel';
import { TestRepository } from './fixtures.ts';
import {
  createAcceptance,
  createPatch,
  outcomeCode,
  ProposalHarness,
  ink,
  createPerson,
} from './proposal-harness.fixtures.ts';

let harness: ProposalHarness;
let first: string;
beforeAll(async () => {
  harness = await ProposalHarness.open();
});
afterAll(() => harness[Symbol.asyncDispose]());
beforeEach(async () => {
  await harness.renew();
  first = await harness.repository.commit({ 'ink.md': ink, 'paper.md': ink });
});

const patch = createPatch();
const accept = (id = 'p1', text: string | null = patch, more: object = {}) =>
  harness.decisions().decide(createAcceptance(id, text, more));

async function expectNothingDone(id = 'p1', status = 'in_review', head = first): Promise<void> {
  expect((await harness.proposal(id)).status).toBe(status);
  expect(await harness.repository.head()).toBe(head);
  expect(harness.recorded).toEqual([]);
  expect(await harness.states()).not.toContain('applying');
  expect(await readdir(join(harness.repository.root, '.git'))).not.toContain('index.lock');
}

describe('GAP-RC-MCP-5: accepting a proposal', () => {
  test('makes one commit of it, by the agent and the person, and brings the working tree along', async () => {
    await harness.propose({ id: 'p1', patch, title: 'Blacker\nink' });
    await harness.askFor('a1', 'p1');
    await accept('p1', patch, { note: 'Fine, token ghp_' + 'a1'.repeat(18) });
    const [commit, ...before] = await harness.repository.log();
    expect(before.map(({ oid }) => oid)).toEqual([first]);
    expect(commit).toMatchObject({
      author: { name: 'implementer-1', email: 'implementer-1@agent.galley.invalid' },
      committer: { name: 'ada', email: 'ada@galley.invalid' },
      message: `Blacker ink\n\nIt fades.\n\nProposal: p1\nRun: run-1\nPatch-SHA256: ${sha256(patch)}\nAccepted-By: ada\n`,
    });
    expect(await harness.repository.read('ink.md')).toBe(ink.replace('black', 'blacker'));
    expect(await harness.repository.status()).toEqual([]);
    const note = 'Fine, token [redacted]';
    expect(await harness.proposal('p1')).toMatchObject({
      status: 'accepted',
      decided_by: 'ada',
      decision_note: note,
      decided_patch_sha256: sha256(patch),
    });
    const about = { patch_sha256: sha256(patch), base_revision: first, commit: commit!.oid };
    expect(await harness.listEvents('proposal.accepted')).toEqual([
      { proposal_id: 'p1', decided_by: 'ada', note, ...about },
    ]);
    expect(await harness.listEvents('human.approval_decided')).toMatchObject([
      { approval_id: 'a1', decision: 'approved' },
    ]);
    expect(harness.recorded).toMatchObject([
      { action: 'proposal.accept', actor: 'ada', target: 'p1', details: { ...about, note } },
    ]);
    expect(await harness.states()).toEqual(['applied']);
  });

  test('makes, removes and moves files, and leaves no empty folder', async () => {
    const many =
      'diff --git a/posts/new.md b/posts/new.md\nnew file mode 100644\n--- /dev/null\n+++ b/posts/new.md\n@@ -0,0 +1 @@\n+new\n' +
      'diff --git a/ink.md b/ink.md\ndeleted file mode 100644\n--- a/ink.md\n+++ /dev/null\n@@ -1,3 +0,0 @@\n-# Ink\n-\n-It is black.\n' +
      'diff --git a/old/paper.md b/paper/paper.md\nsimilarity index 100%\nrename from old/paper.md\nrename to paper/paper.md\n';
    await harness.repository.commit({ 'old/paper.md': ink });
    await harness.propose({ id: 'p1', patch: many });
    await accept('p1', many);
    expect(await harness.repository.status()).toEqual([]);
    expect((await readdir(harness.repository.root)).toSorted()).toEqual([
      ...['.git', 'paper', 'paper.md', 'posts'],
    ]);
    expect(await harness.repository.committed('paper/paper.md')).toBe(ink);
  });

  test('of a bare repository moves its branch', async () => {
    await using bare = await ProposalHarness.open(true);
    await bare.repository.commit({ 'ink.md': ink });
    await bare.propose({ id: 'p1', patch });
    await bare.decisions().decide(createAcceptance('p1', patch));
    expect(await bare.repository.committed('ink.md')).toContain('blacker');
  });

  test('without a patch commits nothing', async () => {
    await harness.propose({ id: 'p1' });
    await accept('p1', null);
    expect(await harness.proposal('p1')).toMatchObject({ status: 'accepted', decided_by: 'ada' });
    expect(await harness.repository.head()).toBe(first);
  });

  test('goes onto a branch that has moved elsewhere', async () => {
    await harness.propose({ id: 'p1', patch });
    const moved = await harness.repository.commit({ 'paper.md': 'White.\n' });
    await accept();
    const [commit] = await harness.repository.log();
    expect(commit!.parent).toEqual([moved]);
    expect(await harness.repository.committed('paper.md')).toBe('White.\n');
    expect(await harness.repository.status()).toEqual([]);
  });

  test.each([
    ['changed', { 'ink.md': `${ink}More.\n` }, 'ink.md'],
    ['removed', { 'ink.md': null }, 'ink.md'],
  ] as const)(
    'is refused with the conflict when a file was %s since',
    async (what, files, path) => {
      await harness.propose({ id: 'p1', patch });
      const head = await harness.repository.commit(files);
      await expect(accept()).rejects.toMatchObject({
        code: 'base_moved',
        details: { base_revision: first, head_revision: head, conflicts: [{ path, what }] },
      });
      await expectNothingDone('p1', 'in_review', head);
    },
  );

  test('is refused when a file that is to come has come since, or a link where its folder was', async () => {
    const made = (path: string) =>
      `diff --git a/${path} b/${path}\nnew file mode 100644\n--- /dev/null\n+++ b/${path}\n@@ -0,0 +1 @@\n+new\n`;
    await harness.propose({ id: 'p1', patch: made('new.md') });
    await harness.propose({ id: 'p2', patch: made('posts/new.md') });
    const head = await harness.repository.commit({ 'new.md': 'theirs\n', posts: 'no folder\n' });
    await expect(accept('p1', made('new.md'))).rejects.toMatchObject({
      details: { conflicts: [{ path: 'new.md', what: 'added' }] },
    });
    await expect(accept('p2', made('posts/new.md'))).rejects.toMatchObject({
      code: 'base_moved',
      details: { conflicts: [{ path: 'posts/new.md', what: 'in the way' }] },
    });
    await expectNothingDone('p1', 'in_review', head);
  });

  test('is refused while what it changes is edited and not committed, on disk or staged', async () => {
    await harness.propose({ id: 'p1', patch });
    await harness.repository.write('ink.md', 'mine\n');
    await expect(accept()).rejects.toMatchObject({
      code: 'uncommitted_changes',
      details: { paths: ['ink.md'] },
    });
    await harness.repository.stage('ink.md');
    await harness.repository.write('ink.md', ink);
    expect(await outcomeCode(accept())).toBe('uncommitted_changes');
    expect(await harness.repository.read('ink.md')).toBe(ink);
    await expectNothingDone();
  });

  test('leaves alone what else is edited', async () => {
    await harness.propose({ id: 'p1', patch });
    await harness.repository.write('paper.md', 'mine\n');
    await accept();
    expect(await harness.repository.read('paper.md')).toBe('mine\n');
    expect(await harness.repository.status()).toEqual(['paper.md']);
  });

  test('writes through no link in the working tree', async () => {
    await using elsewhere = await TestRepository.make();
    await harness.repository.commit({ 'posts/ink.md': ink });
    await harness.propose({ id: 'p1', patch: createPatch('posts/ink.md') });
    await elsewhere.write('ink.md', ink);
    await rm(join(harness.repository.root, 'posts'), { recursive: true });
    await symlink(elsewhere.root, join(harness.repository.root, 'posts'));
    expect(await outcomeCode(accept('p1', createPatch('posts/ink.md')))).toBe(
      'uncommitted_changes',
    );
    expect(await elsewhere.read('ink.md')).toBe(ink);
  });

  test.each([
    ['no_branch', 'HEAD', '0'.repeat(40) + '\n'],
    ['repository_unusable', 'MERGE_HEAD', '0'.repeat(40) + '\n'],
    ['repository_unusable', 'index.lock', ''],
    ['repository_unusable', 'refs/heads/main.lock', ''],
    ['repository_unusable', 'commondir', '..\n'],
  ])('is refused with %s by what stands in %s', async (code, file, text) => {
    await harness.propose({ id: 'p1', patch });
    await writeFile(join(harness.repository.root, '.git', file), text);
    expect(await outcomeCode(accept())).toBe(code);
    expect((await harness.proposal('p1')).status).toBe('in_review');
    expect(await harness.states()).not.toContain('applying');
  });

  test('waits for a snapshot that is being taken', async () => {
    await harness.propose({ id: 'p1', patch });
    const directory = join(harness.repository.root, '.git');
    await writeFile(join(directory, 'index.lock'), 'galley\n');
    const accepted = accept();
    await vi.waitUntil(async () => (await readdir(directory)).includes('galley-proposals.tmp'));
    await rm(join(directory, 'index.lock'));
    await accepted;
    expect((await harness.proposal('p1')).status).toBe('accepted');
  });

  test('is refused where no repository, no base or no such text is', async () => {
    await harness.propose({ id: 'p1', patch, base: '1'.repeat(40) });
    expect(await outcomeCode(accept())).toBe('base_not_found');
    const unfit = createPatch('ink.md').replace('# Ink', '# Paper');
    await harness.propose({ id: 'p2', patch: unfit });
    await expect(accept('p2', unfit)).rejects.toMatchObject({
      code: 'patch_does_not_apply',
      details: { path: 'ink.md', line: 4 },
    });
    await rm(harness.repository.root, { recursive: true });
    expect(await outcomeCode(accept())).toBe('repository_unusable');
    await mkdir(harness.repository.root);
  });
});

describe('GAP-RC-LOOP-12: a person decides', () => {
  test.each([
    ['accept', 'pending', 'accepted'],
    ['accept', 'revision_requested', undefined],
    ['accept', 'withdrawn', undefined],
    ['reject', 'revision_requested', 'rejected'],
    ['reject', 'accepted', undefined],
    ['request_revision', 'in_review', 'revision_requested'],
    ['request_revision', 'revision_requested', undefined],
    ['request_revision', 'rejected', undefined],
  ] as const)('to %s what is %s: %s', async (decision, status, after) => {
    await harness.propose({ id: 'p1', patch, status });
    const decided = accept('p1', patch, { decision, note: 'Mind the ink.' });
    if (after === undefined) {
      await expect(decided).rejects.toMatchObject({
        code: 'illegal_proposal_decision',
        details: { proposal_status: status },
      });
      await expectNothingDone('p1', status);
      return;
    }
    await decided;
    expect(await harness.proposal('p1')).toMatchObject({ status: after, decided_by: 'ada' });
    expect(harness.recorded).toMatchObject([{ action: `proposal.${decision}` }]);
  });

  test('about exactly the patch, and the base, that they have read', async () => {
    await harness.propose({ id: 'p1', patch });
    for (const more of [
      { patchSha256: sha256('another') },
      { patchSha256: null },
      { baseRevision: '0'.repeat(40) },
    ]) {
      await expect(accept('p1', patch, more)).rejects.toMatchObject({
        code: 'patch_changed',
        details: { patch_sha256: sha256(patch), base_revision: first },
      });
    }
    await expectNothingDone();
    await accept('p1', patch, { baseRevision: first });
  });

  test('on nothing that they have a part in', async () => {
    await harness.propose({ id: 'p1', patch });
    for (const decision of ['accept', 'reject', 'request_revision'] as const) {
      const by = createPerson('implementer-1');
      expect(await outcomeCode(accept('p1', patch, { decision, by, note: 'x' }))).toBe(
        'own_request',
      );
    }
    await harness.askFor('a1', 'p1', 'bo');
    expect(await outcomeCode(accept('p1', patch, { by: createPerson('bo') }))).toBe('own_request');
    await expectNothingDone();
  });

  test('ADD-SSO-10: on nothing that another account of theirs has a part in', async () => {
    await harness.propose({ id: 'p1', patch });
    await harness.askFor('a1', 'p1', 'bo');
    await harness.db
      .insertInto('shared_accounts')
      .values(['bo', 'bob'].map((username) => ({ username, person: 'b' })))
      .execute();
    for (const decision of ['accept', 'reject'] as const)
      expect(await outcomeCode(accept('p1', patch, { decision, by: createPerson('bob') }))).toBe(
        'own_request',
      );
    await expectNothingDone();
  });

  test('with a note where a revision is asked for, and on what is there', async () => {
    await harness.propose({ id: 'p1', patch });
    const decision = 'request_revision';
    expect(await outcomeCode(accept('p1', patch, { decision, note: ' ' }))).toBe('note_required');
    expect(await outcomeCode(accept('p\0'))).toBe('proposal_not_found');
    expect(await outcomeCode(accept('p1', patch, { workspaceId: 'paper' }))).toBe(
      'proposal_not_found',
    );
    await expectNothingDone();
  });
});

describe('at once', () => {
  test('two people accept two proposals, and both are in', async () => {
    await harness.propose({ id: 'p1', patch });
    await harness.propose({ id: 'p2', patch: createPatch('paper.md') });
    await Promise.all([
      accept(),
      accept('p2', createPatch('paper.md'), { by: createPerson('bo') }),
    ]);
    expect(await harness.repository.log()).toHaveLength(3);
    expect(await harness.repository.status()).toEqual([]);
    expect(await harness.states()).toEqual(['applied', 'applied']);
  });

  test('several decide on one proposal, and one of them does', async () => {
    await harness.propose({ id: 'p1', patch });
    const note = 'x';
    const codes = await Promise.all([
      outcomeCode(accept()),
      outcomeCode(accept('p1', patch, { by: createPerson('bo') })),
      outcomeCode(accept('p1', patch, { decision: 'reject', note })),
    ]);
    expect(codes.filter((code) => code === 'done')).toHaveLength(1);
    expect(harness.recorded).toHaveLength(1);
    expect((await harness.repository.log()).length).toBe(
      (await harness.proposal('p1')).status === 'accepted' ? 2 : 1,
    );
  });
});

describe('GAP-RC-MCP-5: an accepted proposal', () => {
  const back = () =>
    harness.decisions().rollBack({
      workspaceId: 'press',
      proposalId: 'p1',
      note: 'Too black.',
      by: createPerson('bo'),
    });

  test('is taken back by a second commit, once, and stays accepted', async () => {
    await harness.propose({ id: 'p1', patch });
    await accept();
    await harness.repository.commit({ 'paper.md': 'White.\n' });
    await back();
    expect(await harness.repository.committed('ink.md')).toBe(ink);
    expect(await harness.repository.read('ink.md')).toBe(ink);
    expect(await harness.repository.committed('paper.md')).toBe('White.\n');
    expect(await harness.repository.status()).toEqual([]);
    expect(await harness.proposal('p1')).toMatchObject({
      status: 'accepted',
      rolled_back_by: 'bo',
    });
    expect(await harness.listEvents('proposal.rolled_back')).toMatchObject([
      { proposal_id: 'p1', note: 'Too black.' },
    ]);
    expect(await outcomeCode(back())).toBe('not_applied');
  });

  test('is not taken back when others have changed it since', async () => {
    await harness.propose({ id: 'p1', patch });
    await accept();
    await harness.repository.commit({ 'ink.md': 'Red.\n' });
    await expect(back()).rejects.toMatchObject({
      code: 'changed_since',
      details: { paths: ['ink.md'] },
    });
    expect(await harness.repository.read('ink.md')).toBe('Red.\n');
  });

  test('that had no patch has nothing to take back', async () => {
    await harness.propose({ id: 'p1' });
    await accept('p1', null);
    expect(await outcomeCode(back())).toBe('not_applied');
  });
});
