import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { documentsElsewhere } from '@galley/proposals';
import { expectProblem } from '../fixtures.ts';
import { AgentNewsroom, post } from './fixtures.ts';

const ink = 'content/posts/ink.md';
const black = (text: string): string => text.replace('blak', 'black');

describe('GAP-RC-CONTENT-1: a patch to a document, in a repository that contains the content tree,', () => {
  let newsroom: AgentNewsroom;

  beforeAll(async () => {
    newsroom = await AgentNewsroom.open('.');
  });

  afterAll(() => newsroom[Symbol.asyncDispose]());

  test('becomes a draft of the agent in review, and the decision on the document decides the proposal', async () => {
    const base = await newsroom.head();
    const id = await newsroom.propose(await newsroom.diff(ink, black));
    const document = await newsroom.reviewed('posts/ink.md', 'Ink is black.');
    expect(document.raw).toContain('last_editor: agent:ada');
    expect(document.editorial.approved_by).toBeNull();
    const visitor = newsroom.server.visitor();
    expect((await visitor.get('/posts/ink/')).text).toContain('Ink is blak.');

    expectProblem(
      await newsroom.editorial('posts/ink.md', 'approve', { by: newsroom.olga }),
      403,
      'not_independent',
    );
    expect((await newsroom.proposal(id)).status).toBe('in_review');

    expect((await newsroom.editorial('posts/ink.md', 'approve')).status).toBe(200);
    const accepted = await newsroom.waitForStatus(id, 'accepted');
    expect(accepted).toMatchObject({ decided_by: 'eve', applied_commit: await newsroom.head() });
    expect(await newsroom.committed(ink)).toBe(black(post));
    const [commit] = await newsroom.log();
    expect(commit!.commit.parent).toEqual([base]);
    expect((await visitor.get('/posts/ink/')).text).toContain('Ink is blak.');

    const published = { path: 'posts/ink.md', status: 'published' };
    expect((await newsroom.eve.post('/__admin/api/documents/status', published)).status).toBe(200);
    expect((await visitor.get('/posts/ink/')).text).toContain('Ink is black.');
  });

  test('is approved when the proposal is accepted, by the rules for documents', async () => {
    const pen = 'content/posts/pen.md';
    const patch = await newsroom.diff(pen, (text) => text.replace('rite', 'write'));
    const id = await newsroom.propose(patch);
    await newsroom.reviewed('posts/pen.md', 'Pens write.');
    const head = await newsroom.head();
    expectProblem(
      await newsroom.decide(id, 'accept', { by: newsroom.olga }),
      403,
      'not_independent',
    );
    expect(await newsroom.head()).toBe(head);
    expect((await newsroom.document('posts/pen.md')).editorial.approved_by).toBeNull();

    expect((await newsroom.decide(id, 'accept')).status).toBe(200);
    expect((await newsroom.document('posts/pen.md')).editorial.approved_by).toBe('eve');
    expect(await newsroom.committed(pen)).toContain('Pens write.');
  });

  test('returns to the agent with the note of the reviewer, and can be resubmitted', async () => {
    const path = 'content/posts/quill.md';
    const patch = `diff --git a/${path} b/${path}
new file mode 100644
--- /dev/null
+++ b/${path}
@@ -0,0 +1,4 @@
+---
+title: Quill
+---
+Quils are feathers.
`;
    const id = await newsroom.propose(patch);
    await newsroom.reviewed('posts/quill.md', 'Quils are');
    const note = 'Two l, please.';
    const asked = await newsroom.editorial('posts/quill.md', 'request_changes', { note });
    expect(asked.status).toBe(200);
    expect(await newsroom.waitForStatus(id, 'revision_requested')).toMatchObject({
      decision_note: note,
      decided_by: 'eve',
    });
    expect((await newsroom.document('posts/quill.md')).status).toBe('draft');

    await newsroom.revise(id, patch.replace('Quils', 'Quills'));
    await newsroom.reviewed('posts/quill.md', 'Quills are');
    expect((await newsroom.decide(id, 'reject')).status).toBe(200);
    const gone = await newsroom.eve.get('/__admin/api/document?path=posts/quill.md');
    expectProblem(gone, 404, 'not_found');
  });

  test('is submitted once, even if the process dies before recording it', async () => {
    const change = (text: string): string => text.replace('write', 'write well');
    const id = await newsroom.propose(await newsroom.diff('content/posts/pen.md', change));
    await newsroom.reviewed('posts/pen.md', 'Pens write well.');
    const { db } = newsroom.server.database;
    const [{ head: before }] = await newsroom.history('posts/pen.md');
    // The state of a crash after the draft was written and before its row was updated.
    await db.updateTable('proposal_documents').set({ revision: null }).execute();
    await db.deleteFrom('proposal_submissions').where('proposal_id', '=', id).execute();
    await newsroom.waitForSubmission(id);
    expect(await newsroom.history('posts/pen.md')).toMatchObject([{ head: before }]);
    expect((await newsroom.editorial('posts/pen.md', 'approve')).status).toBe(200);
    await newsroom.waitForStatus(id, 'accepted');
  });

  test('leaves the text unchanged when the proposal is rejected', async () => {
    const before = await newsroom.document('posts/pen.md');
    const patch = await newsroom.diff('content/posts/pen.md', (text) =>
      text.replace('write well', 'draw'),
    );
    const id = await newsroom.propose(patch);
    await newsroom.reviewed('posts/pen.md', 'Pens draw.');
    expect((await newsroom.decide(id, 'reject', { note: 'No.' })).status).toBe(200);
    expect(await newsroom.document('posts/pen.md')).toMatchObject({
      status: 'draft',
      raw_body: before.raw_body,
      revision: before.revision,
    });
  });

  test.each([
    ['content/.published/posts/ink.md', 'posts/ink.md is not a document'],
    ['content/config/site.yaml', 'site.yaml is not a document'],
    ['content/media/a.txt', 'a.txt is not a document'],
    ['content/posts/notes.txt', 'notes.txt is not a document'],
  ])('to %s is refused, because it would bypass approvals', async (path, why) => {
    const patch = `diff --git a/${path} b/${path}
new file mode 100644
--- /dev/null
+++ b/${path}
@@ -0,0 +1 @@
+Ink is free.
`;
    const id = await newsroom.propose(patch);
    const back = await newsroom.waitForStatus(id, 'revision_requested');
    expect(back.decision_note).toContain(why);
    expect(back.decided_by).toBe('galley');
  });

  test('that was accepted before the editorial workflow existed still goes through it', async () => {
    const patch = await newsroom.diff(ink, (text) => text.replace('black', 'blue'));
    const id = await newsroom.propose(patch);
    const answer = await newsroom.decide(id, 'accept');
    expect(answer.status).toBe(200);
    expect(await newsroom.document('posts/ink.md')).toMatchObject({
      status: 'in_review',
      editorial: { approved_by: 'eve' },
    });
  });

  test('and of another file of the repository is applied to the working tree alone', async () => {
    const id = await newsroom.propose(
      await newsroom.diff('notes.txt', (text) => text.replace('hand', 'agent')),
    );
    expect((await newsroom.decide(id, 'accept')).status).toBe(200);
    expect(await newsroom.server.read('notes.txt')).toBe('By agent.\n');
  });

  test('is not decided by a process that does not serve the documents', async () => {
    const { db } = newsroom.server.database;
    const elsewhere = documentsElsewhere(db, 'content/');
    const { proposal_id: proposal } = await db
      .selectFrom('proposal_documents')
      .select('proposal_id')
      .executeTakeFirstOrThrow();
    const by = { username: 'eve', address: '', requestId: '' };
    const decision = { id: 'd', patchSha256: '', decision: 'accept', by, note: null } as const;
    await expect(elsewhere.decide({ ...decision, proposal })).rejects.toMatchObject({
      code: 'decided_as_documents',
    });
    await elsewhere.decide({ ...decision, proposal: 'of files alone' });
    expect(elsewhere.isDocument('content/posts/ink.md')).toBe(true);
    expect(elsewhere.isDocument('notes.txt')).toBe(false);
  });
});

describe('where the repository is the content tree itself, a patch to a document', () => {
  test('that has changed since is returned with a new base commit', async () => {
    await using newsroom = await AgentNewsroom.open('content');
    const base = await newsroom.head();
    const patch = await newsroom.diff('posts/ink.md', black);
    const { revision } = await newsroom.document('posts/ink.md');
    const saved = await newsroom.olga.post('/__admin/api/documents/save', {
      path: 'posts/ink.md',
      content: 'Ink is blak, and wet.',
      expected_revision: revision,
    });
    expect(saved.status).toBe(200);
    const id = await newsroom.propose(patch);
    const back = await newsroom.waitForStatus(id, 'revision_requested');
    expect(back.decision_note).toContain('posts/ink.md has changed since the base commit');
    expect(await newsroom.head()).not.toBe(base);
    expect(await newsroom.committed('posts/ink.md')).toContain('and wet');

    await newsroom.revise(id, await newsroom.diff('posts/ink.md', black));
    await newsroom.reviewed('posts/ink.md', 'Ink is black, and wet.');
    await newsroom.commit('A snapshot');
    expect((await newsroom.editorial('posts/ink.md', 'approve')).status).toBe(200);
    await newsroom.waitForStatus(id, 'accepted');
  });
});
