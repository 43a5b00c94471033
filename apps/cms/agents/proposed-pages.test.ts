import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { expectProblem, type Client } from '../fixtures.ts';
import { AdminClient } from '../people.fixtures.ts';
import { AgentNewsroom, post } from './fixtures.ts';

const ink = 'content/posts/ink.md';
const pen = 'content/posts/pen.md';

interface Proposed {
  readonly path: string;
  readonly former_path: string | null;
  readonly change: string;
  readonly title: string | null;
  readonly url: string | null;
}

interface Preview {
  readonly html: string;
  readonly html_body: string;
  readonly title: string;
  readonly url: string;
  readonly problem: { readonly line: number } | null;
}

let newsroom: AgentNewsroom;
let reader: Client;

beforeAll(async () => {
  newsroom = await AgentNewsroom.open('.');
  const { server } = newsroom;
  const watcher = { name: 'watcher', capabilities: ['runs.read'] };
  await new AdminClient(await server.signedIn()).postJson('/roles/save', watcher);
  reader = await server.signedInAs({ username: 'wanda', role: 'watcher' });
});

afterAll(() => newsroom[Symbol.asyncDispose]());

function listOf(proposal: string): Promise<Proposed[]> {
  return new AdminClient(reader).getJson<Proposed[]>('/documents/proposed', { proposal });
}

function previewOf(proposal: string, path: string): Promise<Preview> {
  return new AdminClient(reader).getJson<Preview>('/documents/proposed/preview', {
    proposal,
    path,
  });
}

const newFile = (path: string, text: string) =>
  `diff --git a/${path} b/${path}\nnew file mode 100644\n--- /dev/null\n+++ b/${path}\n@@ -0,0 +1,${text.split('\n').length - 1} @@\n${text.replace(/^(?=.)/gm, '+')}`;

const deletion = (path: string, text: string) =>
  `diff --git a/${path} b/${path}\ndeleted file mode 100644\n--- a/${path}\n+++ /dev/null\n@@ -1,${text.split('\n').length - 1} +0,0 @@\n${text.replace(/^(?=.)/gm, '-')}`;

const rename = (from: string, to: string) =>
  `diff --git a/${from} b/${to}\nsimilarity index 100%\nrename from ${from}\nrename to ${to}\n`;

describe('ADD-CHECK-8: the documents of a proposal', () => {
  test('are listed and rendered as the patch leaves them', async () => {
    const id = await newsroom.propose(
      (await newsroom.diff(ink, (text) => text.replace('blak', '**black**'))) +
        newFile('content/posts/new.md', '---\ntitle: Novel\n---\nFresh.\n') +
        newFile('content/notes.txt', 'No page.\n'),
    );
    const none = { former_path: null };
    expect(await listOf(id)).toEqual([
      { path: 'posts/ink.md', change: 'change', title: 'Ink', url: '/posts/ink/', ...none },
      { path: 'posts/new.md', change: 'add', title: 'Novel', url: '/posts/new/', ...none },
    ]);
    const changed = await previewOf(id, 'posts/ink.md');
    expect(changed).toMatchObject({
      title: 'Ink',
      url: '/posts/ink/',
      html_body: '<p>Ink is <strong>black</strong>.</p>\n',
      problem: null,
    });
    expect(changed.html).toContain('<meta name="robots" content="noindex">');
    expect(changed.html).toContain('aria-label="Preview, not published"');
    expect((await previewOf(id, 'posts/new.md')).html).toContain('<p>Fresh.</p>');
    expect((await newsroom.server.visitor().get('/posts/ink/')).text).toContain('blak');
  });

  test('include renamed and deleted ones', async () => {
    const id = await newsroom.propose(
      rename(ink, 'content/posts/soot.md') + deletion(pen, await newsroom.committed(pen)),
    );
    expect(await listOf(id)).toEqual([
      {
        path: 'posts/soot.md',
        former_path: 'posts/ink.md',
        change: 'rename',
        title: 'Ink',
        url: '/posts/soot/',
      },
      { path: 'posts/pen.md', former_path: null, change: 'delete', title: null, url: null },
    ]);
    expect((await previewOf(id, 'posts/soot.md')).html).toContain('Ink is blak.');
    const ask = (path: string) =>
      new AdminClient(reader).ask('/documents/proposed/preview', { proposal: id, path });
    for (const path of ['posts/pen.md', 'posts/ink.md', 'posts/none.md'])
      expectProblem(await ask(path), 404, 'not_found');
    expectProblem(await ask('../notes.txt'), 400, 'invalid_path');
  });

  test('with unreadable frontmatter show the reason, and fail the check', async () => {
    const broken = (text: string) =>
      text.replace('title: Pen', 'title: [').replace('rite', 'write');
    const id = await newsroom.propose(await newsroom.diff(pen, broken));
    expect(await previewOf(id, 'posts/pen.md')).toMatchObject({
      html_body: '<p>Pens write.</p>\n',
      problem: { line: 2 },
    });
    await vi.waitFor(async () => {
      const { checks } = await newsroom.proposal(id);
      expect(checks.find(({ name }) => name === 'preview')).toMatchObject({
        outcome: 'fail',
        detail: expect.stringMatching(/^posts\/pen\.md, line 2: /) as string,
      });
    }, 30_000);
  });

  test('are for people who may read runs, and not cached', async () => {
    const id = await newsroom.propose(
      await newsroom.diff(ink, (text) => text.replace('blak', 'black')),
    );
    const query = { proposal: id, path: 'posts/ink.md' };
    const answer = await new AdminClient(reader).ask('/documents/proposed/preview', query);
    expect(answer.headers.get('cache-control')).toMatch(/no-store/);
    const wim = await newsroom.server.signedInAs({ username: 'wim', role: 'author' });
    for (const operation of ['/documents/proposed/preview', '/documents/proposed'])
      expectProblem(await new AdminClient(wim).ask(operation, query), 403, 'forbidden');
    expectProblem(
      await new AdminClient(reader).ask('/documents/proposed', { proposal: 'none' }),
      404,
      'proposal_not_found',
    );
  });
});

test('ADD-CHECK-7: a block that no plugin has fails the check of a proposal, with its line', async () => {
  const id = await newsroom.propose(
    newFile('content/posts/card.md', `${post.replace('Ink is blak.', ':::card\nIn it.\n:::')}`),
  );
  await vi.waitFor(async () => {
    const { checks } = await newsroom.proposal(id);
    expect(checks.find(({ name }) => name === 'preview')).toMatchObject({
      outcome: 'fail',
      detail:
        'posts/card.md, line 6: no enabled plugin has a block “card”, so the page shows its source',
    });
  }, 30_000);
});
