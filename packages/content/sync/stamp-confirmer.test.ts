import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { RecentFiles } from '../tree/recent-files.ts';
import { treeWith } from '../workflow/interruptions.fixtures.ts';
import { editor, Newsroom } from '../workflow/newsroom.fixtures.ts';
import { StampConfirmer } from './stamp-confirmer.ts';

const path = 'posts/a.md';
const post = (title: string): string => `---\ntitle: ${title}\n---\nText.\n`;

function confirmerIn(room: Newsroom, tree = room.tree): StampConfirmer {
  const { clock, logger, database } = room;
  return new StampConfirmer({ db: database.db, tree, clock, logger, maxBytes: 256 * 1024 });
}

/** The files of the test have the time of the machine. */
function setClock(room: Newsroom, afterNowMs: number): void {
  room.clock.advance(Date.now() + afterNowMs - room.clock.now().getTime());
}

async function roomWithFreshFile(): Promise<Newsroom> {
  const room = await Newsroom.open();
  setClock(room, 0);
  await room.write(path, post('A'));
  await room.indexer.scan();
  return room;
}

async function readByScan(room: Newsroom): Promise<number> {
  return (await room.colleague().indexer.scan()).read;
}

test.each([
  ['a new file', () => Promise.resolve()],
  [
    'a saved document',
    (room: Newsroom) => room.service.save(editor, { path, content: 'Saved.\n' }),
  ],
  [
    'an edit on disk',
    async (room: Newsroom) => {
      await room.write(path, post('Edited'));
      await room.indexer.indexPath(path);
    },
  ],
])('%s is not read again by later scans', async (_name, change) => {
  await using room = await roomWithFreshFile();
  await change(room);
  setClock(room, 10_000);
  await confirmerIn(room).confirm();
  expect(await readByScan(room)).toBe(0);
});

test('a document that is being changed delays neither the others nor the end', async () => {
  await using room = await roomWithFreshFile();
  await room.write('posts/b.md', post('B'));
  await room.indexer.scan();
  setClock(room, 10_000);
  await room.database.db.transaction().execute(async (transaction) => {
    const one = transaction.selectFrom('documents').select('id').where('path', '=', path);
    await one.forUpdate().executeTakeFirstOrThrow();
    await confirmerIn(room).confirm();
  });
  expect(await readByScan(room)).toBe(1);
});

test('files are confirmed when the loop stops', async () => {
  await using room = await roomWithFreshFile();
  setClock(room, 10_000);
  const stop = new AbortController();
  const { loop } = confirmerIn(room);
  loop.start(stop.signal);
  stop.abort();
  await loop.stopped;
  expect(await readByScan(room)).toBe(0);
});

test('a file that is still too new is confirmed later', async () => {
  await using room = await roomWithFreshFile();
  await confirmerIn(room).confirm();
  expect(await readByScan(room)).toBe(1);
  setClock(room, 10_000);
  await confirmerIn(room).confirm();
  expect(await readByScan(room)).toBe(0);
});

test('an edit that keeps size and time right after a save is found by the next scan', async () => {
  await using room = await roomWithFreshFile();
  const at = new Date();
  await utimes(join(room.directory, path), at, at);
  await room.indexer.indexPath(path);
  await room.write(path, post('B'));
  await utimes(join(room.directory, path), at, at);
  setClock(room, 10_000);
  await confirmerIn(room).confirm();
  expect(await readByScan(room)).toBe(1);
  expect(await room.titlesInPublic()).toEqual(['B']);
});

test('an edit after the confirmation is found by the next scan', async () => {
  await using room = await roomWithFreshFile();
  setClock(room, 10_000);
  await confirmerIn(room).confirm();
  await room.write(path, post('B'));
  expect(await readByScan(room)).toBe(1);
  expect(await room.titlesInPublic()).toEqual(['B']);
});

test('a save during the confirmation keeps its own state', async () => {
  await using room = await roomWithFreshFile();
  setClock(room, 10_000);
  const act = (): Promise<unknown> => room.service.save(editor, { path, content: 'Saved.\n' });
  const tree = treeWith(room.tree, { step: 'read', when: 'after', act });
  await confirmerIn(room, tree).confirm();
  expect(await readByScan(room)).toBe(0);
  expect(await room.read(path)).toContain('Saved.');
  expect((await room.service.history(editor, path)).map(({ kind }) => kind)).toEqual([
    'save',
    'external',
  ]);
});

test('at most 5,000 recent files are remembered, and no old ones', () => {
  const recent = new RecentFiles();
  const now = Date.now();
  recent.note('old.md', now - 60_000);
  expect(recent.size).toBe(0);
  for (let n = 0; n <= 5_000; n += 1) recent.note(`${n}.md`, now + 60_000);
  expect(recent.size).toBe(5_000);
  expect(recent.takeTrustworthy(new Date(now + 120_000))).not.toContain('0.md');
  expect(recent.size).toBe(0);
});
