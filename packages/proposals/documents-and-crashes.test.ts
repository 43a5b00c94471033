import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, writeFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { withAdvisoryLock } from '@galley/database';
import { sha256, silentLogger, systemClock } from '@galley/kernel';
import { runProblems } from '@galley/runcoord';
import { isLockAwaited } from '@galley/testing';
import { Applications } from './applications.ts';
import {
  createAcceptance,
  createPatch,
  outcomeCode,
  ProposalHarness,
  ink,
  createPerson,
} from './proposal-harness.fixtures.ts';
import { DocumentSubmissions, submissionLock } from './document-submissions.ts';
import type { ProposalDocuments } from './proposal-documents.ts';
import { WorkspaceRepository } from './workspace-repository.ts';

let harness: ProposalHarness;
let first: string;
let calls: string[];
beforeAll(async () => {
  harness = await ProposalHarness.open();
});
afterAll(() => harness[Symbol.asyncDispose]());
beforeEach(async () => {
  await harness.renew();
  calls = [];
  first = await harness.repository.commit({ 'posts/ink.md': ink, 'code.ts': ink });
});

const patch = createPatch('posts/ink.md') + createPatch('code.ts');

function documents(more: Partial<ProposalDocuments> = {}): ProposalDocuments {
  const note = (call: string): Promise<void> => {
    calls.push(call);
    return Promise.resolve();
  };
  return {
    isDocument: (path) => path.startsWith('posts/'),
    submit: ({ proposal, files }) =>
      note(`submit ${proposal} ${files.map(({ path }) => path).join()}`),
    decide: ({ proposal, decision, by }) => note(`${decision} ${proposal} ${by.username}`),
    undo: () => note('undo'),
    ...more,
  };
}

function submissionsOf(given: ProposalDocuments): DocumentSubmissions {
  const { db, repository } = harness;
  const place = { workspaceId: 'press', directory: repository.root };
  const parts = { db, clock: systemClock, logger: silentLogger };
  return new DocumentSubmissions({
    ...parts,
    repository: new WorkspaceRepository(place),
    documents: given,
  });
}

describe('where the repository is a content tree', () => {
  test('documents receive a patch, then its acceptance, and handle their own files', async () => {
    await harness.propose({ id: 'p1', patch });
    // A draft in review is in the working tree.
    await harness.repository.write('posts/ink.md', 'a draft\n');
    await harness.decisions({ documents: documents() }).decide(createAcceptance('p1', patch));
    expect(calls).toEqual(['submit p1 posts/ink.md', 'accept p1 ada']);
    expect(await harness.repository.read('posts/ink.md')).toBe('a draft\n');
    expect(await harness.repository.read('code.ts')).toContain('blacker');
    expect(await harness.repository.committed('posts/ink.md')).toContain('blacker');
  });

  test('an acceptance waits for a submission that runs, and submits nothing again', async () => {
    await harness.propose({ id: 'p1', patch });
    const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const submit: ProposalDocuments['submit'] = async () => {
      calls.push('submit');
      begun.resolve();
      await released.promise;
    };
    const about = documents({ submit });
    const submissions = submissionsOf(about);
    const submitting = withAdvisoryLock(harness.db, submissionLock, () =>
      submissions.submitDue('press'),
    );
    await begun.promise;
    const accepting = harness.decisions({ documents: about }).decide(createAcceptance('p1', patch));
    await vi.waitUntil(() => isLockAwaited(harness.db), 20_000);
    released.resolve();
    await Promise.all([submitting, accepting]);
    expect(calls).toEqual(['submit', 'accept p1 ada']);
  });

  test('what they refuse is not done, and can be decided on again', async () => {
    await harness.propose({ id: 'p1', patch });
    const refuse = () => Promise.reject(runProblems.own_request('They wrote it.'));
    const decisions = harness.decisions({ documents: documents({ decide: refuse }) });
    for (const decision of ['accept', 'reject'] as const)
      expect(await outcomeCode(decisions.decide(createAcceptance('p1', patch, { decision })))).toBe(
        'own_request',
      );
    expect([await harness.repository.head(), await harness.states()]).toEqual([first, ['undone']]);
    expect(harness.recorded).toEqual([]);
    await harness.decisions({ documents: documents() }).decide(createAcceptance('p1', patch));
    expect(await harness.states()).toEqual(['undone', 'applied']);
  });

  test('they undo their decision when the branch moves, and are asked again', async () => {
    await harness.propose({ id: 'p1', patch });
    let isMoved = false;
    const decide: ProposalDocuments['decide'] = async ({ decision }) => {
      calls.push(decision);
      if (!isMoved) await harness.repository.commit({ 'paper.md': 'White.\n' });
      isMoved = true;
    };
    await harness
      .decisions({ documents: documents({ decide }) })
      .decide(createAcceptance('p1', patch));
    expect(calls).toEqual(['submit p1 posts/ink.md', 'accept', 'undo', 'accept']);
    expect(await harness.states()).toEqual(['undone', 'applied']);
    expect(await harness.repository.committed('paper.md')).toBe('White.\n');
  });

  test('patches in review are submitted once each, and what is refused is kept as refused', async () => {
    await harness.propose({ id: 'p1', patch });
    await harness.propose({ id: 'p2', patch });
    await harness.propose({ id: 'p3', patch, status: 'pending' });
    const submit: ProposalDocuments['submit'] = ({ proposal, files }) => {
      calls.push(`${proposal} ${files.length}`);
      if (proposal === 'p2') throw runProblems.own_request('Locked.');
      return Promise.resolve();
    };
    const submissions = submissionsOf(documents({ submit }));
    expect(await submissions.submitDue('press')).toBe(2);
    expect(await submissions.submitDue('press')).toBe(0);
    expect(calls).toEqual(['p1 1', 'p2 1']);
    await harness.attach('p1', `${patch}`.replaceAll('blacker', 'blackest'), first);
    expect(await submissions.submitDue('press')).toBe(1);
  });
});

async function dieAt(step: string): Promise<void> {
  const program = join(import.meta.dirname, 'accepting-process.fixtures.ts');
  const child = spawn(
    process.execPath,
    [program, harness.database.url, harness.repository.root, step, patch],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const [, signal] = (await once(child, 'exit')) as [unknown, string];
  expect(signal).toBe('SIGKILL');
}

describe('GAP-RC-MCP-5: a process that is killed while it accepts', () => {
  test.each([
    ['begun', false],
    ['decided', false],
    ['on its branch', true],
    ['on disk', true],
    ['done', true],
  ])('after it has %s leaves what is finished or undone: it is in, %s', async (step, isIn) => {
    await harness.propose({ id: 'p1', patch });
    await dieAt(step);
    const decisions = harness.decisions();
    await Promise.all([decisions.recover('press'), decisions.recover('press')]);
    expect(await harness.states()).toEqual([isIn ? 'applied' : 'undone']);
    expect((await harness.proposal('p1')).status).toBe(isIn ? 'accepted' : 'in_review');
    expect(await harness.repository.log()).toHaveLength(isIn ? 2 : 1);
    expect(await harness.repository.status()).toEqual([]);
    expect(await harness.listEvents('proposal.accepted')).toHaveLength(isIn ? 1 : 0);
    const left = await readdir(join(harness.repository.root, '.git'));
    expect(left.filter((name) => /lock|tmp/.test(name))).toEqual([]);
    if (!isIn) await decisions.decide(createAcceptance('p1', patch, { by: createPerson('bo') }));
    expect(await harness.repository.committed('code.ts')).toContain('blacker');
    expect(await harness.states()).toEqual(isIn ? ['applied'] : ['undone', 'applied']);
  });

  test('is looked for without a word where there is no repository yet, asked for where something is left, and cleaned up after, with the lock of the branch or half of the files written', async () => {
    const git = join(harness.repository.root, '.git');
    await rename(git, `${git}-away`);
    expect(await harness.decisions().recover('press')).toBe(false);
    await rename(`${git}-away`, git);
    await harness.propose({ id: 'p1', patch });
    await dieAt('decided');
    await rename(git, `${git}-away`);
    await expect(harness.decisions().recover('press')).rejects.toMatchObject({
      code: 'repository_unusable',
    });
    await rename(`${git}-away`, git);
    const { commit_id: commit } = await harness.db
      .selectFrom('proposal_applications')
      .select('commit_id')
      .executeTakeFirstOrThrow();
    await writeFile(join(harness.repository.root, '.git/refs/heads/main.lock'), `${commit}\n`);
    const decisions = harness.decisions();
    expect(await decisions.recover('press')).toBe(true);
    expect(await readdir(join(harness.repository.root, '.git/refs/heads'))).toEqual(['main']);
    await dieAt('on its branch');
    await harness.repository.write('code.ts', ink.replace('black', 'blacker'));
    await decisions.recover('press');
    expect(await harness.repository.status()).toEqual([]);
    expect(await decisions.recover('press')).toBe(false);
  });

  test('by mistake stops after another process has cleaned up', async () => {
    await harness.propose({ id: 'p1', patch });
    const repository = new WorkspaceRepository({
      workspaceId: 'press',
      directory: harness.repository.root,
    });
    const auditIn = () => ({ record: () => Promise.resolve() });
    const others = new Applications({
      db: harness.db,
      clock: systemClock,
      logger: silentLogger,
      auditIn,
      repository,
    });
    const decide: ProposalDocuments['decide'] = () =>
      calls.push('asked') === 1 ? others.completeInterrupted('press') : Promise.resolve();
    const given = documents({ decide, submit: () => Promise.resolve() });
    await harness.decisions({ documents: given }).decide(createAcceptance('p1', patch));
    expect(calls).toEqual(['asked', 'undo', 'asked']);
    expect(await harness.states()).toEqual(['undone', 'applied']);
    expect(await harness.repository.log()).toHaveLength(2);
  });
});

test('while a patch is being applied, other decisions are refused, and the applied hash is the reviewed one', async () => {
  await harness.propose({ id: 'p1', patch });
  const decisions = harness.decisions();
  const decide: ProposalDocuments['decide'] = async () => {
    const command = createAcceptance('p1', patch, { decision: 'reject' });
    expect(await outcomeCode(decisions.decide(command))).toBe('proposal_applying');
  };
  const given = documents({ decide });
  await harness.decisions({ documents: given }).decide(createAcceptance('p1', patch));
  expect(await harness.proposal('p1')).toMatchObject({
    status: 'accepted',
    decided_patch_sha256: sha256(patch),
  });
});
