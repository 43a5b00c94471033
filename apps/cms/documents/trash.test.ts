import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectProblem, TestServer, type Answer, type Client } from '../fixtures.ts';
import { EditorClient, expectRecorded, AdminClient } from '../people.fixtures.ts';

interface TrashEntry {
  readonly path: string;
  readonly original_path: string;
  readonly [field: string]: unknown;
}

let server: TestServer;
let ada: Client;
let edith: Client;
let wim: Client;
let rita: Client;

beforeAll(async () => {
  server = await TestServer.start();
  ada = await server.signedIn();
  edith = await server.signedInAs({ username: 'edith', role: 'editor' });
  wim = await server.signedInAs({ username: 'wim', role: 'author' });
  rita = await server.signedInAs({ username: 'rita', role: 'reviewer' });
});

afterAll(() => server[Symbol.asyncDispose]());

let drafts = 0;

async function newDraft(of: Client): Promise<string> {
  drafts += 1;
  return (await new EditorClient(of).created({ title: `Draft ${drafts}` })).path;
}

function remove(client: Client, body: object): Promise<Answer> {
  return new AdminClient(client).attempt('/documents/delete', body);
}

function restore(client: Client, body: object): Promise<Answer> {
  return new AdminClient(client).attempt('/documents/restore', body);
}

async function trashOf(client: Client, path: string): Promise<TrashEntry[]> {
  const entries = await new AdminClient(client).getJson<TrashEntry[]>('/documents/trash');
  return entries.filter((entry) => entry.original_path === path);
}

test('an author deletes an own draft, finds it in the trash, and restores it (CMS-DOC-8, CMS-DOC-9, CMS-DOC-10, CMS-RES-16, CMS-AUTH-16)', async () => {
  const path = await newDraft(wim);
  const { revision, title } = await new EditorClient(wim).detail(path);
  const deleted = await remove(wim, { path });
  expect({ status: deleted.status, said: deleted.json() }).toEqual({
    status: 200,
    said: { ok: true },
  });
  const entries = await trashOf(wim, path);
  expect(entries).toEqual([
    {
      path: expect.stringMatching(
        /^\.trash\/posts\/draft-\d+\.\d{8}T\d{6}Z-[0-9a-f]{8}\.md$/,
      ) as string,
      type: 'post',
      title,
      deleted_by: 'wim',
      deleted_by_name: 'wim',
      deleted_at: expect.stringMatching(/^20\d\d-.*Z$/) as string,
      original_path: path,
    },
  ]);
  const desk = new EditorClient(wim);
  expectProblem(await desk.open(path), 404, 'not_found');
  expectProblem(await desk.askHistory(path), 404, 'not_found');
  expectProblem(await desk.save({ path, content: 'Late.\n' }), 404, 'not_found');
  expectProblem(await remove(wim, { path }), 404, 'not_found');
  expect((await desk.list()).items.map((item) => item.path)).not.toContain(path);

  const restored = await restore(wim, { path: entries[0]!.path });
  expect(restored.json()).toEqual({ ok: true, path, revision });
  expect(await desk.detail(path)).toMatchObject({ status: 'draft', revision });
  expect(await trashOf(wim, path)).toEqual([]);
});

test('an editor deletes a public document, and it is restored as a draft (CMS-ST-9, CMS-ST-11, CMS-AUTH-15)', async () => {
  const path = await newDraft(wim);
  const out = { path, status: 'published' };
  await new AdminClient(edith).postJson('/documents/status', out);
  const { url } = (await new EditorClient(wim).detail(path)) as unknown as { url: string };
  const visitor = server.visitor();
  expect((await visitor.get(url)).status).toBe(200);
  const refused = expectProblem(await remove(wim, { path }), 403, 'forbidden');
  expect(refused.detail).toContain('documents.publish');
  expect((await visitor.get(url)).status).toBe(200);

  await new AdminClient(edith).postJson('/documents/delete', { path });
  expect((await visitor.get(url)).status).toBe(404);
  const answer = await visitor.get(`/__platform/api/content?path=${encodeURIComponent(path)}`);
  expectProblem(answer, 404, 'not_found');
  expect(await trashOf(wim, path)).toMatchObject([{ deleted_by: 'edith' }]);
  await new AdminClient(wim).postJson('/documents/restore', { path });
  expect((await visitor.get(url)).status).toBe(404);
  const detail = await new EditorClient(wim).detail(path);
  expect(detail).toMatchObject({ status: 'draft', is_public: false });
});

test('the trash is hidden from other authors and closed to reviewers (GAP-ED-8, CMS-AUTH-17)', async () => {
  const path = await newDraft(edith);
  expectProblem(await remove(wim, { path }), 404, 'not_found');
  expectProblem(await remove(rita, { path }), 403, 'forbidden');
  await new AdminClient(edith).postJson('/documents/delete', { path });
  const [entry] = await trashOf(edith, path);
  expect(await trashOf(wim, path)).toEqual([]);
  expectProblem(await restore(wim, { path }), 404, 'not_found');
  expectProblem(await restore(wim, { path: entry!.path }), 404, 'not_found');
  expectProblem(await new AdminClient(rita).ask('/documents/trash'), 403, 'forbidden');
  expectProblem(await restore(rita, { path }), 403, 'forbidden');
});

test('a locked document cannot be deleted (GAP-DOC-10)', async () => {
  const path = await newDraft(wim);
  const lock = await new AdminClient(wim).postJson<{ lock_token: string }>('/documents/lock', {
    path,
  });
  const refused = expectProblem(await remove(edith, { path }), 409, 'document_locked');
  expect(refused).toMatchObject({ holder: 'wim' });
  await new AdminClient(wim).postJson('/documents/delete', { path, lock_token: lock.lock_token });
});

test('restoring does not replace a document at the same path (GAP-DOC-13)', async () => {
  const title = 'In the way';
  const { path } = await new EditorClient(edith).created({ title });
  await new AdminClient(edith).postJson('/documents/delete', { path });
  await new EditorClient(edith).created({ title });
  const refused = expectProblem(await restore(edith, { path }), 409, 'already_exists');
  expect(refused).toMatchObject({ path });
  expect(refused.detail).toContain(path);
});

test('an earlier revision is restored as a new draft (GAP-DOC-13)', async () => {
  const path = await newDraft(wim);
  const desk = new EditorClient(wim);
  const before = await desk.detail(path);
  await desk.saved({ path, content: 'Edited.\n' });
  const [, { hash }] = (await desk.history(path)) as unknown as [unknown, { hash: string }];
  const lock = await new AdminClient(wim).postJson<{ lock_token: string }>('/documents/lock', {
    path,
  });
  const body = { path, hash, lock_token: lock.lock_token };
  expectProblem(await restore(edith, { path, hash }), 409, 'document_locked');
  expect(await new AdminClient(wim).postJson('/documents/restore', body)).toEqual({
    ok: true,
    path,
    revision: before.revision,
  });
  expect(await desk.detail(path)).toMatchObject({ raw_body: before.raw_body, status: 'draft' });
  expect((await desk.history(path))[0]).toMatchObject({ kind: 'restore', author: 'wim' });
  expectProblem(await restore(wim, { path, hash: 'none' }), 404, 'not_found');
  expectProblem(await restore(rita, { path, hash }), 403, 'forbidden');
});

test('deletion and restoring are audited with the new location (GAP-SET-8)', async () => {
  const path = await newDraft(wim);
  const log = new AdminClient(ada);
  const act = (attempt: () => Promise<Answer>) => ({ actor: 'wim', target: path, act: attempt });
  const deleting = act(() => remove(wim, { path }));
  const trashPath = expect.stringMatching(/^\.trash\/posts\//) as string;
  const details = { trash_path: trashPath };
  await expectRecorded(log, 'success', { ...deleting, action: 'document.delete', details });
  const [entry] = await trashOf(wim, path);
  const restoring = act(() => restore(wim, { path: entry!.path }));
  const from = { trash_path: entry!.path };
  await expectRecorded(log, 'success', { ...restoring, action: 'document.restore', details: from });
});
