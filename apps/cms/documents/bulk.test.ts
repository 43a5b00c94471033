import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectProblem, TestServer, type Answer } from '../fixtures.ts';
import { EditorClient, AdminClient } from '../people.fixtures.ts';

interface Result {
  readonly path: string;
  readonly ok: boolean;
  readonly trash_path: string;
  readonly problem: { readonly code: string } | null;
  readonly [field: string]: unknown;
}

interface Report {
  readonly results: readonly Result[];
  readonly succeeded: number;
  readonly failed: number;
}

let server: TestServer;
let edith: AdminClient;
let wim: AdminClient;
let rita: AdminClient;

beforeAll(async () => {
  server = await TestServer.start({ cuttable: true });
  const person = async (username: string, role: string) =>
    new AdminClient(await server.signedInAs({ username, role }));
  edith = await person('edith', 'editor');
  wim = await person('wim', 'author');
  rita = await person('rita', 'reviewer');
});

afterAll(() => server[Symbol.asyncDispose]());

let drafts = 0;

async function newDraft(of: AdminClient): Promise<string> {
  drafts += 1;
  return (await new EditorClient(of.client).created({ title: `Draft ${drafts}` })).path;
}

async function newDrafts(of: AdminClient, count: number): Promise<string[]> {
  const paths: string[] = [];
  while (paths.length < count) paths.push(await newDraft(of));
  return paths;
}

async function statusesOf(paths: readonly string[]): Promise<unknown[]> {
  const details = paths.map((path) => new EditorClient(edith.client).detail(path));
  return (await Promise.all(details)).map(({ status }) => status);
}

function codesIn({ results }: Report): (string | undefined)[] {
  return results.map(({ problem }) => problem?.code);
}

async function entriesOf({ headers }: Answer) {
  const entries = await server.database.db
    .selectFrom('audit_entries')
    .selectAll()
    .where('request_id', '=', headers.get('x-request-id')!)
    .orderBy('id')
    .execute();
  return entries.map(({ actor, action, target, outcome, details }) => {
    const told = outcome === 'denied' ? details['code'] : Object.keys(details).toSorted();
    return [actor, action, target, outcome, told];
  });
}

describe('a state for many documents', () => {
  test('applies to each document separately, and one refusal does not stop the others (GAP-SET-8)', async () => {
    const [own, locked] = await newDrafts(wim, 2);
    const unreadable = await newDraft(edith);
    const reviewed = await newDraft(wim);
    await wim.postJson('/documents/status', { path: reviewed, status: 'in_review' });
    await edith.postJson('/documents/lock', { path: locked });
    const paths = [own!, unreadable, 'posts/none.md', '../x.md', locked!, reviewed];
    const answer = await wim.attempt('/documents/bulk/status', {
      paths,
      status: 'in_review',
      note: 'Please',
    });
    expect(answer.status).toBe(200);
    const report = answer.json<Report>();
    expect(report).toMatchObject({ succeeded: 3, failed: 3 });
    expect(report.results.map(({ path }) => path)).toEqual(paths);
    const none = undefined;
    // A lock protects only the text (GAP-ED-7).
    expect(codesIn(report)).toEqual([none, 'not_found', 'not_found', 'invalid_path', none, none]);
    const { revision } = await new EditorClient(wim.client).detail(own!);
    const done = { ok: true, revision, status: 'in_review', problem: null };
    expect(report.results[0]).toEqual({ path: own, ...done });
    expect(report.results[1]).toEqual({
      path: unreadable,
      ok: false,
      revision: null,
      status: null,
      problem: {
        code: 'not_found',
        title: 'Not found',
        status: 404,
        detail: expect.stringContaining(unreadable) as string,
      },
    });
    expect(await statusesOf([own!, locked!, unreadable])).toEqual([
      'in_review',
      'in_review',
      'draft',
    ]);
    const entry = ['wim', 'document.status'];
    const success = ['success', ['revision', 'status']];
    const denied = ['denied', 'not_found'];
    expect(await entriesOf(answer)).toEqual([
      [...entry, own, ...success],
      [...entry, unreadable, ...denied],
      [...entry, 'posts/none.md', ...denied],
      [...entry, locked, ...success],
      [...entry, reviewed, ...success],
    ]);
  });

  test('accepts the options of that state, and explains refusals', async () => {
    const [first, second] = await newDrafts(wim, 2);
    const paths = [first!, second!];
    const body = { paths, status: 'published' };
    const alone = await wim.attempt('/documents/status', { path: first, status: 'published' });
    const { detail, title, code, status } = expectProblem(alone, 403, 'forbidden');
    const { results } = await wim.postJson<Report>('/documents/bulk/status', body);
    expect(results[0]!.problem).toEqual({ detail, title, code, status });
    expect(await statusesOf(paths)).toEqual(['draft', 'draft']);
    expect(await edith.postJson('/documents/bulk/status', body)).toMatchObject({ succeeded: 2 });
    expect(await statusesOf(paths)).toEqual(['published', 'published']);
  });

  test('can be a time for all documents', async () => {
    const paths = await newDrafts(wim, 2);
    const scheduled_publish_at = '2999-01-01T00:00:00Z';
    const body = { paths, status: 'scheduled', scheduled_publish_at };
    expect(await edith.postJson('/documents/bulk/status', body)).toMatchObject({ succeeded: 2 });
    for (const path of paths) {
      const detail = await new EditorClient(edith.client).detail(path);
      expect(new Date(detail['scheduled_publish_at'] as string)).toEqual(
        new Date(scheduled_publish_at),
      );
    }
  });
});

describe('an assignment of many documents', () => {
  test('sets the given parts of each, with the checks for one document', async () => {
    const [first, second] = await newDrafts(wim, 2);
    await edith.postJson('/documents/bulk/assign', { paths: [first], reviewer: 'rita' });
    const body = { paths: [first, 'posts/none.md', second], assignee: 'wim' };
    const answer = await edith.attempt('/documents/bulk/assign', body);
    const report = answer.json<Report>();
    expect(report).toMatchObject({ succeeded: 2, failed: 1 });
    expect(codesIn(report)).toEqual([undefined, 'not_found', undefined]);
    const { items } = await new EditorClient(edith.client).list({ assignee: 'wim' });
    const reviewers = Object.fromEntries(items.map(({ path, reviewer }) => [path, reviewer]));
    expect(reviewers).toEqual({ [first!]: 'rita', [second!]: null });
    const told = ['assignee', 'owner', 'reviewer', 'revision', 'status'];
    expect(await entriesOf(answer)).toEqual([
      ['edith', 'document.assign', first, 'success', told],
      ['edith', 'document.assign', 'posts/none.md', 'denied', 'not_found'],
      ['edith', 'document.assign', second, 'success', told],
    ]);
    const unknown = { paths: [first], assignee: 'nobody' };
    const refused = await edith.postJson<Report>('/documents/bulk/assign', unknown);
    expect(codesIn(refused)).toEqual(['invalid_assignee']);
  });

  test('requires a part and the permission', async () => {
    const paths = await newDrafts(wim, 1);
    const empty = await edith.attempt('/documents/bulk/assign', { paths });
    expectProblem(empty, 400, 'invalid_request');
    const refused = await wim.attempt('/documents/bulk/assign', { paths, assignee: '' });
    expectProblem(refused, 403, 'forbidden');
  });
});

describe('terms of many documents', () => {
  test('are added and removed as saving would, and unchanged documents are not written', async () => {
    const [first, second, foreign] = [...(await newDrafts(wim, 2)), await newDraft(edith)];
    const desk = new EditorClient(wim.client);
    const add = { paths: [first, second], add: ['Wood type', 'Ink'] };
    await wim.postJson('/documents/bulk/terms', add);
    const { revision } = await desk.detail(second!);
    const body = { paths: [first, second, foreign], add: ['Ink'], remove: ['Wood type'] };
    await wim.postJson('/documents/bulk/terms', { paths: [second], remove: ['Wood type'] });
    const answer = await wim.attempt('/documents/bulk/terms', body);
    const report = answer.json<Report>();
    expect(codesIn(report)).toEqual([undefined, undefined, 'not_found']);
    for (const path of [first, second!]) {
      const { taxonomies } = await desk.detail(path);
      expect(taxonomies).toMatchObject({ tags: ['Ink'] });
    }
    const after = await desk.detail(second!);
    expect(after.revision).not.toBe(revision);
    expect(report.results[1]).toMatchObject({ revision: after.revision, status: 'draft' });
    const told = ['add', 'remove', 'revision', 'status', 'taxonomy'];
    expect(await entriesOf(answer)).toEqual([
      ['wim', 'document.save', first, 'success', told],
      ['wim', 'document.save', second, 'success', told],
      ['wim', 'document.save', foreign, 'denied', 'not_found'],
    ]);
  });

  test('leave the published version of a document public', async () => {
    const [path] = await newDrafts(edith, 1);
    await edith.postJson('/documents/status', { path, status: 'published' });
    const body = { paths: [path], add: ['Ink'] };
    const { results } = await edith.postJson<Report>('/documents/bulk/terms', body);
    expect(results).toMatchObject([{ ok: true, status: 'draft' }]);
    expect(await new EditorClient(edith.client).detail(path!)).toMatchObject({ is_public: true });
  });

  test('need a known taxonomy and a document that is not locked', async () => {
    const [path] = await newDrafts(wim, 1);
    const body = { paths: [path], add: ['Ink'] };
    const odd = { ...body, taxonomy: 'constructor' };
    expect(codesIn(await wim.postJson('/documents/bulk/terms', odd))).toEqual(['invalid_fields']);
    await edith.postJson('/documents/lock', { path });
    expect(codesIn(await wim.postJson('/documents/bulk/terms', body))).toEqual(['document_locked']);
    const empty = await wim.attempt('/documents/bulk/terms', { paths: [path] });
    expectProblem(empty, 400, 'invalid_request');
  });
});

describe('the trash, for many documents', () => {
  test('takes documents, reports their new location, and restores them by it', async () => {
    const paths = await newDrafts(wim, 3);
    const [busy] = paths;
    await edith.postJson('/documents/lock', { path: busy });
    const asked = await wim.attempt('/documents/bulk/delete', { paths });
    const deleted = asked.json<Report>();
    expect(deleted).toMatchObject({ succeeded: 2, failed: 1 });
    expect(deleted.results[0]).toMatchObject({
      ok: false,
      trash_path: null,
      problem: { code: 'document_locked', status: 409 },
    });
    const entry = ['wim', 'document.delete'];
    expect(await entriesOf(asked)).toEqual([
      [...entry, paths[0], 'denied', 'document_locked'],
      [...entry, paths[1], 'success', ['trash_path']],
      [...entry, paths[2], 'success', ['trash_path']],
    ]);
    const inTrash = deleted.results.slice(1).map(({ trash_path }) => trash_path);
    for (const path of inTrash) expect(path).toMatch(/^\.trash\/posts\/draft-/);

    const undone = await wim.attempt('/documents/bulk/restore', { paths: [...inTrash, busy] });
    const restored = undone.json<Report>();
    expect(restored).toMatchObject({ succeeded: 2, failed: 1 });
    expect(codesIn(restored)).toEqual([undefined, undefined, 'not_found']);
    const { revision } = await new EditorClient(wim.client).detail(paths[1]!);
    expect(restored.results[0]).toEqual({
      path: inTrash[0],
      ok: true,
      restored_path: paths[1],
      revision,
      status: 'draft',
      problem: null,
    });
    const back = ['wim', 'document.restore'];
    expect(await entriesOf(undone)).toEqual([
      [...back, paths[1], 'success', ['revision', 'trash_path']],
      [...back, paths[2], 'success', ['revision', 'trash_path']],
      [...back, busy, 'denied', 'not_found'],
    ]);
  });

  test('restores documents by their former path, too', async () => {
    const paths = await newDrafts(wim, 2);
    await wim.postJson('/documents/bulk/delete', { paths });
    const { results } = await wim.postJson<Report>('/documents/bulk/restore', { paths });
    expect(results).toMatchObject(paths.map((path) => ({ ok: true, restored_path: path })));
    expect(await statusesOf(paths)).toEqual(['draft', 'draft']);
  });

  test('takes public documents only from users who may unpublish', async () => {
    const [open, closed] = await newDrafts(wim, 2);
    await edith.postJson('/documents/status', { path: open, status: 'published' });
    const report = await wim.postJson<Report>('/documents/bulk/delete', { paths: [open, closed] });
    expect(codesIn(report)).toEqual(['forbidden', undefined]);
    expect(await statusesOf([open!])).toEqual(['published']);
  });

  test('refuses users without permission, and records the refusal once', async () => {
    const path = await newDraft(edith);
    const refused = await rita.attempt('/documents/bulk/delete', { paths: [path] });
    expectProblem(refused, 403, 'forbidden');
    expect(await entriesOf(refused)).toEqual([
      ['rita', 'document.delete', '', 'denied', 'forbidden'],
    ]);
    const unseen = await wim.postJson<Report>('/documents/bulk/delete', { paths: [path] });
    expect(codesIn(unseen)).toEqual(['not_found']);
    expect(await statusesOf([path])).toEqual(['draft']);
  });
});

describe('many documents', () => {
  test.each([
    ['none', []],
    ['one twice', ['posts/a.md', 'posts/b.md', 'posts/a.md']],
    ['more than 200', Array.from({ length: 201 }, (_none, index) => `posts/${index}.md`)],
    ['one without a name', ['']],
    ['one with a NUL', ['posts/a\0.md']],
    ['what is no path', [5]],
  ])('cannot be %s', async (_what, paths) => {
    for (const act of ['delete', 'restore', 'status']) {
      const body = { paths, ...(act === 'status' && { status: 'draft' }) };
      const answer = await edith.attempt(`/documents/bulk/${act}`, body);
      expectProblem(answer, 400, 'invalid_request');
      expect(await entriesOf(answer)).toEqual([]);
    }
  });

  test('are limited to 200', async () => {
    const paths = Array.from({ length: 200 }, (_none, index) => `posts/none-${index}.md`);
    const report = await edith.postJson<Report>('/documents/bulk/delete', { paths });
    expect(report).toMatchObject({ succeeded: 0, failed: 200 });
  });

  test('are refused together while the database is unavailable', async () => {
    const paths = await newDrafts(edith, 2);
    await server.withoutDatabase(async () => {
      const answer = await edith.attempt('/documents/bulk/delete', { paths });
      expectProblem(answer, 503, 'unavailable');
    });
    expect(await statusesOf(paths)).toEqual(['draft', 'draft']);
  });
});
