import { afterEach, beforeEach, expect, test } from 'vitest';
import { sha256 } from '@galley/kernel';
import { Project } from '../fixtures.ts';
import { ProposalCommentRepository } from '../proposal-comment-repository.ts';
import { describeRevision } from './revision-request.ts';

let project: Project;
beforeEach(async () => {
  project = await Project.open();
});
afterEach(() => project[Symbol.asyncDispose]());

const describeIt = (reason: string) => describeRevision(project.db, { runId: 'run-1', reason });

async function addProposal(decision_note: string): Promise<void> {
  const at = project.clock.now();
  const texts = { title: 'Ink', body: '', risk: 'low', proposed_by: 'ada' };
  const decision = { decided_by: 'eve', decision_note, decided_patch_sha256: sha256('one') };
  const place = { id: 'p', workspace_id: 'press', run_id: 'run-1', status: 'revision_requested' };
  await project.db
    .insertInto('proposals')
    .values({ ...place, ...texts, ...decision, created_at: at, updated_at: at })
    .execute();
}

const comment = (id: string, patch: string, more: object = {}) => ({
  id,
  patchSha256: sha256(patch),
  path: 'ink.md',
  side: 'new' as const,
  line: 3,
  quote: 'It is black.',
  body: 'Say how black.',
  author: 'eve',
  createdAt: new Date(0),
  ...more,
});

test('ADD-RUN-22: the prompt of a revision has the note and the comments on the returned patch', async () => {
  await addProposal('Nearly.');
  await new ProposalCommentRepository(project.db).insert('p', [
    comment('c0', 'earlier', { body: 'Old.' }),
    comment('c1', 'one'),
    comment('c2', 'one', { side: 'old', line: 9, quote: 'x'.repeat(500), body: 'Keep it.' }),
  ]);
  expect(await describeIt('revise p')).toBe(
    'eve requested a revision. Nearly.\nComments on lines of the patch:\n' +
      '- ink.md, line 3 (It is black.), by eve: Say how black.\n' +
      `- ink.md, line 9 of the base (${'x'.repeat(120)}…), by eve: Keep it.`,
  );
  expect(await describeIt('review p')).toBeUndefined();
  expect(await describeIt('revise other')).toBeUndefined();
});
