import { describe, expect, test } from 'vitest';
import { readDocument, locateDocument } from '../document/read-document.ts';
import { DocumentBatchRepository } from '../store/document-batch-repository.ts';
import { DocumentLocks } from '../store/document-locks.ts';
import { DocumentRepository } from '../store/document-repository.ts';
import { outcomeOf, type Change } from '../store/change.ts';
import { TrashRepository } from '../store/trash-repository.ts';
import { verified } from '../verification/fixtures.ts';
import { treeWith, type Moment } from '../workflow/interruptions.fixtures.ts';
import { author, editor, Newsroom } from '../workflow/newsroom.fixtures.ts';
import { commitOne } from './commit.ts';
import { withdrawUnlessPublic } from './withdraw-document.ts';

const path = 'posts/a.md';
const copy = `.published/${path}`;
const post = (title: string, more = ''): string => `---\ntitle: ${title}\n${more}---\nText.\n`;
const stale = { code: 'stale_revision' };

function changeTo(room: Newsroom, text: string): Change {
  return {
    document: readDocument(locateDocument(path, room.settings)!, Buffer.from(text), room.settings),
    decision: { status: 'draft', publication: 'keep', approval: 'clear' },
    kind: 'save',
    author: 'past',
    onBehalfOf: [],
    message: 'Past the lock',
    at: room.clock.now(),
    file: null,
  };
}

async function changePastLock(room: Newsroom): Promise<void> {
  const { db } = room.database;
  const before = await new DocumentRepository(db).find(path);
  const changes = [changeTo(room, post('Past', 'draft: true\n'))];
  await commitOne(db, room.settings, { before, changes });
}

function disturbed(room: Newsroom, step: Moment['step'], at?: string): Newsroom {
  const act = (): Promise<void> => changePastLock(room);
  return room.colleagueWith(treeWith(room.tree, { step, when: 'after', at, act }));
}

async function roomWith(text = post('A')): Promise<Newsroom> {
  const room = await Newsroom.open();
  await room.write(path, text);
  await room.indexer.scan();
  return room;
}

async function kinds(room: Newsroom): Promise<string[]> {
  const entries = await room.service.history(editor, path);
  return entries.map(({ author: by, kind }) => (by === 'past' ? 'past' : kind));
}

async function expectSound(room: Newsroom): Promise<void> {
  const found = await verified(room);
  expect(found.filter(({ severity }) => severity === 'error')).toEqual([]);
}

describe('a document whose head changes between reading and commit', () => {
  test('records an edit on disk on top of the change', async () => {
    await using room = await roomWith();
    await room.write(path, post('By hand'));
    const { indexed, current } = await disturbed(room, 'read').service.get(editor, path);
    expect(indexed.revision).toBe(current.revision);
    expect(await room.read(path)).toBe(post('By hand'));
    expect(await kinds(room)).toEqual(['external', 'past', 'external']);
  });

  test('records a file found beside a public copy on top of the change', async () => {
    await using room = await Newsroom.open();
    await room.indexer.scan();
    await room.write(copy, post('Public'));
    await room.write(path, post('Draft', 'draft: true\n'));
    await disturbed(room, 'read', copy).service.get(editor, path);
    expect(await kinds(room)).toEqual(['external', 'past']);
    expect((await room.service.get(editor, path)).indexed.metadata.title).toBe('Draft');
    expect(await room.titlesInPublic()).toEqual([]);
    await expectSound(room);
  });

  test.each([
    ['a public copy', copy],
    ['a file', path],
  ])('records %s of a restored tree on top of the change', async (_what, at) => {
    await using room = await roomWith();
    if (at === copy) await room.write(copy, post('Public, restored'));
    await room.write(path, post('Restored', 'draft: true\n'));
    await room.database.db.updateTable('documents').set({ restored_by: 'ada' }).execute();
    const { indexed } = await disturbed(room, 'read', at).service.get(editor, path);
    expect(indexed.metadata.title).toBe('Restored');
    expect(await kinds(room)).toEqual(['external', 'past', 'external']);
    await expectSound(room);
  });

  test('is kept when its file is missing, and its file is restored', async () => {
    await using room = await roomWith();
    await room.remove(path);
    await disturbed(room, 'remove', copy).indexer.indexPath(path);
    const { indexed } = await room.service.get(editor, path);
    expect(indexed.metadata.title).toBe('Past');
    expect(await room.read(path)).toBe(post('Past', 'draft: true\n'));
  });

  test('is not transferred, and the transfer reports it', async () => {
    await using room = await roomWith(post('A', 'author: maria\n'));
    room.people.set('jan', author('jan'));
    const { ownership } = disturbed(room, 'read');
    await expect(ownership.transfer(editor, 'maria', 'jan')).rejects.toMatchObject({
      ...stale,
      details: { path },
    });
    expect(await kinds(room)).toEqual(['past', 'external']);
  });

  test('is not deleted', async () => {
    await using room = await roomWith();
    const { trash } = disturbed(room, 'requireWritable');
    await expect(trash.delete(editor, { path })).rejects.toMatchObject(stale);
    expect(await room.trash.list(editor)).toEqual([]);
    expect((await room.service.get(editor, path)).indexed.metadata.title).toBe('Past');
  });

  test('is not unpublished', async () => {
    await using room = await roomWith();
    const { current } = await room.service.get(editor, path);
    const { database, reconciler, clock, log, logger } = disturbed(room, 'read');
    const locks = new DocumentLocks(database.db);
    const document = { ...current, notice: { message: 'it is not public', line: 1, column: 1 } };
    const withdrawal = withdrawUnlessPublic({ locks, reconciler, clock, logger }, document);
    await expect(withdrawal).rejects.toMatchObject(stale);
    expect(log.map(({ message }) => message)).toEqual([]);
  });
});

test('a save returns the current document when its head changed while the file was written', async () => {
  await using room = await roomWith();
  const { service } = disturbed(room, 'replace');
  const { indexed, current } = await service.save(editor, { path, content: 'Saved.\n' });
  expect(indexed.revision).toBe(current.revision);
  expect(indexed.headHash).toBe((await room.service.history(editor, path))[0]!.hash);
  expect(await kinds(room)).toEqual(['external', 'past', 'save', 'external']);
  await expectSound(room);
});

describe('a statement that expects another head', () => {
  const known = { hash: 'of a file', stamp: null };
  const statements = {
    advance: (documents, head, room) => {
      const change = changeTo(room, post('B'));
      return documents.advance(head, outcomeOf(undefined, change));
    },
    'advance of a batch': (_documents, head, room) => {
      const change = changeTo(room, post('B'));
      const known = { ...change, file: { hash: 'of a file', stamp: null } };
      const move = { head, outcome: outcomeOf(undefined, known) };
      return new DocumentBatchRepository(room.database.db).advance([move]);
    },
    'markGone of a batch': (_documents, head, { database, clock }) =>
      new DocumentBatchRepository(database.db).markGone([head], clock.now()),
    markMaterialised: (documents, head) => documents.markMaterialised(head, known),
    noteFound: (documents, head) => documents.noteFound(head, 'of another file'),
    forgetFiles: (documents, head) => documents.forgetFiles(head),
    markGone: (documents, head, { clock }) => documents.markGone(head, clock.now()),
  } satisfies Record<
    string,
    (
      documents: DocumentRepository,
      head: { documentId: number; headHash: string },
      room: Newsroom,
    ) => Promise<void>
  >;

  test.each(Object.entries(statements))('%s rejects it', async (_name, statement) => {
    await using room = await roomWith();
    const documents = new DocumentRepository(room.database.db);
    const before = await documents.find(path);
    const { documentId } = before!;
    const late = { documentId, headHash: 'of another time' };
    await expect(statement(documents, late, room)).rejects.toMatchObject(stale);
    expect(await documents.find(path)).toEqual(before);
  });

  test('restoring rejects it for a document that is not in the trash', async () => {
    await using room = await roomWith();
    const trash = new TrashRepository(room.database.db);
    await expect(trash.markLeaving('.trash/posts/a.md')).rejects.toMatchObject(stale);
  });
});
