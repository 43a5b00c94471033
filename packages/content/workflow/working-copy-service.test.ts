import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Actor } from '@galley/kernel';
import { author, editor, Newsroom } from './newsroom.fixtures.ts';

const path = 'posts/ink.md';
const text = '---\ntitle: Ink\nauthor: maria\nworkflow: draft\n---\nBlack.\n';
const maria: Actor = {
  ...author('maria'),
  grants: new Set([...author('maria').grants, 'documents.lifecycle.own']),
};
const ada: Actor = { ...editor, username: 'ada', role: 'admin' };

let room: Newsroom;

beforeEach(async () => {
  room = await Newsroom.open();
  for (const { username } of [maria, editor, ada, author('eve')]) {
    const user = { username, name: username, email: '', role: 'author', created_at: new Date(0) };
    await room.database.db.insertInto('users').values(user).execute();
  }
  await room.write(path, text);
});

afterEach(() => room[Symbol.asyncDispose]());

async function revision(): Promise<string> {
  return (await room.service.get(editor, path)).indexed.revision;
}

async function keep(actor: Actor, content: string, more: object = {}) {
  const baseRevision = await revision();
  return room.workingCopies.store(actor, {
    path,
    content,
    frontmatter: null,
    baseRevision,
    ...more,
  });
}

function keepDraft(actor: Actor, draftKey: string, content = 'New.\n') {
  return room.workingCopies.store(actor, { draftKey, content, frontmatter: { title: 'New' } });
}

async function contentOf(actor: Actor, of: string = path): Promise<string | undefined> {
  return (await room.workingCopies.find(actor, { path: of }))?.content;
}

async function listed(actor: Actor) {
  const copies = await room.workingCopies.list(actor);
  return copies.map(({ path: of, draftKey }) => of ?? draftKey);
}

async function everythingElse() {
  const { db } = room.database;
  return {
    file: await room.read(path),
    documents: await db.selectFrom('documents').selectAll().execute(),
    history: await db.selectFrom('document_history').selectAll().execute(),
    locks: await db.selectFrom('document_locks').selectAll().execute(),
  };
}

describe('unsaved text of a document', () => {
  test('is stored byte for byte and changes no file, history, revision or lock', async () => {
    await room.editLocks.lock(maria, { path });
    const before = await everythingElse();
    const content = '\uFEFF  Ink \u{1F58B} \u0007\r\n\r\n\ttwo\u2028three \t';
    const frontmatter = {
      zebra: 1,
      alpha: { y: [1.5, null], x: 'é' },
      mid: 'a\0b',
      title: 'I\0nk',
    };
    const baseRevision = await revision();
    const state = await keep(maria, content, { frontmatter });
    expect(state).toEqual({ savedAt: room.clock.now(), baseRevision, isStale: false });
    const found = await room.workingCopies.find(maria, { path });
    expect(found).toEqual({ ...state, path, draftKey: null, content, frontmatter });
    expect(JSON.stringify(found!.frontmatter)).toBe(JSON.stringify(frontmatter));
    expect(await room.workingCopies.list(maria)).toMatchObject([{ title: 'Ink' }]);
    expect(await everythingElse()).toEqual(before);
  });

  test('replaces the previous one', async () => {
    await keep(maria, 'One', { frontmatter: { title: 'One' } });
    room.clock.advance(1_000);
    await keep(maria, 'Two');
    expect(await room.workingCopies.find(maria, { path })).toMatchObject({
      content: 'Two',
      frontmatter: null,
      savedAt: room.clock.now(),
    });
    expect(await room.workingCopies.list(maria)).toMatchObject([{ title: 'Ink' }]);
  });

  test('is private to its author, whatever the role of others', async () => {
    await keep(maria, 'Of maria');
    expect(await contentOf(ada)).toBeUndefined();
    expect(await room.workingCopies.list(ada)).toEqual([]);
    expect((await room.service.getDetailed(ada, path)).details.workingCopy).toBeNull();
    await keep(ada, 'Of ada');
    await room.workingCopies.discard(ada, { path });
    await room.service.save(ada, { path, content: 'Saved by ada.\n' });
    expect(await contentOf(maria)).toBe('Of maria');
  });

  test('is stored while another user holds the lock', async () => {
    await room.editLocks.lock(editor, { path });
    await keep(maria, 'Meanwhile');
    expect(await contentOf(maria)).toBe('Meanwhile');
  });

  test('requires the permission to save', async () => {
    const eve = author('eve');
    const reader: Actor = { ...editor, grants: new Set(['documents.read']) };
    const attempts = (actor: Actor) => [
      () => keep(actor, 'No'),
      () => room.workingCopies.find(actor, { path }),
      () => room.workingCopies.discard(actor, { path }),
    ];
    for (const attempt of attempts(eve)) {
      await expect(attempt()).rejects.toMatchObject({ code: 'not_found' });
    }
    const [write, , discard] = attempts(reader);
    for (const attempt of [write!, discard!]) {
      await expect(attempt()).rejects.toMatchObject({ code: 'forbidden' });
    }
    expect(await contentOf(reader)).toBeUndefined();
    for (const wrong of ['posts/none.md', '.trash/posts/none.md']) {
      const missing = room.workingCopies.find(maria, { path: wrong });
      await expect(missing).rejects.toMatchObject({ code: 'not_found' });
    }
    for (const wrong of ['../ink.md', 'posts/i\0nk.md', '.trash/posts/i\0nk.md', 'ink']) {
      const invalid = room.workingCopies.find(maria, { path: wrong });
      await expect(invalid).rejects.toMatchObject({ code: 'invalid_path' });
    }
  });

  test('is hidden while its author cannot read the document', async () => {
    await keep(maria, 'Mine');
    await room.write(path, text.replace('maria', 'eve'));
    await expect(contentOf(maria)).rejects.toMatchObject({ code: 'not_found' });
    expect(await listed(maria)).toEqual([]);
    await room.write(path, text);
    expect(await contentOf(maria)).toBe('Mine');
    expect(await listed(maria)).toEqual([path]);
  });

  test('is stale after a new revision, also from an edit on disk', async () => {
    await keep(maria, 'Mine');
    await room.write(path, `${text}On disk.\n`);
    expect(await room.workingCopies.find(maria, { path })).toMatchObject({ isStale: true });
    expect(await room.workingCopies.list(maria)).toMatchObject([{ isStale: true }]);
    const { details } = await room.service.getDetailed(maria, path);
    expect(details.workingCopy).toMatchObject({ isStale: true });
    expect(await keep(maria, 'Mine, on top')).toMatchObject({ isStale: false });
    expect(await keep(maria, 'Older', { baseRevision: 'none' })).toMatchObject({ isStale: true });
  });

  test('is not stale after a state change alone', async () => {
    await keep(maria, 'Mine');
    await room.editorial.changeStatus(editor, { path, status: 'published' });
    expect(await room.workingCopies.find(maria, { path })).toMatchObject({ isStale: false });
  });

  test('stays with the document in the trash, is found by either path, and comes back with it', async () => {
    await keep(maria, 'Mine', { frontmatter: { title: 'Mine' } });
    const trashPath = await room.trash.delete(maria, { path });
    const inTrash = { path, trashPath, title: 'Mine', isGone: true, isStale: false };
    expect(await room.workingCopies.list(maria)).toMatchObject([inTrash]);
    expect([await contentOf(maria), await contentOf(maria, trashPath)]).toEqual(['Mine', 'Mine']);
    await expect(keep(maria, 'Late', { baseRevision: 'x' })).rejects.toMatchObject({
      code: 'not_found',
    });

    await room.write(path, text);
    expect(await contentOf(maria)).toBeUndefined();
    expect(await contentOf(maria, trashPath)).toBe('Mine');
    await room.remove(path);
    await room.trash.restore(maria, trashPath);
    const living = { path, trashPath: null, isGone: false };
    expect(await room.workingCopies.list(maria)).toMatchObject([living]);
    expect(await contentOf(maria)).toBe('Mine');
  });

  test('of a document in the trash is discarded by its path there', async () => {
    await keep(maria, 'Of the old one');
    const trashPath = await room.trash.delete(maria, { path });
    await room.write(path, text);
    await keep(maria, 'Of the new one');
    await room.workingCopies.discard(maria, { path: trashPath });
    expect(await contentOf(maria)).toBe('Of the new one');
    expect(await listed(maria)).toEqual([path]);
  });

  test('is hidden with a removed file, and comes back with it', async () => {
    await keep(maria, 'Mine');
    await room.remove(path);
    await room.indexer.scan();
    expect(await room.workingCopies.list(maria)).toMatchObject([{ isGone: true, trashPath: null }]);
    await room.write(path, text);
    expect(await contentOf(maria)).toBe('Mine');
  });

  test('can be discarded repeatedly', async () => {
    await keep(maria, 'Mine');
    await room.workingCopies.discard(maria, { path });
    await room.workingCopies.discard(maria, { path });
    expect(await contentOf(maria)).toBeUndefined();
  });
});

describe('a save', () => {
  test('clears the author’s unsaved text of that document only', async () => {
    await room.write('posts/other.md', text);
    await keep(maria, 'Mine');
    await keep(editor, 'Of edith');
    await room.workingCopies.store(maria, {
      path: 'posts/other.md',
      content: 'Other',
      frontmatter: null,
      baseRevision: await revision(),
    });
    await room.service.save(maria, { path, content: 'Mine.\n' });
    expect(await contentOf(maria)).toBeUndefined();
    expect(await contentOf(editor)).toBe('Of edith');
    expect(await listed(maria)).toEqual(['posts/other.md']);
  });

  test('without changes clears it too', async () => {
    await keep(maria, 'Mine');
    await room.service.save(maria, { path, content: 'Black.\n' });
    expect(await contentOf(maria)).toBeUndefined();
  });

  test('that is rejected keeps it', async () => {
    await keep(maria, 'Mine');
    const late = room.service.save(maria, { path, content: 'Mine.\n', expectedRevision: 'old' });
    await expect(late).rejects.toMatchObject({ code: 'stale_revision' });
    expect(await contentOf(maria)).toBe('Mine');
  });

  test('clears it in the same transaction', async () => {
    await keep(maria, 'Mine');
    const head = await revision();
    const { schema } = room.database.db;
    await schema.alterTable('working_copies').renameTo('away').execute();
    const failing = room.service.save(maria, { path, content: 'Saved.\n' });
    await expect(failing).rejects.toThrow('does not exist');
    await schema.alterTable('away').renameTo('working_copies').execute();
    expect([await revision(), await room.read(path)]).toEqual([head, text]);
    expect(await contentOf(maria)).toBe('Mine');
  });

  test('completed after a kill has cleared it, and the file follows', async () => {
    await keep(maria, 'Mine');
    const dying = room.colleague(() => {
      throw new Error('killed');
    });
    const save = dying.service.save(maria, { path, content: 'Mine.\n' });
    await expect(save).rejects.toThrow('killed');
    expect(await contentOf(maria)).toBeUndefined();
    expect(await room.read(path)).toContain('\nMine.\n');
  });

  test('makes a text that arrives late stale, and clears an earlier one', async () => {
    const elsewhere = room.colleague();
    for (let round = 0; round < 10; round++) {
      const baseRevision = await revision();
      const texts = [`Draft ${round}`, `Saved ${round}.\n`] as const;
      const copy = { path, content: texts[0], frontmatter: null, baseRevision };
      await Promise.all([
        elsewhere.workingCopies.store(maria, copy),
        room.service.save(maria, { path, content: texts[1] }),
      ]);
      const found = await room.workingCopies.find(maria, { path });
      if (found) expect(found).toMatchObject({ content: texts[0], isStale: true });
      expect(await room.read(path)).toContain(texts[1]);
    }
  });
});

describe('unsaved text of a new document', () => {
  test('is stored under a key of its author', async () => {
    await keepDraft(maria, 'new', 'Of maria');
    await keepDraft(editor, 'new', 'Of edith');
    await keepDraft(maria, 'new', 'Of maria, again');
    const found = await room.workingCopies.find(maria, { draftKey: 'new' });
    expect(found).toEqual({
      path: null,
      draftKey: 'new',
      content: 'Of maria, again',
      frontmatter: { title: 'New' },
      baseRevision: null,
      savedAt: room.clock.now(),
      isStale: false,
    });
    expect(await room.workingCopies.list(maria)).toMatchObject([
      { path: null, draftKey: 'new', title: 'New', isStale: false, isGone: false },
    ]);
    await room.workingCopies.discard(maria, { draftKey: 'new' });
    await room.workingCopies.discard(maria, { draftKey: 'new' });
    expect(await room.workingCopies.find(maria, { draftKey: 'new' })).toBeUndefined();
    expect(await listed(editor)).toEqual(['new']);
  });

  test('requires documents.create', async () => {
    const writer: Actor = { ...maria, grants: new Set(['documents.read', 'documents.write']) };
    const refused = {
      code: 'forbidden',
      message: expect.stringContaining('documents.create') as string,
    };
    await expect(keepDraft(writer, 'new')).rejects.toMatchObject(refused);
    const discard = room.workingCopies.discard(writer, { draftKey: 'new' });
    await expect(discard).rejects.toMatchObject(refused);
  });

  test('is cleared by the successful creation with its key', async () => {
    for (const key of ['one', 'two']) await keepDraft(maria, key);
    await keepDraft(editor, 'one');
    const input = {
      type: 'post',
      lang: 'en',
      title: 'Paper',
      content: 'White.\n',
      draftKey: 'one',
    };
    const taken = room.service.create(maria, { ...input, slug: 'ink' });
    await expect(taken).rejects.toMatchObject({ code: 'already_exists' });
    expect(await listed(maria)).toEqual(['two', 'one']);
    await room.service.create(maria, input);
    expect(await listed(maria)).toEqual(['two']);
    expect(await listed(editor)).toEqual(['one']);
  });
});

describe('the number of unsaved texts', () => {
  async function fill(count: number): Promise<void> {
    const at = room.clock.now().getTime();
    const rows = Array.from({ length: count }, (_none, index) => ({
      username: 'maria',
      draft_key: `draft ${index}`,
      content: '',
      saved_at: new Date(at - index * 1_000),
    }));
    await room.database.db.insertInto('working_copies').values(rows).execute();
  }

  test('is limited to 200 per user; the oldest are removed, and none of others', async () => {
    await keepDraft(editor, 'old');
    room.clock.advance(3_600_000);
    await fill(200);
    room.clock.advance(1_000);
    await keepDraft(maria, 'draft 199');
    expect((await listed(maria)).slice(0, 2)).toEqual(['draft 199', 'draft 0']);
    await keep(maria, 'Mine');
    const left = await listed(maria);
    expect(left).toHaveLength(200);
    expect(left.slice(0, 2)).toEqual([path, 'draft 199']);
    expect(left.at(-1)).toBe('draft 197');
    expect(await listed(editor)).toEqual(['old']);
  });

  test('excludes those unchanged for 90 days, which are removed 1,000 at a time', async () => {
    await fill(1_500);
    room.clock.advance(90 * 86_400_000 - 100_500);
    const removed = [];
    for (let round = 0; round < 3; round++) removed.push(await room.workingCopies.removeOld());
    expect(removed).toEqual([1_000, 399, 0]);
    expect((await listed(maria)).at(-1)).toBe('draft 100');
  });

  test('is zero after a user is deleted', async () => {
    const { db } = room.database;
    await keepDraft(author('eve'), 'new');
    await keepDraft(editor, 'new');
    await db.updateTable('users').set({ username: 'eva' }).where('username', '=', 'eve').execute();
    expect(await listed(author('eva'))).toEqual(['new']);
    await db.deleteFrom('users').where('username', '=', 'eva').execute();
    const left = await db.selectFrom('working_copies').select('username').execute();
    expect(left).toEqual([{ username: 'edith' }]);
  });
});
