import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, writeFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sha256, silentLogger, systemClock } from '@galley/kernel';
import { runProblems } from '@galley/runcoord';
import { Applications } from './applications.ts';
import { accepting, blacker, codeOf, DecisionDesk, ink, person } from './desk.fixtures.ts';
import { DocumentSubmissions } from './document-submissions.ts';
import type { ProposalDocuments } from './proposal-documents.ts';
import { WorkspaceRepository } from './workspace-repository.ts';

let desk: DecisionDesk;
let first: string;
let calls: string[];
beforeAll(async () => {
  desk = await DecisionDesk.open();
});
afterAll(() => desk[Symbol.asyncDispose]());
beforeEach(async () => {
  await desk.renew();
  calls = [];
  first = await desk.repository.commit({ 'posts/ink.md': ink, 'code.ts': ink });
});

const patch = blacker('posts/ink.md') + blacker('code.ts');

/** The documents of a content tree, which are those below posts/. */
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

describe('where the repository is a content tree', () => {
  test('the documents are told of a patch, then of its acceptance, and see to their files themselves', async () => {
    await desk.propose({ id: 'p1', patch });
    // As a draft that is in review stands in the tree.
    await desk.repository.write('posts/ink.md', 'a draft\n');
    await desk.decisions({ documents: documents() }).decide(accepting('p1', patch));
    expect(calls).toEqual(['submit p1 posts/ink.md', 'accept p1 ada']);
    expect(await desk.repository.read('posts/ink.md')).toBe('a draft\n');
    expect(await desk.repository.read('code.ts')).toContain('blacker');
    expect(await desk.repository.committed('posts/ink.md')).toContain('blacker');
  });

  test('what they refuse is not done, and can be decided on again', async () => {
    await desk.propose({ id: 'p1', patch });
    const refuse = () => Promise.reject(runProblems.own_request('They wrote it.'));
    const decisions = desk.decisions({ documents: documents({ decide: refuse }) });
    for (const decision of ['accept', 'reject'] as const)
      expect(await codeOf(decisions.decide(accepting('p1', patch, { decision })))).toBe(
        'own_request',
      );
    expect([await desk.repository.head(), await desk.states()]).toEqual([first, ['undone']]);
    expect(desk.recorded).toEqual([]);
    await desk.decisions({ documents: documents() }).decide(accepting('p1', patch));
    expect(await desk.states()).toEqual(['undone', 'applied']);
  });

  test('they are told to undo what they decided when the branch moves away, and asked anew', async () => {
    await desk.propose({ id: 'p1', patch });
    let isMoved = false;
    const decide: ProposalDocuments['decide'] = async ({ decision }) => {
      calls.push(decision);
      if (!isMoved) await desk.repository.commit({ 'paper.md': 'White.\n' });
      isMoved = true;
    };
    await desk.decisions({ documents: documents({ decide }) }).decide(accepting('p1', patch));
    expect(calls).toEqual(['submit p1 posts/ink.md', 'accept', 'undo', 'accept']);
    expect(await desk.states()).toEqual(['undone', 'applied']);
    expect(await desk.repository.committed('paper.md')).toBe('White.\n');
  });

  test('patches in review are submitted once each, and what is refused is kept as refused', async () => {
    await desk.propose({ id: 'p1', patch });
    await desk.propose({ id: 'p2', patch });
    await desk.propose({ id: 'p3', patch, status: 'pending' });
    const submit: ProposalDocuments['submit'] = ({ proposal, files }) => {
      calls.push(`${proposal} ${files.length}`);
      if (proposal === 'p2') throw runProblems.own_request('Locked.');
      return Promise.resolve();
    };
    const repository = new WorkspaceRepository({
      workspaceId: 'press',
      directory: desk.repository.root,
    });
    const about = { db: desk.db, clock: systemClock, logger: silentLogger, repository };
    const submissions = new DocumentSubmissions({ ...about, documents: documents({ submit }) });
    expect(await submissions.submitDue('press')).toBe(2);
    expect(await submissions.submitDue('press')).toBe(0);
    expect(calls).toEqual(['p1 1', 'p2 1']);
    await desk.attach('p1', `${patch}`.replaceAll('blacker', 'blackest'), first);
    expect(await submissions.submitDue('press')).toBe(1);
  });
});

/** Lets another process accept p1, which ends itself when it has come to a step. */
async function dieAt(step: string): Promise<void> {
  const program = join(import.meta.dirname, 'accepting-process.fixtures.ts');
  const child = spawn(
    process.execPath,
    [program, desk.database.url, desk.repository.root, step, patch],
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
    await desk.propose({ id: 'p1', patch });
    await dieAt(step);
    const decisions = desk.decisions();
    await Promise.all([decisions.recover('press'), decisions.recover('press')]);
    expect(await desk.states()).toEqual([isIn ? 'applied' : 'undone']);
    expect((await desk.proposal('p1')).status).toBe(isIn ? 'accepted' : 'in_review');
    expect(await desk.repository.log()).toHaveLength(isIn ? 2 : 1);
    expect(await desk.repository.status()).toEqual([]);
    expect(await desk.told('proposal.accepted')).toHaveLength(isIn ? 1 : 0);
    const left = await readdir(join(desk.repository.root, '.git'));
    expect(left.filter((name) => /lock|tmp/.test(name))).toEqual([]);
    if (!isIn) await decisions.decide(accepting('p1', patch, { by: person('bo') }));
    expect(await desk.repository.committed('code.ts')).toContain('blacker');
    expect(await desk.states()).toEqual(isIn ? ['applied'] : ['undone', 'applied']);
  });

  test('is looked for without a word where there is no repository yet, and asked for where something is left', async () => {
    const git = join(desk.repository.root, '.git');
    await rename(git, `${git}-away`);
    expect(await desk.decisions().recover('press')).toBe(false);
    await rename(`${git}-away`, git);
    await desk.propose({ id: 'p1', patch });
    await dieAt('decided');
    await rename(git, `${git}-away`);
    await expect(desk.decisions().recover('press')).rejects.toMatchObject({
      code: 'repository_unusable',
    });
    await rename(`${git}-away`, git);
    expect(await desk.decisions().recover('press')).toBe(true);
  });

  test('with the lock of the branch, or half of the files written, is cleaned up after', async () => {
    await desk.propose({ id: 'p1', patch });
    await dieAt('decided');
    const { commit_id: commit } = await desk.db
      .selectFrom('proposal_applications')
      .select('commit_id')
      .executeTakeFirstOrThrow();
    await writeFile(join(desk.repository.root, '.git/refs/heads/main.lock'), `${commit}\n`);
    const decisions = desk.decisions();
    expect(await decisions.recover('press')).toBe(true);
    expect(await readdir(join(desk.repository.root, '.git/refs/heads'))).toEqual(['main']);
    await dieAt('on its branch');
    await desk.repository.write('code.ts', ink.replace('black', 'blacker'));
    await decisions.recover('press');
    expect(await desk.repository.status()).toEqual([]);
    expect(await decisions.recover('press')).toBe(false);
  });

  test('and is only thought to be, goes no further once somebody has cleaned up after it', async () => {
    await desk.propose({ id: 'p1', patch });
    const repository = new WorkspaceRepository({
      workspaceId: 'press',
      directory: desk.repository.root,
    });
    const auditIn = () => ({ record: () => Promise.resolve() });
    const others = new Applications({
      db: desk.db,
      clock: systemClock,
      logger: silentLogger,
      auditIn,
      repository,
    });
    const decide: ProposalDocuments['decide'] = () =>
      calls.push('asked') === 1 ? others.finishLeft('press') : Promise.resolve();
    const given = documents({ decide, submit: () => Promise.resolve() });
    await desk.decisions({ documents: given }).decide(accepting('p1', patch));
    expect(calls).toEqual(['asked', 'undo', 'asked']);
    expect(await desk.states()).toEqual(['undone', 'applied']);
    expect(await desk.repository.log()).toHaveLength(2);
  });
});

test('while a patch is on its way, nobody else decides, and the hash of what is in is that of what was read', async () => {
  await desk.propose({ id: 'p1', patch });
  const decisions = desk.decisions();
  const decide: ProposalDocuments['decide'] = async () => {
    const command = accepting('p1', patch, { decision: 'reject' });
    expect(await codeOf(decisions.decide(command))).toBe('proposal_applying');
  };
  const given = documents({ decide });
  await desk.decisions({ documents: given }).decide(accepting('p1', patch));
  expect(await desk.proposal('p1')).toMatchObject({
    status: 'accepted',
    decided_patch_sha256: sha256(patch),
  });
});
