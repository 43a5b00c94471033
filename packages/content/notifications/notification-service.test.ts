import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Actor } from '@galley/kernel';
import { assign, jan, maria, path, remi, rosa } from '../workflow/editorial.fixtures.ts';
import { editor } from '../workflow/newsroom.fixtures.ts';
import { boardWithNews, type Noticeboard } from './fixtures.ts';

const day = 86_400_000;

let board: Noticeboard;

beforeAll(async () => {
  board = await boardWithNews();
});

afterAll(() => board[Symbol.asyncDispose]());

beforeEach(async () => {
  await board.room.database.db.updateTable('notifications').set({ read_at: null }).execute();
});

async function idsOf(actor: Actor): Promise<number[]> {
  return (await board.listOf(actor)).map(({ id }) => id);
}

async function unreadOf(actor: Actor): Promise<string[]> {
  const { items, unread } = await board.service.list(actor, { unread: true, limit: 200 });
  expect(items).toHaveLength(unread);
  return items.map(({ type }) => type);
}

describe('the list', () => {
  test('shows the user’s own notifications, newest first', async () => {
    const news = ['assigned', 'published', 'approved', 'assigned'];
    expect(await board.typesOf(maria)).toEqual(news);
    expect(await board.typesOf(remi)).toEqual(['review_requested']);
  });

  test('is paginated consistently while new ones arrive', async () => {
    const seen: number[] = [];
    const all = await idsOf(maria);
    for (let before: number | undefined; ;) {
      const { items, nextCursor } = await board.service.list(maria, { limit: 3, before });
      seen.push(...items.map(({ id }) => id));
      if (nextCursor === null) break;
      before = nextCursor;
    }
    expect(seen).toEqual(all);
  });

  test('has no next page when the last page is full', async () => {
    const { items, nextCursor } = await board.service.list(maria, { limit: 4 });
    expect([items.length, nextCursor]).toEqual([4, null]);
  });

  test('shows the current state of the document', async () => {
    const { room } = board;
    await room.service.save(editor, { path, content: 'x\n', frontmatter: { title: 'Soot' } });
    const titles = new Set((await board.listOf(maria)).map(({ title }) => title));
    expect(titles).toEqual(new Set(['Soot']));
    expect((await board.listOf(maria))[0]!.documentStatus).toBe('draft');
  });
});

describe('notifications of documents that a user cannot read', () => {
  test('are hidden and not counted until access is restored', async () => {
    expect(await board.rows()).toContainEqual(expect.objectContaining({ username: 'jan' }));
    expect(await board.service.list(jan, { limit: 50 })).toEqual({
      items: [],
      unread: 0,
      nextCursor: null,
    });
    const readingJan = { ...jan, grants: rosa.grants };
    expect(await board.typesOf(readingJan)).toEqual(['assigned']);
    expect(await unreadOf(readingJan)).toEqual(['assigned']);
    await assign(board.room, { assignee: 'jan' });
    expect(await board.typesOf(jan)).toEqual(['assigned']);
    await assign(board.room, { assignee: '' });
  });

  test('are hidden from a token without read access', async () => {
    const bare = { ...maria, grants: new Set(['media.read']) };
    expect(await board.service.list(bare, { limit: 50 })).toMatchObject({ items: [], unread: 0 });
  });

  test('are hidden while the document is in the trash', async () => {
    const { room } = board;
    await room.trash.delete(editor, { path });
    expect(await board.typesOf(maria)).toEqual([]);
    expect(await unreadOf(rosa)).toEqual([]);
    await room.trash.restore(editor, path);
    expect(await board.typesOf(maria)).toHaveLength(4);
  });
});

describe('marking as read', () => {
  test('marks the given ones and leaves those of other users unread', async () => {
    const [first] = await idsOf(maria);
    const [others] = await idsOf(remi);
    expect(await board.service.markRead(maria, { ids: [first!, others!, 999_999] })).toBe(3);
    expect(await unreadOf(maria)).toEqual(['published', 'approved', 'assigned']);
    expect(await unreadOf(remi)).toEqual(['review_requested']);
    expect((await board.listOf(maria))[0]!.readAt).toEqual(board.room.clock.now());
  });

  test('marks all up to the given one, and none that arrived later', async () => {
    const seen = (await idsOf(maria))[1];
    expect(await board.service.markRead(maria, { upTo: seen })).toBe(1);
    expect(await unreadOf(maria)).toEqual(['assigned']);
    expect(await board.service.markRead(maria, { upTo: undefined })).toBe(0);
    expect(await unreadOf(maria)).toEqual([]);
    expect(await unreadOf(rosa)).toEqual(['review_requested']);
  });

  test('keeps the time of the first read', async () => {
    const { room } = board;
    await board.service.markRead(maria, { upTo: undefined });
    const before = await board.listOf(maria);
    room.clock.advance(1_000);
    await board.service.markRead(maria, { upTo: undefined });
    expect(await board.listOf(maria)).toEqual(before);
  });
});

test('old notifications are removed: read ones after 90 days, all after a year', async () => {
  await using old = await boardWithNews();
  const { clock } = old.room;
  const all = (await old.rows()).length;
  const { service } = old;
  await service.markRead(maria, { upTo: undefined });
  clock.advance(90 * day);
  expect(await service.removeOld()).toBe(0);
  clock.advance(1);
  expect(await service.removeOld()).toBe(4);
  expect(await old.typesOf(maria)).toEqual([]);
  clock.advance(275 * day - 1);
  expect(await service.removeOld()).toBe(0);
  clock.advance(1);
  expect(await service.removeOld()).toBe(all - 4);
  await assign(old.room, { assignee: 'jan' });
  await old.catchUp();
  expect(await old.rows()).toHaveLength(1);
  expect(await service.removeOld()).toBe(0);
});

test('large numbers of old ones are removed too', async () => {
  await using old = await boardWithNews();
  const { db } = old.room.database;
  const { id: _id, ...row } = (await old.rows())[0]!;
  const rows = Array.from({ length: 2_500 }, (_, number) => ({ ...row, event_id: -number }));
  await db.insertInto('notifications').values(rows).execute();
  const { length } = await old.rows();
  old.room.clock.advance(400 * day);
  expect(await old.service.removeOld()).toBe(length);
  expect(await old.rows()).toEqual([]);
});
