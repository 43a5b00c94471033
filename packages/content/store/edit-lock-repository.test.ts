import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { openDatabase, type Database, type DatabaseHandle } from '@galley/database';
import { silentLogger } from '@galley/kernel';
import { DocumentContextReadModel } from './document-context-read-model.ts';
import { EditLockRepository } from './edit-lock-repository.ts';
import type { EditLock } from './edit-lock.ts';
import { editor, Newsroom } from '../workflow/newsroom.fixtures.ts';

const now = new Date('2026-06-01T08:00:00Z');
const minutes = (count: number): Date => new Date(now.getTime() + count * 60_000);

let room: Newsroom;
let other: DatabaseHandle;
let documentId: number;

beforeAll(async () => {
  room = await Newsroom.open();
  const address = room.database.url;
  other = openDatabase({ address, poolSize: 5, logger: silentLogger });
  await room.write('posts/ink.md', '---\ntitle: Ink\n---\n');
  documentId = (await room.service.get(editor, 'posts/ink.md')).indexed.documentId;
});

afterAll(async () => {
  await other.close();
  await room[Symbol.asyncDispose]();
});

beforeEach(() => room.database.db.deleteFrom('document_locks').execute());

function claim(db: Database, holder: string, at = now): Promise<EditLock> {
  const expiresAt = new Date(at.getTime() + 2 * 60_000);
  const lock = { documentId, holder, token: `token of ${holder}`, expiresAt };
  return new EditLockRepository(db).claim({ ...lock, now: at });
}

async function lockOf(at: Date, db = room.database.db): Promise<EditLock | undefined> {
  return (await new DocumentContextReadModel(db).get(documentId, at)).lock;
}

async function waitingForLock(db: Database): Promise<void> {
  const isWaiting = async (): Promise<boolean> => {
    const rows = await db
      .withTables<{ pg_stat_activity: { datname: string; wait_event_type: string | null } }>()
      .selectFrom('pg_stat_activity')
      .select('wait_event_type')
      .where('datname', '=', ({ fn }) => fn<string>('current_database', []))
      .where('wait_event_type', '=', 'Lock')
      .execute();
    return rows.length === 1;
  };
  await vi.waitUntil(isWaiting, { timeout: 30_000, interval: 5 });
}

test.each([
  ['want a free document', () => Promise.resolve()],
  ['want a document with an expired lock', () => claim(room.database.db, 'jan', minutes(-2))],
])(
  'GAP-DOC-10: of two concurrent requests that %s, the second waits for the first and fails',
  async (_what, prepare) => {
    await prepare();
    let late: Promise<EditLock> | undefined;
    const early = await room.database.db.transaction().execute(async (transaction) => {
      const lock = await claim(transaction, 'edith');
      late = claim(other.db, 'maria');
      await waitingForLock(room.database.db);
      return lock;
    });
    expect(early).toEqual({
      documentId,
      holder: 'edith',
      token: 'token of edith',
      expiresAt: minutes(2),
    });
    expect(await late).toEqual(early);
    expect(await lockOf(now, other.db)).toEqual(early);
  },
);

test('GAP-DOC-10: of many concurrent requests from two processes one gets the lock, and all learn its holder', async () => {
  const people = Array.from({ length: 20 }, (_, number) => `person-${number}`);
  const answers = await Promise.all(
    people.map((name, number) => claim(number % 2 ? other.db : room.database.db, name)),
  );
  const [lock, ...different] = [...new Set(answers.map(({ holder }) => holder))];
  expect(people).toContain(lock);
  expect(different).toEqual([]);
});

test('the holder who locks again keeps the token and extends the expiry', async () => {
  const { db } = room.database;
  await claim(db, 'edith');
  const again = new EditLockRepository(db).claim({
    documentId,
    holder: 'edith',
    token: 'another token',
    expiresAt: minutes(3),
    now: minutes(1),
  });
  expect(await again).toMatchObject({ token: 'token of edith', expiresAt: minutes(3) });
  const { acquired_at } = await db
    .selectFrom('document_locks')
    .select('acquired_at')
    .executeTakeFirstOrThrow();
  expect(acquired_at).toEqual(now);
});

test('a former holder can neither extend nor release a lock of another user', async () => {
  const locks = new EditLockRepository(room.database.db);
  const before = await claim(room.database.db, 'edith', minutes(-2));
  const taken = await claim(other.db, 'maria');
  await locks.extension(before, minutes(10)).execute();
  await locks.removal(before).execute();
  expect(await lockOf(now)).toEqual(taken);
});

test('a lock ends at its expiry and is removed then', async () => {
  const locks = new EditLockRepository(room.database.db);
  const lock = await claim(room.database.db, 'edith');
  const last = new Date(lock.expiresAt.getTime() - 1);
  expect(await locks.removeExpired(last)).toBe(0);
  expect(await lockOf(last)).toEqual(lock);
  expect(await lockOf(lock.expiresAt)).toBeUndefined();
  expect(await locks.removeExpired(lock.expiresAt)).toBe(1);
});
