import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  address,
  approved,
  draft,
  Editor,
  inReview,
  startEditorialSetup,
  type EditorialState,
  type EditorialSetup,
  type Staff,
} from '../editorial/fixtures.ts';
import { expectProblem, TestServer, type Answer } from '../fixtures.ts';

let free: EditorialSetup;
let strict: EditorialSetup;
let people: Staff;
let strictPeople: Staff;

beforeAll(async () => {
  free = await startEditorialSetup({ requireApproval: false });
  strict = await startEditorialSetup({ requireApproval: true });
  [people, strictPeople] = [free.staff, strict.staff];
});

afterAll(async () => {
  await free.server[Symbol.asyncDispose]();
  await strict.server[Symbol.asyncDispose]();
});

describe('the editorial workflow', () => {
  test('CMS-DOC-11, CMS-ST-2, CMS-ST-3, CMS-ST-5, CMS-AUTH-14, CMS-AUTH-15, CMS-AUTH-16, GAP-ED-1: is written, reviewed, approved and published by four people', async () => {
    const { maria, edith, rosa } = strictPeople;
    const path = await draft(strictPeople);
    const assigned = await edith.acted({
      source_path: path,
      action: 'assign',
      reviewer: 'Rosa ',
      note: 'Before Friday',
    });
    expect(assigned).toMatchObject({ owner: 'maria', assignee: null, reviewer: 'rosa' });
    const asked = await maria.moved(path, 'in_review', { note: 'Done' });
    expect(asked).toMatchObject({ status: 'in_review', editorial: { reviewer: 'rosa' } });
    const answer = await rosa.decide(path, 'approve', { note: 'Fine', lock_token: 'any' });
    const { revision } = asked;
    const instant = expect.stringMatching(/^20\d\d-.*Z$/) as string;
    const id = expect.stringMatching(/^[0-9a-f-]{36}$/) as string;
    const event = { id, at: instant, revision, details: {} };
    const state = {
      owner: 'maria',
      assignee: null,
      reviewer: 'rosa',
      approved_by: 'rosa',
      approved_at: instant,
      approved_revision: revision,
      revision,
      require_approval: true,
      independence: 'contributors',
      contributors: ['maria'],
      joint_approvers: [],
      approvals: [{ by: 'rosa', at: instant, revision }],
      approvals_needed: 0,
      status: 'in_review',
      events: [
        { ...event, action: 'approve', actor: 'rosa', note: 'Fine' },
        { ...event, action: 'request_review', actor: 'maria', note: 'Done' },
        {
          ...event,
          action: 'assign',
          actor: 'edith',
          note: 'Before Friday',
          details: { reviewer: 'rosa' },
        },
      ],
    };
    expect(answer.json()).toEqual(state);
    expect((await maria.detail(path))['editorial']).toEqual(state);
    const published = await edith.moved(path, 'published', { expected_revision: revision });
    expect(published).toMatchObject({ status: 'published', is_public: true });
    expect((await strict.server.visitor().get(published['url'] as string)).status).toBe(200);
    expect((await edith.history(path)).map(({ kind, author }) => [kind, author])).toEqual([
      ['status', 'edith'],
      ['editorial', 'rosa'],
      ['status', 'maria'],
      ['editorial', 'edith'],
      ['save', 'maria'],
    ]);
  });

  test('CMS-ST-4, GAP-ED-2: returns to its author with the requested changes', async () => {
    const path = await inReview(people);
    const answer = await people.rosa.decide(path, 'request_changes', { note: 'Shorter' });
    expect(answer.json()).toMatchObject({
      status: 'draft',
      approved_by: null,
      events: [{ action: 'request_changes', actor: 'rosa', note: 'Shorter' }, {}],
    });
    expect((await people.maria.detail(path))['status']).toBe('draft');
  });

  test('CMS-ST-8, GAP-ED-5: stays public while edited, until the new version is approved', async () => {
    const { maria, edith, rosa } = strictPeople;
    const path = await approved(strictPeople);
    const { url } = await edith.moved(path, 'published');
    const page = async () => (await strict.server.visitor().get(url as string)).text;
    const edited = await maria.saved({ path, content: 'Second text.\n' });
    expect(edited).toMatchObject({
      status: 'draft',
      is_public: true,
      editorial: { approved_by: null, approved_revision: null },
    });
    expect(await page()).not.toContain('Second text.');
    expectProblem(await edith.move(path, 'published'), 409, 'approval_required');
    await maria.moved(path, 'in_review');
    expect((await rosa.decide(path, 'approve')).status).toBe(200);
    expect(await page()).not.toContain('Second text.');
    await edith.moved(path, 'published');
    expect(await page()).toContain('Second text.');
  });

  test('GAP-DOC-9, GAP-ED-3: reaches the requested state, also when requested twice', async () => {
    const { edith } = people;
    const path = await draft(people);
    for (const status of ['in_review', 'draft', 'published', 'archived', 'draft']) {
      expect(await edith.moved(path, status)).toMatchObject({
        status,
        is_public: status === 'published',
      });
      await edith.moved(path, status);
    }
    expect(await edith.history(path)).toHaveLength(6);
  });
});

describe('without required approval', () => {
  test('CMS-ST-12: an unapproved document can be published', async () => {
    const path = await draft(people);
    const detail = await people.edith.moved(path, 'published');
    expect(detail).toMatchObject({
      is_public: true,
      editorial: { require_approval: false, approved_by: null },
    });
  });
});

test('CMS-ST-12, GAP-ED-5, GAP-ED-6: enabling it unpublishes nothing and blocks new unapproved publications', async () => {
  await using switched = await TestServer.start({
    files: { 'content/posts/press.md': '---\ntitle: Press\n---\nIron.\n' },
    config: { content: { watch: 'poll', poll_interval: '50ms' } },
  });
  const ada = new Editor(await switched.signedIn());
  const path = 'posts/press.md';
  await switched.write('content/config/site.yaml', 'editorial: { require_approval: true }\n');
  const required = async () =>
    ((await ada.detail(path))['editorial'] as EditorialState)['require_approval'];
  await expect.poll(required, { timeout: 30_000 }).toBe(true);
  const known = () =>
    switched.database.db
      .selectFrom('project_facts')
      .select('value')
      .where('name', '=', 'approval_required')
      .executeTakeFirst();
  await expect.poll(known, { timeout: 30_000 }).toEqual({ value: true });
  expect(await ada.detail(path)).toMatchObject({ status: 'published', is_public: true });
  await switched.write(`content/${path}`, '---\ntitle: Press\n---\nBy hand.\n');
  expect(await ada.detail(path)).toMatchObject({ status: 'draft', is_public: true });
  expect((await switched.visitor().get('/posts/press/')).text).toContain('Iron.');
  expectProblem(await ada.move(path, 'published'), 409, 'approval_required');
});

test('CMS-AUTH-14, CMS-AUTH-18: an assigned author reads, edits and requests a review without becoming the owner', async () => {
  const { edith, jan } = people;
  const path = await draft(people);
  expectProblem(await jan.open(path), 404, 'not_found');
  await edith.acted({ source_path: path, action: 'assign', assignee: 'jan' });
  expect((await jan.list()).items.map((item) => item.path)).toContain(path);
  expect((await jan.list({ assignee: 'jan' })).total).toBe(1);
  await jan.saved({ path, content: 'By Jan.\n' });
  const asked = await jan.moved(path, 'in_review');
  expect(asked).toMatchObject({ author: 'maria', last_editor: 'jan', status: 'in_review' });
  expect(await jan.history(path)).toHaveLength(4);
});

describe('users related to a document', () => {
  const told = async (desk: Editor, path: string, q = ''): Promise<[string, boolean][]> => {
    const query = new URLSearchParams({ path, ...(q && { q }) }).toString();
    const answer = await desk.client.get(`${address}/people?${query}`);
    expect(answer.status).toBe(200);
    return answer
      .json<{ username: string; may_review: boolean }[]>()
      .map(({ username, may_review: mayReview }) => [username, mayReview]);
  };

  test('CMS-AUTH-16, GAP-ED-4: are listed for users who may assign, participants first', async () => {
    const { maria, edith } = people;
    const path = await draft(people);
    await edith.acted({ source_path: path, action: 'assign', assignee: 'rosa' });
    const all = await told(edith, path);
    expect(all.slice(0, 2)).toEqual([
      ['maria', false],
      ['rosa', false],
    ]);
    expect(Object.fromEntries(all)).toMatchObject({ remi: true, jan: false, ada: true });
    expect(all.map(([username]) => username)).not.toContain('fred');
    expect(await told(edith, path, 'EM')).toEqual([['remi', true]]);
    expect(await told(edith, path, '%')).toEqual([]);
    expect(await told(maria, path, 'e')).toEqual([
      ['edith', true],
      ['remi', true],
    ]);
  });

  test('CMS-AUTH-14, CMS-AUTH-18: are listed for authors as reviewers, by name only', async () => {
    const { maria, jan, rosa } = people;
    const path = await draft(people);
    const answer = await maria.client.get(`${address}/people?path=${path}`);
    expect(answer.json()).toEqual(
      ['ada', 'edith', 'remi', 'rosa'].map((username) => ({
        username,
        name: expect.any(String) as string,
        picture: null,
        may_review: true,
      })),
    );
    expectProblem(await jan.client.get(`${address}/people?path=${path}`), 404, 'not_found');
    expectProblem(await rosa.client.get(`${address}/people?path=${path}`), 403, 'forbidden');
  });
});

test('CMS-ST-2, CMS-AUTH-14: can be asked for a review by name without an assignment', async () => {
  const { maria, remi } = people;
  const path = await draft(people);
  const refusals = {
    nobody: 'no active user has the name "nobody"',
    fred: 'no active user has the name "fred"',
    jan: 'jan cannot review; this requires documents.review',
    maria: 'maria cannot review; this requires documents.review',
  };
  for (const [ask, message] of Object.entries(refusals)) {
    const refused = expectProblem(
      await maria.move(path, 'in_review', { ask }),
      422,
      'invalid_assignee',
    );
    expect(refused['errors']).toMatchObject([{ path: 'ask', message }]);
  }
  expectProblem(await maria.move(path, 'draft', { ask: 'rosa' }), 400, 'invalid_request');
  expect(await maria.moved(path, 'in_review', { ask: 'Rosa' })).toMatchObject({
    status: 'in_review',
    editorial: {
      reviewer: null,
      events: [{ action: 'request_review', actor: 'maria', details: { asked: 'rosa' } }],
    },
  });
  expect((await remi.decide(path, 'approve')).status).toBe(200);
});

test('appear in lists by name: assignee, approver, and requester with their note', async () => {
  const { maria, edith, rosa } = strictPeople;
  const name = async (username: string, called: string): Promise<void> => {
    const { db } = strict.server.database;
    await db.updateTable('users').set({ name: called }).where('username', '=', username).execute();
  };
  await name('rosa', 'Rosa Lima');
  await name('jan', '');
  const path = await draft(strictPeople);
  const listed = async () => {
    const { items } = await edith.list({ author: 'maria', assignee: 'jan' });
    return items.find((item) => item.path === path);
  };
  const assigned = { assignee: 'jan', reviewer: 'rosa' };
  await edith.acted({ source_path: path, action: 'assign', ...assigned });
  expect(await listed()).toMatchObject({ ...assigned, approved_by: null, review_request: null });

  await maria.moved(path, 'in_review', { note: 'Done' });
  expect((await rosa.decide(path, 'approve')).status).toBe(200);
  const at = expect.stringMatching(/^20\d\d-.*Z$/) as string;
  expect(await listed()).toMatchObject({
    ...assigned,
    approved_by: 'rosa',
    review_request: { actor: 'maria', at, note: 'Done' },
    last_change: { cause: 'save', author: 'maria', at },
  });
  expect((await listed())!['names']).toEqual({ maria: 'maria', rosa: 'Rosa Lima' });
  expect((await edith.detail(path))['names']).toEqual({
    edith: 'edith',
    maria: 'maria',
    rosa: 'Rosa Lima',
  });
  const [entry] = await edith.history(path);
  expect(entry).toMatchObject({ author: 'rosa', author_name: 'Rosa Lima' });

  await edith.saved({ path, content: 'Another text.\n' });
  expect(await listed()).toMatchObject({ approved_by: null, last_change: { author: 'edith' } });
  const file = `content/${path}`;
  const { server } = strict;
  const text = await server.read(file);
  await server.write(
    file,
    text.replace('Another text.', 'Text by somebody else.').replace('edith', 'rosa'),
  );
  await vi.waitFor(
    async () =>
      expect(await listed()).toMatchObject({ last_editor: 'rosa', last_change: { cause: 'disk' } }),
    { timeout: 20_000, interval: 20 },
  );
});

test('GAP-SET-3: cannot be deleted while assigned, unless another user takes over', async () => {
  const { ada, edith } = people;
  await free.server.addUser({ username: 'leaver', role: 'author' });
  const path = await draft(people);
  await edith.acted({ source_path: path, action: 'assign', assignee: 'leaver' });
  const remove = (more: object) =>
    ada.client.post('/__admin/api/users/delete', { username: 'leaver', ...more });
  expect(expectProblem(await remove({}), 409, 'in_use')).toMatchObject({ documents: 1 });
  expect((await remove({ reassign_to: 'jan' })).status).toBe(200);
  expect(await ada.detail(path)).toMatchObject({
    author: 'maria',
    editorial: { assignee: 'jan', owner: 'maria' },
  });
});

describe('the audit log', () => {
  const entryOf = async ({ headers }: Answer) =>
    free.server.database.db
      .selectFrom('audit_entries')
      .select(['action', 'actor', 'target', 'outcome', 'details'])
      .where('request_id', '=', headers.get('x-request-id')!)
      .execute();

  test('GAP-SET-8: records every decision, assignment and state change, and refusals', async () => {
    const { maria, rosa, edith } = people;
    const path = await draft(people);
    const entries = [
      await edith.act({ source_path: path, action: 'assign', reviewer: 'rosa' }),
      await maria.move(path, 'in_review'),
      await rosa.decide(path, 'approve'),
      await edith.decide(path, 'request_changes'),
      await rosa.decide(path, 'request_changes'),
    ].map(entryOf);
    const success = { target: path, outcome: 'success' };
    expect((await Promise.all(entries)).flat()).toMatchObject([
      { ...success, action: 'document.assign', actor: 'edith', details: { reviewer: 'rosa' } },
      { ...success, action: 'document.status', actor: 'maria', details: { status: 'in_review' } },
      { ...success, action: 'document.approve', actor: 'rosa' },
      {
        action: 'document.request_changes',
        actor: 'edith',
        target: path,
        outcome: 'denied',
        details: { code: 'not_assigned_reviewer' },
      },
      { ...success, action: 'document.request_changes', actor: 'rosa' },
    ]);
  });
});

test('CMS-ED-7: assignments and decisions refuse anonymous callers and pages of other sites', async () => {
  const path = await draft(people);
  const body = { source_path: path, action: 'assign', assignee: 'jan' };
  expectProblem(
    await free.server.visitor().post(`${address}/editorial`, body),
    401,
    'unauthenticated',
  );
  const { client } = people.edith;
  const forged = await client.post(`${address}/editorial`, body, { 'x-csrf-token': 'forged' });
  expectProblem(forged, 403, 'csrf_failed');
  expect((await people.ada.detail(path))['editorial']).toMatchObject({ assignee: null });
});

test('CMS-RES-10: the capabilities report the editorial workflow', async () => {
  const answer = await people.ada.client.get('/__admin/api/capabilities');
  expect(answer.json()).toMatchObject({ features: { editorial: true } });
});
