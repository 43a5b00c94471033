import fs from 'node:fs';
import { readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import git from 'isomorphic-git';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId, sha256 } from '@galley/kernel';
import { ProposalCheckRepository } from '@galley/runcoord';
import { TestProject, type Started } from '../fixtures.ts';
import { addRun, TestAgent, workerToken } from './fixtures.ts';

let project: TestProject;
let coordinator: Started;
let token: string;
let writer: TestAgent;
let reviewer: TestAgent;
let base: string;

const author = { name: 'Ada', email: 'ada@example.org' };
const repository = () => ({ fs, dir: project.directory });

beforeAll(async () => {
  project = await TestProject.open('{ enforcement: enforced, workspace: { repository: . } }');
  await git.init(repository());
  await project.write('ink.md', '# Ink\n');
  await symlink('/tmp', join(project.directory, 'away'));
  for (const filepath of ['ink.md', 'away']) await git.add({ ...repository(), filepath });
  base = await git.commit({ ...repository(), message: 'Write', author });
  coordinator = await project.start();
  // Blocked runs are not ticked, so no tick interferes.
  await addRun(project, 'run-1', 'starting');
  token = await project.tokenOf('reviewer');
  const agent = async (agentId: string): Promise<TestAgent> =>
    TestAgent.connect(coordinator.address, (await workerToken(project, { agentId })).token);
  [writer, reviewer] = await Promise.all([agent('implementer-1'), agent('reviewer-1')]);
});

afterAll(async () => {
  await writer[Symbol.asyncDispose]();
  await reviewer[Symbol.asyncDispose]();
  await project[Symbol.asyncDispose]();
});

const patch = `--- a/ink.md\n+++ b/ink.md\n@@ -1 +1,2 @@\n # Ink\n+It is black.\n`;
const made = (path: string): string =>
  `diff --git a/${path} b/${path}\nnew file mode 100644\n--- /dev/null\n+++ b/${path}\n@@ -0,0 +1 @@\n+x\n`;

async function propose(): Promise<string> {
  const { value } = await writer.change('proposal_create', { title: 'The colour', body: 'Asked.' });
  return String(value['id']);
}

const attach = (proposal_id: string, text = patch, base_revision = base) =>
  writer.change('proposal_attach_patch', { proposal_id, base_revision, patch: text });

test('ADD-CHECK-5: proposal_get has the checks of the newest patch once they are finished', async () => {
  const proposal_id = await propose();
  await attach(proposal_id);
  const get = async () => (await reviewer.call('proposal_get', { proposal_id })).value['checks'];
  expect(await get()).toBeNull();
  const checks = new ProposalCheckRepository(project.db);
  const patchKey = { proposalId: proposal_id, patchSha256: sha256(patch) };
  expect(await checks.claim(patchKey, new Date())).toBe(1);
  expect(await get()).toBeNull();
  const result = { name: 'links', outcome: 'fail', detail: 'ink.md, line 1: gone' } as const;
  expect(await checks.finish(patchKey, [result], new Date())).toBe(true);
  expect(await get()).toEqual([result]);
  await attach(proposal_id, made('new.md'));
  expect(await get()).toBeNull();
});

async function decide(decision: string, body: object, by = token) {
  const place = `/api/v1/workspaces/default/proposals/${decision}`;
  const headers = {
    authorization: `Bearer ${by}`,
    'content-type': 'application/json',
    'idempotency-key': newId(),
  };
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  const response = await coordinator.get(place, init);
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

describe('GAP-RC-MCP-5: a patch is tested when it is attached, and rejected', () => {
  test.each([
    ['to a missing base', patch, '1'.repeat(40), 'base_not_found'],
    ['that does not fit', patch.replace('# Ink', '# Paper'), undefined, 'patch_does_not_apply'],
    ['through a link', made('away/x.md'), undefined, 'patch_does_not_apply'],
    ['of a link', patch.replaceAll('ink.md', 'away'), undefined, 'patch_does_not_apply'],
    ['below a file', made('ink.md/x.md'), undefined, 'patch_does_not_apply'],
    [
      'into .git by a rename',
      'diff --git a/ink.md b/x\nrename from ink.md\nrename to .GIT/hooks/post-commit\n',
      undefined,
      'invalid_patch',
    ],
    [
      'out of it by a quoted path',
      patch.replaceAll('/ink.md', '/\\056\\056/x').replaceAll(/(?<= )([ab]\/\S+)/g, '"$1"'),
      undefined,
      'invalid_patch',
    ],
  ])('%s', async (...[, text, revision, code]) => {
    const { error } = await attach(await propose(), text, revision);
    expect(error).toMatchObject({ code });
  });
});

async function readNewestPatch(proposal_id: string) {
  const { value } = await writer.call('proposal_get', { proposal_id });
  return value['patch'] as { sha256: string; base_revision: string; patch: string };
}

describe('a patch with wrong line counts', () => {
  const fit = `--- a/ink.md\n+++ b/ink.md\n@@ -1,7 +1,9 @@\n # Ink\n+It is black.\n`;

  test('is stored with the right ones, and its hash is of what is stored', async () => {
    const proposal = await propose();
    const { value } = await attach(proposal, fit);
    const stored = await readNewestPatch(proposal);
    expect(stored.patch).toBe(`diff --git a/ink.md b/ink.md\n${patch}`);
    expect(stored.sha256).toBe(sha256(stored.patch));
    expect(value['patch']).toMatchObject({ sha256: stored.sha256, base_revision: base });
  });

  test.each([
    ['matches nowhere', fit.replace('# Ink', '# Paper'), 'the line counts of this hunk are wrong'],
    ['has no lines to match', fit.replace(' # Ink\n', ''), 'match at 2 places'],
  ])('is refused if its hunk %s', async (...[, text, why]) => {
    const { error } = await attach(await propose(), text);
    expect(error).toMatchObject({
      code: 'patch_does_not_apply',
      path: 'ink.md',
      line: 3,
      message: expect.stringContaining(why) as string,
    });
  });
});

describe('edits of a proposal', () => {
  const edit = (proposal_id: string, ...[old, replacement, path = 'ink.md']: string[]) =>
    writer.change('proposal_edit', { proposal_id, path, old, new: replacement });
  const put = (proposal_id: string, path: string, content: string) =>
    writer.change('proposal_put_file', { proposal_id, path, content });
  const remove = (proposal_id: string, path: string) =>
    writer.change('proposal_delete_file', { proposal_id, path });

  test('begin on the newest commit, and extend the newest patch', async () => {
    const proposal = await propose();
    await put(proposal, 'new.md', 'New.\n');
    await edit(proposal, 'New', 'Newer', 'new.md');
    const { value } = await edit(proposal, '# Ink\n', '# Ink\nIt is black.\n');
    const stored = await readNewestPatch(proposal);
    expect(stored).toMatchObject({ base_revision: base, sha256: sha256(stored.patch) });
    expect(value['patch']).toMatchObject({ sha256: stored.sha256 });
    expect(stored.patch).toBe(
      `diff --git a/ink.md b/ink.md\n${patch}${made('new.md').replace('+x', '+Newer.')}`,
    );
    await remove(proposal, 'new.md');
    expect((await readNewestPatch(proposal)).patch).toBe(`diff --git a/ink.md b/ink.md\n${patch}`);
    await remove(proposal, 'ink.md');
    expect((await readNewestPatch(proposal)).patch).toContain('deleted file mode');
  });

  test('extend an attached patch on its base', async () => {
    const proposal = await propose();
    await attach(proposal);
    await edit(proposal, 'It is black.', 'It is blue.');
    expect((await readNewestPatch(proposal)).patch).toContain('+It is blue.');
  });

  test('make an earlier vote outdated', async () => {
    const proposal_id = await propose();
    await put(proposal_id, 'new.md', 'New.\n');
    await writer.change('proposal_request_review', { proposal_id });
    const { sha256: patch_sha256 } = await readNewestPatch(proposal_id);
    await edit(proposal_id, 'New.', 'Newer.', 'new.md');
    const ballot = { proposal_id, patch_sha256, decision: 'approve' };
    expect((await reviewer.change('vote_cast', ballot)).error?.code).toBe('patch_changed');
  });

  test('move to the newest commit if it does not touch the patched files', async () => {
    const proposal = await propose();
    await put(proposal, 'new.md', 'New.\n');
    const commit = async (path: string, text: string): Promise<string> => {
      await project.write(path, text);
      await git.add({ ...repository(), filepath: path });
      return git.commit({ ...repository(), message: 'Write', author });
    };
    const newest = await commit('other.md', 'Other.\n');
    await edit(proposal, 'Other', 'Another', 'other.md');
    expect(await readNewestPatch(proposal)).toMatchObject({ base_revision: newest });
    await commit('other.md', 'Changed.\n');
    await edit(proposal, 'New', 'Newer', 'new.md');
    expect(await readNewestPatch(proposal)).toMatchObject({ base_revision: newest });
    base = await git.resolveRef({ ...repository(), ref: 'HEAD' });
  });

  test.each<
    [string, (proposal: string) => Promise<{ readonly error: object | undefined }>, string]
  >([
    ['a text that is not there', (id) => edit(id, 'Paper', 'x'), 'text_not_unique'],
    ['a missing file', (id) => edit(id, 'x', 'y', 'none.md'), 'not_editable'],
    ['a link', (id) => put(id, 'away', 'x'), 'not_editable'],
    ['a file behind a link', (id) => put(id, 'away/x.md', 'x'), 'patch_does_not_apply'],
    ['a file below a file', (id) => put(id, 'ink.md/x.md', 'x'), 'patch_does_not_apply'],
    ['a path out of the repository', (id) => put(id, '../x.md', 'x'), 'not_editable'],
    ['a path in .git', (id) => put(id, '.git/hooks/x', 'x'), 'not_editable'],
    ['nothing', (id) => put(id, 'ink.md', '# Ink\n'), 'not_editable'],
  ])('are refused for %s', async (_what, act, code) => {
    expect((await act(await propose())).error).toMatchObject({ code });
  });

  test('are refused if they undo the whole proposal, or another agent makes them', async () => {
    const proposal_id = await propose();
    await put(proposal_id, 'new.md', 'New.\n');
    expect((await remove(proposal_id, 'new.md')).error).toMatchObject({ code: 'not_editable' });
    const call = { proposal_id, path: 'new.md', content: 'Mine.' };
    expect((await reviewer.change('proposal_put_file', call)).error?.code).toBe('not_yours');
  });
});

test('GAP-RC-MCP-5: a person accepts a proposal of agents, and the commit is in the repository', async () => {
  const proposal = await propose();
  await attach(proposal);
  await writer.change('proposal_request_review', { proposal_id: proposal });
  await reviewer.change('vote_cast', { proposal_id: proposal, decision: 'approve' });
  const note = 'Say which black.';
  expect(
    await decide(`${proposal}/request-revision`, { patch_sha256: sha256(patch), note }),
  ).toMatchObject({
    status: 200,
    body: { status: 'revision_requested', decision_note: note },
  });
  const better = patch.replace('black', 'jet black');
  await attach(proposal, better);
  await writer.change('proposal_request_review', { proposal_id: proposal });
  expect(await decide(`${proposal}/accept`, { patch_sha256: sha256(patch) })).toMatchObject({
    status: 409,
    body: { code: 'patch_changed', patch_sha256: sha256(better) },
  });
  const { status, body } = await decide(`${proposal}/accept`, { patch_sha256: sha256(better) });
  const head = await git.resolveRef({ ...repository(), ref: 'HEAD' });
  expect({ status, body }).toMatchObject({
    status: 200,
    body: {
      status: 'accepted',
      applied_commit: head,
      is_base_current: null,
      rolled_back_at: null,
      votes: [{ agent_id: 'reviewer-1', decision: 'approve' }],
    },
  });
  expect(await readFile(join(project.directory, 'ink.md'), 'utf8')).toContain('jet black');
  const taken = { note: 'Too dark.' };
  expect(await decide(`${proposal}/rollback`, taken)).toMatchObject({ status: 403 });
  const editor = await project.tokenOf('editor');
  expect(await decide(`${proposal}/rollback`, taken, editor)).toMatchObject({
    status: 200,
    body: { status: 'accepted', rolled_back_by: expect.any(String) as string },
  });
  expect(await readFile(join(project.directory, 'ink.md'), 'utf8')).toBe('# Ink\n');
});

test('ADD-RUN-21, ADD-RUN-22: an agent reads comments on lines, and which hunks were not accepted', async () => {
  const proposal_id = await propose();
  const two = patch + made('second.md');
  await attach(proposal_id, two);
  await writer.change('proposal_request_review', { proposal_id });
  const comment = { path: 'ink.md', side: 'new', line: 2, body: 'Say which black.' };
  const returned = await decide(`${proposal_id}/request-revision`, {
    patch_sha256: sha256(two),
    comments: [comment],
  });
  expect(returned).toMatchObject({ status: 200, body: { decision_note: null } });
  const { value } = await writer.call('proposal_get', { proposal_id });
  const quoted = { ...comment, quote: 'It is black.', is_outdated: false };
  expect(value).toMatchObject({ comments: [quoted], left_out_hunks: [] });
  await writer.change('proposal_request_review', { proposal_id });
  const [, second] = returned.body['hunks'] as [unknown, { id: string }];
  const accepted = await decide(`${proposal_id}/accept`, {
    patch_sha256: sha256(two),
    hunks: [second.id],
  });
  expect(accepted).toMatchObject({ status: 200, body: { status: 'accepted' } });
  const { value: after } = await writer.call('proposal_get', { proposal_id });
  expect(after['left_out_hunks']).toMatchObject([{ path: 'ink.md', header: '@@ -1,1 +1,2 @@' }]);
  expect(await readFile(join(project.directory, 'second.md'), 'utf8')).toBe('x\n');
});

test('GAP-RC-API-2: no worker can decide, whatever it sends', async () => {
  const proposal = await propose();
  const worker = await workerToken(project);
  for (const decision of ['accept', 'reject', 'request-revision', 'comments', 'rollback'])
    expect(await decide(`${proposal}/${decision}`, { note: 'x' }, worker.token)).toMatchObject({
      status: 401,
    });
});
