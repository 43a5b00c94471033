import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sha256, systemClock, type AuditEvent } from '@galley/kernel';
import {
  listPatchHunks,
  ProposalCommentRepository,
  readPatch,
  runProblems,
} from '@galley/runcoord';
import { ProposalComments } from './proposal-comments.ts';
import type { DocumentDecision, ProposalDocuments } from './proposal-documents.ts';
import {
  createAcceptance,
  createPatch,
  createPerson,
  outcomeCode,
  ProposalHarness,
  ink,
} from './proposal-harness.fixtures.ts';

const lines = Array.from({ length: 30 }, (_, at) => `line ${at + 1}\n`);
const long = lines.join('');
const changed = (at: number): string =>
  `@@ -${at},3 +${at},3 @@\n line ${at}\n-line ${at + 1}\n+changed ${at + 1}\n line ${at + 2}\n`;
const patch =
  `diff --git a/long.md b/long.md\n--- a/long.md\n+++ b/long.md\n${changed(2)}${changed(12)}${changed(22)}` +
  createPatch('posts/ink.md') +
  'diff --git a/posts/new.md b/posts/new.md\nnew file mode 100644\n--- /dev/null\n+++ b/posts/new.md\n@@ -0,0 +1 @@\n+new\n';
const hunks = listPatchHunks(readPatch(patch));
const ids = hunks.map(({ id }) => id);
const [top = '', middle = '', end = '', inkHunk = ''] = ids;
const withChanges = (...at: number[]): string =>
  lines.map((line, index) => (at.includes(index + 1) ? `changed ${index + 1}\n` : line)).join('');

let harness: ProposalHarness;
let first: string;
beforeAll(async () => {
  harness = await ProposalHarness.open();
});
afterAll(() => harness[Symbol.asyncDispose]());
beforeEach(async () => {
  await harness.renew();
  first = await harness.repository.commit({ 'long.md': long, 'posts/ink.md': ink });
  await harness.propose({ id: 'p1', patch });
});

const accept = (chosen: readonly string[], options: { documents?: ProposalDocuments } = {}) =>
  harness.decisions(options).decide(createAcceptance('p1', patch, { hunks: chosen }));

async function decidedHunks(): Promise<unknown> {
  const { decided_hunks: decided } = await harness.db
    .selectFrom('proposals')
    .select('decided_hunks')
    .executeTakeFirstOrThrow();
  return decided;
}

describe('ADD-RUN-20: accepting single hunks', () => {
  test('commits only them, and records what was accepted and left out', async () => {
    await harness.askFor('a1', 'p1');
    await accept([end, top]);
    expect(await harness.repository.committed('long.md')).toBe(withChanges(3, 23));
    expect(await harness.repository.committed('posts/ink.md')).toBe(ink);
    expect(await harness.repository.committed('posts/new.md')).toBeUndefined();
    expect(await harness.repository.status()).toEqual([]);
    const [commit] = await harness.repository.log();
    expect(commit!.message).toContain('Accepted-Hunks: 2 of 5\n');
    expect(await harness.proposal('p1')).toMatchObject({
      status: 'accepted',
      decided_patch_sha256: sha256(patch),
    });
    const leftOut = [1, 3, 4].map((at) => hunks[at]!);
    expect(await decidedHunks()).toEqual({ accepted: [hunks[0], hunks[2]], leftOut });
    const told = {
      accepted_hunks: [top, end],
      left_out_hunks: leftOut.map(({ id, path, header }) => ({ id, path, header })),
    };
    expect(await harness.listEvents('proposal.accepted')).toMatchObject([told]);
    expect(await harness.listEvents('human.approval_decided')).toMatchObject([told]);
    expect(harness.recorded).toMatchObject([{ action: 'proposal.accept', details: told }]);
  });

  test('of all is an acceptance of the patch', async () => {
    await accept(ids);
    expect(await harness.repository.committed('long.md')).toBe(withChanges(3, 13, 23));
    expect(await harness.repository.committed('posts/new.md')).toBe('new\n');
    expect(await decidedHunks()).toBeNull();
    expect(harness.recorded[0]!.details).not.toHaveProperty('accepted_hunks');
  });

  test.each([
    ['no_hunks_chosen', []],
    ['unknown_hunks', ['0123456789abcdef']],
  ])('is refused as %s, and nothing is done', async (code, chosen) => {
    expect(await outcomeCode(accept(chosen))).toBe(code);
    expect((await harness.proposal('p1')).status).toBe('in_review');
    expect([await harness.repository.head(), await harness.states()]).toEqual([first, []]);
  });

  test('names stale ids after a new patch, even if the caller read that patch', async () => {
    const next = patch.replace('+changed 13\n', '+changed again\n');
    await harness.attach('p1', next, first);
    expect(await outcomeCode(accept([top]))).toBe('patch_changed');
    const stale = harness
      .decisions()
      .decide(createAcceptance('p1', next, { hunks: [top, middle] }));
    await expect(stale).rejects.toMatchObject({
      code: 'unknown_hunks',
      details: { hunks: [middle] },
    });
    await harness.decisions().decide(createAcceptance('p1', next, { hunks: [top] }));
    expect(await harness.repository.committed('long.md')).toBe(withChanges(3));
  });

  test('is refused to contributors, and without a patch', async () => {
    const by = createPerson('implementer-1');
    const own = harness.decisions().decide(createAcceptance('p1', patch, { hunks: [top], by }));
    expect(await outcomeCode(own)).toBe('own_request');
    await harness.propose({ id: 'p2' });
    const none = harness.decisions().decide(createAcceptance('p2', null, { hunks: [top] }));
    expect(await outcomeCode(none)).toBe('unknown_hunks');
  });

  test('can be rolled back', async () => {
    await accept([middle]);
    await harness.decisions().rollBack({
      workspaceId: 'press',
      proposalId: 'p1',
      note: undefined,
      by: createPerson('bo'),
    });
    expect(await harness.repository.committed('long.md')).toBe(long);
  });

  test.each([
    ['begun', false],
    ['decided', false],
    ['on its branch', true],
    ['on disk', true],
    ['done', true],
  ])('by a process that is killed once it is %s: it is in, %s', async (step, isIn) => {
    const program = join(import.meta.dirname, 'accepting-process.fixtures.ts');
    const given = [harness.database.url, harness.repository.root, step, patch, `${top},${end}`];
    const child = spawn(process.execPath, [program, ...given], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const [, signal] = (await once(child, 'exit')) as [unknown, string];
    expect(signal).toBe('SIGKILL');
    const decisions = harness.decisions();
    await Promise.all([decisions.recover('press'), decisions.recover('press')]);
    expect(await harness.states()).toEqual([isIn ? 'applied' : 'undone']);
    expect((await harness.proposal('p1')).status).toBe(isIn ? 'accepted' : 'in_review');
    expect(await harness.repository.status()).toEqual([]);
    if (!isIn) await accept([top, end]);
    expect(await harness.repository.committed('long.md')).toBe(withChanges(3, 23));
    expect(await decidedHunks()).toMatchObject({ leftOut: [{ id: middle }, {}, {}] });
    const left = await readdir(join(harness.repository.root, '.git'));
    expect(left.filter((name) => /lock|tmp/.test(name))).toEqual([]);
  });
});

describe('ADD-RUN-20: documents of a proposal', () => {
  const calls: DocumentDecision[] = [];
  const documents = (decide: ProposalDocuments['decide']): ProposalDocuments => ({
    isDocument: (path) => path.startsWith('posts/'),
    submit: () => Promise.resolve(),
    decide,
    undo: () => Promise.resolve(),
  });
  const submissions = () =>
    harness.db.selectFrom('proposal_submissions').select('patch_sha256').execute();
  beforeEach(() => calls.splice(0));

  test('receive the text of the accepted hunks alone', async () => {
    const given = documents((decision) => {
      calls.push(decision);
      return Promise.resolve();
    });
    await accept([inkHunk, top], { documents: given });
    expect(calls).toMatchObject([{ decision: 'accept', patchSha256: sha256(patch) }]);
    const { files, agentId, patchSha256 } = calls[0]!.part!;
    expect([agentId, patchSha256 === sha256(patch)]).toEqual(['implementer-1', false]);
    expect(files.map(({ path, after }) => [path, String(after)])).toEqual([
      ['posts/ink.md', ink.replace('black', 'blacker')],
    ]);
    await harness.decisions({ documents: given }).rollBack({
      workspaceId: 'press',
      proposalId: 'p1',
      note: undefined,
      by: createPerson('bo'),
    });
    expect(calls[1]).toMatchObject({ decision: 'rollback', patchSha256 });
    expect(await submissions()).toHaveLength(1);
  });

  test('that refuse get the whole patch again', async () => {
    const refuse = () => Promise.reject(runProblems.own_request('They wrote it.'));
    expect(await outcomeCode(accept([inkHunk], { documents: documents(refuse) }))).toBe(
      'own_request',
    );
    expect([await harness.repository.head(), await harness.states()]).toEqual([first, ['undone']]);
    expect(await submissions()).toEqual([]);
  });
});

describe('ADD-RUN-22: comments on lines', () => {
  const comment = { path: 'long.md', side: 'new', line: 13, body: 'Say what changed.' } as const;
  const comments = () => new ProposalCommentRepository(harness.db).list('p1');

  test('are sent with a requested revision, with the line that they are about', async () => {
    const removed = { ...comment, side: 'old', body: 'token ghp_' + 'a1'.repeat(18) } as const;
    const decision = 'request_revision' as const;
    const sent = [comment, removed];
    await harness.decisions().decide(createAcceptance('p1', patch, { decision, comments: sent }));
    expect(await comments()).toMatchObject([
      { ...comment, quote: 'changed 13', author: 'ada', patchSha256: sha256(patch) },
      { quote: 'line 13', body: 'token [redacted]' },
    ]);
    expect(await harness.listEvents('proposal.revision_requested')).toMatchObject([
      { comments: 2, note: null },
    ]);
  });

  test.each([
    [{ ...comment, line: 15 }],
    [{ ...comment, path: 'other.md' }],
    [{ ...comment, path: 'posts/new.md', side: 'old' as const, line: 1 }],
  ])('elsewhere are refused: %o', async (wrong) => {
    const decision = 'request_revision' as const;
    const sent = createAcceptance('p1', patch, { decision, comments: [comment, wrong] });
    expect(await outcomeCode(harness.decisions().decide(sent))).toBe('line_not_in_patch');
    expect(await comments()).toEqual([]);
    expect((await harness.proposal('p1')).status).toBe('in_review');
  });

  test('can be made without a decision, on the newest patch of an undecided proposal', async () => {
    const recorded: AuditEvent[] = [];
    const auditIn = () => ({
      record: (event: AuditEvent) => Promise.resolve(void recorded.push(event)),
    });
    const service = new ProposalComments({ db: harness.db, clock: systemClock, auditIn });
    const add = (patchSha256 = sha256(patch)) =>
      service.add({
        workspaceId: 'press',
        proposalId: 'p1',
        patchSha256,
        by: createPerson(),
        ...comment,
      });
    await add();
    expect(await comments()).toMatchObject([comment]);
    expect(recorded).toMatchObject([{ action: 'proposal.comment', details: { line: 13 } }]);
    expect(await harness.listEvents('proposal.commented')).toMatchObject([
      { by: 'ada', path: 'long.md', line: 13 },
    ]);
    expect(await outcomeCode(add('0'.repeat(64)))).toBe('patch_changed');
    await harness.decisions().decide(createAcceptance('p1', patch, { decision: 'reject' }));
    expect(await outcomeCode(add())).toBe('proposal_closed');
  });
});
