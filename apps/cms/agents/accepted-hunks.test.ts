import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { newId } from '@galley/kernel';
import { expectProblem, writeFiles, type Answer, type Client } from '../fixtures.ts';
import { AgentNewsroom, post } from './fixtures.ts';

const words = Array.from({ length: 30 }, (_, at) => `Word ${at + 1}.`);
const article = (title: string): string =>
  post.replace('Ink', title).replace('Ink is blak.', words.join('\n\n'));
const change = (text: string, ...at: number[]): string =>
  at.reduce((all, number) => all.replace(`Word ${number}.\n`, `Term ${number}.\n`), text);

interface ProposalAnswer {
  readonly status: string;
  readonly patch: { readonly sha256: string };
  readonly hunks: { readonly id: string; readonly path: string; readonly kind: string }[];
  readonly left_out_hunks: { readonly id: string; readonly path: string }[];
  readonly comments: Record<string, unknown>[];
}

let newsroom: AgentNewsroom;
beforeAll(async () => {
  newsroom = await AgentNewsroom.open('.');
  const texts = ['a', 'b', 'c', 'd'].map(
    (name) => [`content/posts/${name}.md`, article(name)] as const,
  );
  await writeFiles(newsroom.server.project, {
    ...Object.fromEntries(texts),
    'long.txt': `${words.join('\n\n')}\n`,
  });
  await newsroom.commit('Articles');
  for (const name of ['a', 'b', 'c', 'd'])
    await vi.waitFor(
      async () => expect((await newsroom.document(`posts/${name}.md`)).status).toBe('published'),
      20_000,
    );
});
afterAll(() => newsroom[Symbol.asyncDispose]());

const show = async (id: string): Promise<ProposalAnswer> =>
  (await newsroom.eve.get(`/api/v1/workspaces/default/proposals/${id}`)).json<ProposalAnswer>();

async function act(
  id: string,
  action: string,
  { by = newsroom.eve, ...body }: { by?: Client } & Record<string, unknown>,
): Promise<Answer> {
  const { patch } = await show(id);
  return by.post(
    `/api/v1/workspaces/default/proposals/${id}/${action}`,
    { patch_sha256: patch.sha256, ...body },
    { 'idempotency-key': newId() },
  );
}

const proposeChanges = async (...paths: string[]): Promise<string> => {
  const patches = paths.map((path) => newsroom.diff(path, (text) => change(text, 3, 15, 27)));
  return newsroom.propose((await Promise.all(patches)).join(''));
};

describe('ADD-RUN-20: accepting single hunks of documents in review', () => {
  const added = `diff --git a/content/posts/added.md b/content/posts/added.md
new file mode 100644
--- /dev/null
+++ b/content/posts/added.md
@@ -0,0 +1,4 @@
+---
+title: Added
+---
+Added words.
`;

  test('approves a draft of these hunks, and takes the other drafts back', async () => {
    const [a, b] = ['content/posts/a.md', 'content/posts/b.md'];
    const patches = [a, b].map((path) => newsroom.diff(path, (text) => change(text, 3, 15, 27)));
    const id = await newsroom.propose((await Promise.all(patches)).join('') + added);
    await newsroom.reviewed('posts/a.md', 'Term 27.');
    await newsroom.reviewed('posts/b.md', 'Term 27.');
    const whole = await newsroom.reviewed('posts/added.md', 'Added words.');
    expect(whole.status).toBe('in_review');
    const { hunks } = await show(id);
    expect(hunks.map(({ path, kind }) => `${kind} ${path}`)).toEqual([
      ...Array<string>(3).fill(`change ${a}`),
      ...Array<string>(3).fill(`change ${b}`),
      'add content/posts/added.md',
    ]);
    const chosen = [hunks[0]!.id, hunks[2]!.id];

    const { revision } = await newsroom.document('posts/a.md');
    expectProblem(
      await act(id, 'accept', { hunks: chosen, by: newsroom.olga }),
      403,
      'not_independent',
    );
    expect((await newsroom.document('posts/a.md')).revision).toBe(revision);

    const answer = await act(id, 'accept', { hunks: chosen });
    expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 200 });
    const accepted = answer.json<ProposalAnswer>();
    expect(accepted.status).toBe('accepted');
    expect(accepted.left_out_hunks.map(({ id: hunk }) => hunk)).toEqual(
      [1, 3, 4, 5, 6].map((at) => hunks[at]!.id),
    );
    const document = await newsroom.document('posts/a.md');
    expect(document.editorial.approved_by).toBe('eve');
    expect(document.raw).toContain('last_editor: agent:ada');
    expect([...document.raw_body.matchAll(/Term \d+/g)].map(String)).toEqual(['Term 3', 'Term 27']);
    expect(await newsroom.committed(a)).toBe(change(article('a'), 3, 27));
    expect(await newsroom.committed(b)).toBe(article('b'));
    expect(await newsroom.document('posts/b.md')).toMatchObject({ status: 'draft' });
    expect((await newsroom.document('posts/b.md')).raw_body).not.toContain('Term');
    expectProblem(
      await newsroom.eve.get('/__admin/api/document?path=posts/added.md'),
      404,
      'not_found',
    );
    const visitor = newsroom.server.visitor();
    expect((await visitor.get('/posts/a/')).text).not.toContain('Term');
    expectProblem(await act(id, 'accept', { hunks: chosen }), 409, 'illegal_proposal_decision');
  });

  test('leaves the whole proposal in review when the commit fails', async () => {
    const id = await proposeChanges('content/posts/c.md');
    await newsroom.reviewed('posts/c.md', 'Term 27.');
    const [hunk] = (await show(id)).hunks;
    const lock = join(newsroom.server.project, '.git/refs/heads/main.lock');
    await writeFile(lock, 'of another program\n');
    const failed = await act(id, 'accept', { hunks: [hunk!.id] });
    expect(failed.status).toBeGreaterThanOrEqual(400);
    await rm(lock);
    const { db } = newsroom.server.database;
    const { state } = await db
      .selectFrom('proposal_applications')
      .select('state')
      .where('proposal_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(state).toBe('undone');
    const again = await newsroom.reviewed('posts/c.md', 'Term 27.');
    expect(again.editorial.approved_by).toBeNull();
    expect(again.raw_body).toContain('Term 15.');
    expect((await show(id)).status).toBe('in_review');
    expect((await act(id, 'accept', { hunks: [hunk!.id] })).status).toBe(200);
    const document = await newsroom.document('posts/c.md');
    expect([...document.raw_body.matchAll(/Term \d+/g)].map(String)).toEqual(['Term 3']);
    expect(document.editorial.approved_by).toBe('eve');
  });

  test('is undone after a crash before the commit, and late events do not decide the proposal', async () => {
    const id = await proposeChanges('content/posts/d.md');
    await newsroom.reviewed('posts/d.md', 'Term 27.');
    const [hunk] = (await show(id)).hunks;
    expect((await act(id, 'accept', { hunks: [hunk!.id] })).status).toBe(200);
    const { db } = newsroom.server.database;
    // The state of a process that died after the approval of the draft, and before its commit.
    const [tip] = await newsroom.log();
    const branch = join(newsroom.server.project, '.git/refs/heads/main');
    await writeFile(branch, `${tip!.commit.parent[0]!}\n`);
    const undecided = { status: 'in_review', decided_by: null, decided_at: null };
    await db
      .updateTable('proposals')
      .set({ ...undecided, decided_hunks: null })
      .where('id', '=', id)
      .execute();
    await db
      .updateTable('proposal_applications')
      .set({ state: 'applying', applied_at: null })
      .where('proposal_id', '=', id)
      .execute();
    // Recovers first.
    expectProblem(await act(id, 'rollback', { patch_sha256: undefined }), 409, 'not_applied');
    const whole = await newsroom.reviewed('posts/d.md', 'Term 15.');
    expect(whole.editorial.approved_by).toBeNull();

    await db
      .updateTable('event_cursors')
      .set({ read_id: 0 })
      .where('consumer', '=', 'proposals')
      .execute();
    await vi.waitFor(async () => {
      const { read_id: read } = await db
        .selectFrom('event_cursors')
        .select('read_id')
        .where('consumer', '=', 'proposals')
        .executeTakeFirstOrThrow();
      expect(read).toBeGreaterThan(0);
    }, 20_000);
    expect((await show(id)).status).toBe('in_review');
    expect((await act(id, 'accept', {})).status).toBe(200);
    expect(await newsroom.committed('content/posts/d.md')).toBe(change(article('d'), 3, 15, 27));
  });
});

describe('ADD-RUN-20, ADD-RUN-22: over HTTP, hunks and comments', () => {
  test.each([
    ['nobody', 401],
    ['author', 403],
    ['reviewer', 200],
    ['editor', 200],
  ])('by %s are answered %i', async (role, status) => {
    const id = await proposeChanges('long.txt');
    const { hunks } = await show(id);
    const username = `of-${newId()}`;
    const by =
      role === 'nobody'
        ? newsroom.server.visitor()
        : await newsroom.server.signedInAs({ username, role });
    const comment = { path: 'long.txt', side: 'new', line: 5, body: 'Why?' };
    expect((await act(id, 'comments', { by, ...comment })).status).toBe(status);
    const returned = await proposeChanges('long.txt');
    const sent = await act(returned, 'request-revision', { by, comments: [comment] });
    expect(sent.status).toBe(status);
    expect((await act(id, 'accept', { by, hunks: [hunks[1]!.id] })).status).toBe(status);
    const after = await show(id);
    expect(after.status).toBe(status === 200 ? 'accepted' : 'in_review');
    const { patch } = after;
    expect(after.comments).toMatchObject(
      status === 200
        ? [
            {
              ...comment,
              quote: 'Term 3.',
              author: username,
              patch_sha256: patch.sha256,
              is_outdated: false,
            },
          ]
        : [],
    );
    if (status !== 200) return;
    expect(await newsroom.committed('long.txt')).toContain('Term 15.');
    expect(await newsroom.committed('long.txt')).not.toContain('Term 3.');
    await newsroom.commit('As before');
    const reverted = await newsroom.eve.post(
      `/api/v1/workspaces/default/proposals/${id}/rollback`,
      {},
      { 'idempotency-key': newId() },
    );
    expect(reverted.status).toBe(200);
    expect((await show(returned)).status).toBe('revision_requested');
  });

  test('that do not fit are refused with their names, and comments become outdated with a new patch', async () => {
    const id = await proposeChanges('long.txt');
    const unknown = await act(id, 'accept', { hunks: ['stale'] });
    expectProblem(unknown, 409, 'unknown_hunks');
    expect(unknown.json<{ hunks: string[] }>().hunks).toEqual(['stale']);
    expectProblem(await act(id, 'accept', { hunks: [] }), 422, 'no_hunks_chosen');
    const comment = { path: 'long.txt', side: 'new', line: 1, body: 'Why?' };
    expectProblem(await act(id, 'comments', { ...comment, line: 12 }), 422, 'line_not_in_patch');
    expectProblem(await act(id, 'request-revision', {}), 422, 'note_required');
    expect((await act(id, 'request-revision', { comments: [comment] })).status).toBe(200);
    await newsroom.revise(id, await newsroom.diff('long.txt', (text) => change(text, 3)));
    expect((await show(id)).comments).toMatchObject([{ body: 'Why?', is_outdated: true }]);
    expectProblem(
      await newsroom.eve.post(
        `/api/v1/workspaces/default/proposals/${id}/comments`,
        { ...comment, patch_sha256: '0'.repeat(64) },
        { 'idempotency-key': newId() },
      ),
      409,
      'patch_changed',
    );
  });
});
