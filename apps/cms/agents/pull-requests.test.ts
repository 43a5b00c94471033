import { GitRemote } from '@galley/testing';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { AgentNewsroom } from './fixtures.ts';

const ink = 'content/posts/ink.md';
const options = { timeout: 30_000, interval: 20 };

let remote: GitRemote;
let newsroom: AgentNewsroom;

beforeAll(async () => {
  remote = await GitRemote.open();
  newsroom = await AgentNewsroom.open('.', 'default', { remote: remote.settings() });
  await remote.receive(newsroom.server.project);
  const { db } = newsroom.server.database;
  const [run] = await db.selectFrom('runs').select(['id', 'workspace_id']).execute();
  const recipe = { recipe: 'mend', parameters: '{}', cause: 'person' };
  await db
    .insertInto('run_recipes')
    .values({
      run_id: run!.id,
      workspace_id: run!.workspace_id!,
      ...recipe,
      result: 'pull_request',
    })
    .execute();
});

afterAll(async () => {
  await newsroom[Symbol.asyncDispose]();
  await remote[Symbol.asyncDispose]();
});

async function waitForState(id: string, state: string) {
  await vi.waitFor(
    async () => expect((await newsroom.proposal(id)).pull_request?.state).toBe(state),
    options,
  );
  return newsroom.proposal(id);
}

/** The next attempt is due at once. */
async function followNow(): Promise<void> {
  const { db } = newsroom.server.database;
  await db
    .updateTable('proposal_pull_requests')
    .set({ next_at: new Date(0) })
    .execute();
}

describe('ADD-RUN-25: over HTTP, a proposal with a pull request', () => {
  test('about a file is merged with it', async () => {
    const patch = await newsroom.diff('notes.txt', (text) => text.replace('hand', 'foot'));
    const id = await newsroom.propose(patch);
    const { pull_request: open } = await waitForState(id, 'open');
    expect(open?.url).toBe(`${remote.address}/owner/name/pull/${open?.number}`);
    const pull = remote.state.pulls.find(({ number }) => number === open?.number)!;
    expect(pull.description).toContain(`/__admin/proposals/${id})`);
    Object.assign(pull, { state: 'merged', by: 'bo' });
    await followNow();
    expect(await newsroom.waitForStatus(id, 'merged')).toMatchObject({
      decided_by: 'galley',
      applied_commit: null,
    });
  });

  test('about a document needs an approval here after the merge', async () => {
    const patch = await newsroom.diff(ink, (text) => text.replace('blak', 'black'));
    const id = await newsroom.propose(patch);
    const { pull_request: open } = await waitForState(id, 'open');
    await newsroom.reviewed('posts/ink.md', 'Ink is black.');
    const pull = remote.state.pulls.find(({ number }) => number === open?.number)!;
    Object.assign(pull, { state: 'merged', by: 'bo' });
    await followNow();
    const merged = await waitForState(id, 'merged');
    expect(merged.status).toBe('in_review');
    expect(merged.pull_request?.problem).toContain('still need an approval here');
    expect((await newsroom.document('posts/ink.md')).editorial.approved_by).toBeNull();
    expect((await newsroom.decide(id, 'accept')).status).toBe(200);
    expect((await newsroom.document('posts/ink.md')).editorial.approved_by).toBe('eve');
    expect((await newsroom.proposal(id)).pull_request).toMatchObject({ problem: null });
  });

  test('about a document is rejected with it, and the draft becomes what it was', async () => {
    const pen = 'content/posts/pen.md';
    const base = await newsroom.commit('Before the pen');
    await remote.receive(newsroom.server.project);
    const patch = await newsroom.diff(pen, (text) => text.replace('rite', 'write'));
    const id = await newsroom.propose(patch, { base });
    const { pull_request: open } = await waitForState(id, 'open');
    const pull = remote.state.pulls.find(({ number }) => number === open?.number)!;
    Object.assign(pull, { state: 'closed', by: 'bo' });
    await followNow();
    const { decision_note: note } = await newsroom.waitForStatus(id, 'rejected');
    expect(note).toContain('was closed by bo');
    await vi.waitFor(
      async () =>
        expect(await newsroom.document('posts/pen.md')).toMatchObject({
          status: 'draft',
          raw_body: 'Pens rite.\n',
        }),
      options,
    );
  });
});
