import { expect, test } from 'vitest';
import type { Database } from '@galley/database';
import { DocumentLocks } from '../store/document-locks.ts';
import { ContentService } from './content-service.ts';
import { DocumentStore } from './document-store.ts';
import { EditorialService } from './editorial-service.ts';
import { editor, Newsroom } from './newsroom.fixtures.ts';

const path = 'posts/ink.md';

/** Counts all but `begin` and `commit`. */
function counting(db: Database) {
  let count = 0;
  const counted = db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: ({ result }) => {
      count += 1;
      return Promise.resolve(result);
    },
  });
  const during = async (work: () => Promise<unknown>): Promise<number> => {
    count = 0;
    await work();
    return count;
  };
  return { db: counted, during };
}

test('opening a document takes one statement, and saving or creating it six', async () => {
  await using room = await Newsroom.open();
  const { tree, clock, logger, reconciler } = room;
  const { db, during } = counting(room.database.db);
  const base = { tree, clock, logger, settings: () => room.settings, maxBytes: 10_000 };
  const store = new DocumentStore({ ...base, db, reconciler, locks: new DocumentLocks(db) });
  const service = new ContentService({ ...base, db, store });
  const people = { find: () => Promise.resolve(undefined) };
  const editorial = new EditorialService({ ...base, db, store, people });
  const fields = { type: 'post', lang: 'en', title: 'Ink', content: 'Black ink.\n' };
  // Queries the stems of its words, which are known from then on.
  await service.create(editor, { ...fields, slug: 'first' });
  await room.age('posts/first.md');

  expect(await during(() => service.create(editor, fields))).toBe(6);
  expect(await during(() => service.getDetailed(editor, path))).toBe(1);
  const lock = await room.editLocks.lock(editor, { path });
  const save = { path, content: 'Ink.\n', lockToken: lock.token };
  // Both locks, the row, the change, everything beside it, the written file, both locks again.
  expect(await during(() => service.save(editor, save))).toBe(6);
  const publish = { path, status: 'published' } as const;
  expect(await during(() => editorial.changeStatus(editor, publish))).toBe(7);
});
