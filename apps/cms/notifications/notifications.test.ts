import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  approved,
  draft,
  inReview,
  startEditorialSetup,
  type Staff,
} from '../editorial/fixtures.ts';
import { expectProblem, TestServer, type Client } from '../fixtures.ts';
import { addToken, expectInvalid } from '../operations/fixtures.ts';
import { AdminClient } from '../people.fixtures.ts';

interface Notification {
  readonly id: string;
  readonly type: string;
  readonly path: string;
  readonly title: string;
  readonly document_status: string;
  readonly actor: string;
  readonly note: string | null;
  readonly revision: string | null;
  readonly at: string;
  readonly read_at: string | null;
}

interface Page {
  readonly items: readonly Notification[];
  readonly unread: number;
  readonly has_more: boolean;
  readonly next_cursor: string | null;
}

let server: TestServer;
let staff: Staff;

beforeAll(async () => {
  ({ server, staff } = await startEditorialSetup({ requireApproval: false }));
});

afterAll(() => server[Symbol.asyncDispose]());

class Reader extends AdminClient {
  list(query: Record<string, string> = {}): Promise<Page> {
    return this.getJson('/notifications', query);
  }

  async about(path: string): Promise<Notification[]> {
    const { items } = await this.list({ limit: '200' });
    return items.filter((item) => item.path === path);
  }

  async waitForNotifications(path: string, count: number): Promise<Notification[]> {
    return vi.waitUntil(
      async () => {
        const found = await this.about(path);
        return found.length >= count ? found : undefined;
      },
      { timeout: 30_000, interval: 50 },
    );
  }

  async read(body: object): Promise<number> {
    return (await this.postJson<{ unread: number }>('/notifications/read', body)).unread;
  }
}

function reader({ client }: { readonly client: Client }): Reader {
  return new Reader(client);
}

async function newReviewer(username: string, documents: number): Promise<Reader> {
  const someone = new Reader(await server.signedInAs({ username, role: 'reviewer' }));
  for (let count = 0; count < documents; count += 1) await inReview(staff);
  await vi.waitUntil(async () => (await someone.list()).unread >= documents, {
    timeout: 30_000,
    interval: 50,
  });
  return someone;
}

describe('notifications reach', () => {
  test('reviewers about a request, and its author about the decision, separately', async () => {
    const path = await draft(staff);
    await staff.maria.moved(path, 'in_review', { note: 'Please, by Friday' });
    const [request] = await reader(staff.rosa).waitForNotifications(path, 1);
    const { revision, title } = await staff.maria.detail(path);
    expect(request).toEqual({
      id: expect.stringMatching(/^\d+$/) as string,
      type: 'review_requested',
      path,
      title,
      document_status: 'in_review',
      actor: 'maria',
      actor_name: 'maria',
      note: 'Please, by Friday',
      revision,
      at: expect.stringMatching(/^20\d\d-.*Z$/) as string,
      read_at: null,
    });
    await staff.rosa.decide(path, 'request_changes', { note: 'Shorter.' });
    const [decision] = await reader(staff.maria).waitForNotifications(path, 1);
    expect(decision).toMatchObject({
      type: 'changes_requested',
      actor: 'rosa',
      note: 'Shorter.',
      document_status: 'draft',
    });
    expect(await reader(staff.rosa).about(path)).toHaveLength(1);
    expect(await reader(staff.jan).about(path)).toEqual([]);
    expect(await reader(staff.own).about(path)).toEqual([]);
  });

  test('the new assignee while the assignment lasts', async () => {
    const path = await draft(staff);
    const assign = (assignee: string) =>
      staff.edith.acted({ source_path: path, action: 'assign', assignee, note: 'Yours' });
    await assign('jan');
    expect(await reader(staff.jan).waitForNotifications(path, 1)).toMatchObject([
      { type: 'assigned', actor: 'edith', note: 'Yours' },
    ]);
    await assign('');
    expect(await reader(staff.jan).about(path)).toEqual([]);
  });

  test('the owner when another user publishes', async () => {
    const path = await approved(staff);
    await staff.edith.moved(path, 'published');
    const told = await reader(staff.maria).waitForNotifications(path, 2);
    expect(told.map(({ type }) => type)).toEqual(['published', 'approved']);
    // Edith may publish, and is told of the approval but not of her own publication.
    expect(await reader(staff.edith).about(path)).toMatchObject([
      { type: 'approved' },
      { type: 'review_requested' },
    ]);
  });

  test('no users about documents in the trash', async () => {
    const path = await inReview(staff);
    await reader(staff.rosa).waitForNotifications(path, 1);
    await new AdminClient(staff.edith.client).postJson('/documents/delete', { path });
    expect(await reader(staff.rosa).about(path)).toEqual([]);
  });
});

describe('the list', () => {
  test('is paginated, also for unread notifications', async () => {
    const vera = await newReviewer('vera', 5);
    const all = await vera.list();
    expect(all).toMatchObject({ unread: 5, has_more: false, next_cursor: null });
    const first = await vera.list({ limit: '2' });
    expect(first).toMatchObject({ unread: 5, has_more: true, next_cursor: first.items[1]!.id });
    const rest = await vera.list({ limit: '3', before: first.next_cursor! });
    expect([...first.items, ...rest.items]).toEqual(all.items);
    expect(rest.next_cursor).toBeNull();
    await vera.read({ ids: [all.items[0]!.id, all.items[3]!.id] });
    const unread = await vera.list({ unread: 'true' });
    expect(unread.items.map(({ id }) => id)).toEqual(
      [1, 2, 4].map((index) => all.items[index]!.id),
    );
    expect((await vera.list({ unread: 'false' })).items).toHaveLength(5);
  });

  test('has at most 200 entries and refuses invalid pages', async () => {
    const vito = await newReviewer('vito', 1);
    expect((await vito.list({ limit: '1000' })).items).toHaveLength(1);
    await expectInvalid(vito.ask('/notifications', { limit: '0' }), 'limit');
    await expectInvalid(vito.ask('/notifications', { before: '-1' }), 'before');
    await expectInvalid(vito.ask('/notifications', { before: '9'.repeat(16) }), 'before');
    await expectInvalid(vito.ask('/notifications', { unread: 'yes' }), 'unread');
  });

  test('answers 304 while it is unchanged', async () => {
    const { client } = await newReviewer('vicky', 1);
    const address = '/__admin/api/notifications?limit=1';
    const etag = (await client.get(address)).headers.get('etag')!;
    const headers = { 'if-none-match': etag, 'cache-control': 'max-age=0' };
    expect((await client.get(address, headers)).status).toBe(304);
  });
});

describe('marking as read', () => {
  test('covers all up to the newest one seen, and leaves later ones unread', async () => {
    const walt = await newReviewer('walt', 2);
    const [newest] = (await walt.list()).items;
    const path = await inReview(staff);
    await walt.waitForNotifications(path, 1);
    expect(await walt.read({ all: true, up_to: newest!.id })).toBe(1);
    const { items } = await walt.list();
    expect(items.map(({ read_at }) => read_at === null)).toEqual([true, false, false]);
    expect(await walt.read({ all: true })).toBe(0);
  });

  test('does not affect other users', async () => {
    const [wanda, wilma] = [await newReviewer('wanda', 1), await newReviewer('wilma', 1)];
    const ids = (await wilma.list()).items.map(({ id }) => id);
    await wanda.read({ ids });
    await wanda.read({ all: true });
    expect((await wilma.list()).unread).toBe(ids.length);
  });

  test.each<[body: object, path: string]>([
    [{}, 'ids'],
    [{ ids: [] }, 'ids'],
    [{ ids: Array.from({ length: 201 }, String) }, 'ids'],
    [{ ids: ['1'], all: true }, 'ids'],
    [{ ids: ['1'], up_to: '1' }, 'up_to'],
    [{ ids: ['x'] }, 'ids.0'],
    [{ all: false }, 'all'],
    [{ all: true, up_to: 'x' }, 'up_to'],
  ])('refuses %j', async (body, path) => {
    await expectInvalid(reader(staff.rosa).attempt('/notifications/read', body), path);
  });
});

describe('a token', () => {
  test('reads and marks notifications of its user within its scopes', async () => {
    const xenia = await newReviewer('xenia', 2);
    const address = '/__admin/api/notifications';
    const visitor = server.visitor();
    const { headers } = await addToken(server, 'xenia', { scopes: ['documents.read'] });
    expect((await visitor.get(address, headers)).json<Page>()).toEqual(await xenia.list());
    const bare = await addToken(server, 'xenia', { scopes: ['media.read'] });
    const nothing = (await visitor.get(address, bare.headers)).json<Page>();
    expect(nothing).toMatchObject({ items: [], unread: 0 });
    const marked = await visitor.post(`${address}/read`, { all: true }, headers);
    expect(marked.json()).toEqual({ ok: true, unread: 0 });
    expect((await xenia.list()).unread).toBe(0);
  });

  test('without a user sees no notifications', async () => {
    const answer = await server.visitor().get('/__admin/api/notifications');
    expectProblem(answer, 401, 'unauthenticated');
  });
});

test('a server killed during delivery continues without duplicates', async () => {
  const early = await inReview(staff);
  await reader(staff.rosa).waitForNotifications(early, 1);
  const { db } = server.database;
  const told = await db
    .selectFrom('notifications')
    .select((row) => row.fn.max('event_id').as('last'))
    .executeTakeFirstOrThrow();
  const late = await inReview(staff);
  await reader(staff.rosa).waitForNotifications(late, 1);
  const before = await reader(staff.rosa).about(early);
  // Mimics a crash and more: drops the notifications of the late event, and resets the cursor to the start.
  await db.deleteFrom('notifications').where('event_id', '>', told.last).execute();
  await db.updateTable('event_cursors').set({ read_id: 0 }).execute();
  await using next = await TestServer.beside(server);
  await new Reader(staff.rosa.client.at(next)).waitForNotifications(late, 1);
  expect(await reader(staff.rosa).about(early)).toEqual(before);
});

test('two servers deliver each notification once', async () => {
  await using two = await TestServer.beside(server);
  const path = await inReview(staff);
  await staff.rosa.decide(path, 'approve');
  await new Reader(staff.maria.client.at(two)).waitForNotifications(path, 1);
  const rows = await server.database.db
    .selectFrom('notifications')
    .innerJoin('documents', 'documents.id', 'document_id')
    .select(['username', 'event_id'])
    .where('path', '=', path)
    .execute();
  const pairs = rows.map(({ username, event_id }) => `${username} ${event_id}`);
  expect(new Set(pairs).size).toBe(pairs.length);
});

test('deleting a user deletes their notifications, and others still receive theirs', async () => {
  await newReviewer('yann', 1);
  await new AdminClient(staff.ada.client).postJson('/users/delete', { username: 'yann' });
  const left = await server.database.db
    .selectFrom('notifications')
    .select('id')
    .where('username', '=', 'yann')
    .execute();
  expect(left).toEqual([]);
  const path = await inReview(staff);
  await reader(staff.rosa).waitForNotifications(path, 1);
});

test('events that all consumers have handled and old read notifications are removed', async () => {
  const una = await newReviewer('una', 2);
  const [newer, older] = (await una.list()).items;
  await una.read({ ids: [older!.id] });
  const { db } = server.database;
  const past = { at: new Date(Date.now() - 91 * 86_400_000) };
  await db.updateTable('notifications').set(past).where('username', '=', 'una').execute();
  const { read_id: readId } = await db
    .selectFrom('event_cursors')
    .select('read_id')
    .where('consumer', '=', 'notifications')
    .executeTakeFirstOrThrow();
  await db.updateTable('domain_events').set(past).execute();
  const event = { type: 'user.updated', actor: 'galley', subject: 'una', data: '{}' };
  const { id } = await db
    .insertInto('domain_events')
    .values({ ...event, at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow();
  const cursors = () => db.selectFrom('event_cursors').select('read_id').execute();
  await vi.waitUntil(async () => (await cursors()).every((one) => one.read_id >= readId), {
    timeout: 30_000,
    interval: 50,
  });
  const next = await TestServer.beside(server);
  const events = () => db.selectFrom('domain_events').select('id').orderBy('id').execute();
  await vi.waitUntil(async () => (await events())[0]!.id > readId, {
    timeout: 30_000,
    interval: 50,
  });
  expect((await events()).map((one) => one.id)).toEqual([id]);
  expect((await una.list()).items.map((one) => one.id)).toEqual([newer!.id]);
  await next[Symbol.asyncDispose]();
});
