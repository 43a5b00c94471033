import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { treeWith, type Moment, type TreeStep } from './interruptions.fixtures.ts';
import { editor, Newsroom } from './newsroom.fixtures.ts';

const path = 'posts/ink.md';
const copy = `.published/${path}`;
const published = '---\ntitle: Ink\nauthor: maria\nworkflow: published\n---\nText.\n';
const draft = published.replace('published', 'draft');

async function roomWith(text = draft): Promise<Newsroom> {
  const room = await Newsroom.open();
  await room.write(path, text);
  await room.indexer.scan();
  return room;
}

function during(room: Newsroom, moment: Moment): Newsroom {
  return room.colleagueWith(treeWith(room.tree, moment));
}

function kill(): never {
  throw new Error('killed');
}

function expectRefusal(attempt: Promise<unknown>, code: string): Promise<void> {
  return expect(attempt).rejects.toMatchObject({ code });
}

async function exists({ tree }: Newsroom, of: string): Promise<boolean> {
  return (await tree.stamp(of)) !== undefined;
}

async function filesInTrash({ directory }: Newsroom): Promise<string[]> {
  const entries = await readdir(join(directory, '.trash/posts'));
  return entries.map((name) => `.trash/posts/${name}`);
}

type Death = readonly [TreeStep, Moment['when']];

const deathsOfDeleting: Death[] = [
  ['move', 'before'],
  ['move', 'after'],
  ['remove', 'before'],
  ['remove', 'after'],
];
const deathsOfRestoring: Death[] = [
  ['replace', 'before'],
  ['replace', 'after'],
  ['remove', 'before'],
  ['remove', 'after'],
];

type Find = (room: Newsroom) => Promise<unknown>;
const scan: Find = (room) => room.colleague().indexer.scan();
const request: Find = (room) => Promise.allSettled([room.service.get(editor, path)]);

describe.each([
  { how: 'when it starts', find: scan, deleting: deathsOfDeleting, restoring: deathsOfRestoring },
  {
    how: 'on the next request',
    find: request,
    deleting: deathsOfDeleting.slice(0, 2),
    restoring: deathsOfRestoring.slice(0, 2),
  },
])('another server recovers from a kill, $how', ({ find, deleting, restoring }) => {
  test.each(deleting)('during a deletion: at %s, %s it', async (step, when) => {
    await using room = await roomWith(published);
    await room.service.save(editor, { path, content: 'Edited.\n' });
    const last = await room.read(path);
    expect(await exists(room, copy)).toBe(true);
    const dying = during(room, { step, when, act: kill });
    await expect(dying.trash.delete(editor, { path })).rejects.toThrow('killed');
    expect(await room.titlesInPublic()).toEqual([]);
    await find(room);
    const [entry] = await room.trash.list(editor);
    expect(await filesInTrash(room)).toEqual([entry!.path]);
    expect(await room.read(entry!.path)).toBe(last);
    expect([await exists(room, path), await exists(room, copy)]).toEqual([false, false]);
    await expect(room.service.get(editor, path)).rejects.toMatchObject({ code: 'not_found' });
    expect(await room.titlesInPublic()).toEqual([]);
    await room.trash.restore(editor, entry!.path);
    expect(await room.read(path)).toBe(last);
    expect(await filesInTrash(room)).toEqual([]);
  });

  test.each(restoring)('during a restore: at %s, %s it', async (step, when) => {
    await using room = await roomWith(published);
    const trashPath = await room.trash.delete(editor, { path });
    const dying = during(room, { step, when, act: kill });
    await expect(dying.trash.restore(editor, path)).rejects.toThrow('killed');
    await find(room);
    expect(await room.trash.list(editor)).toEqual([]);
    expect(await room.read(path)).toBe(draft);
    expect(await exists(room, trashPath)).toBe(false);
    const { indexed } = await room.service.get(editor, path);
    expect(indexed).toMatchObject({ status: 'draft', publicHash: null });
    expect(await room.service.history(editor, path)).toHaveLength(3);
    const again = await room.trash.delete(editor, { path });
    expect(await filesInTrash(room)).toEqual([again]);
  });
});

test('a kill before the decision deletes nothing', async () => {
  await using room = await roomWith(published);
  const dying = during(room, { step: 'requireWritable', when: 'after', act: kill });
  await expect(dying.trash.delete(editor, { path })).rejects.toThrow('killed');
  await room.indexer.scan();
  expect(await room.titlesInPublic()).toEqual(['Ink']);
  expect(await room.trash.list(editor)).toEqual([]);
});

test('a file missing from both places after an interrupted move is restored from the history', async () => {
  await using room = await roomWith();
  const dying = during(room, { step: 'move', when: 'before', act: kill });
  await expect(dying.trash.delete(editor, { path })).rejects.toThrow('killed');
  await room.remove(path);
  await room.indexer.scan();
  const [entry] = await room.trash.list(editor);
  expect(await room.read(entry!.path)).toBe(draft);
});

test('a deleted file stays deleted where the settings exclude its path', async () => {
  await using room = await roomWith();
  const dying = during(room, { step: 'move', when: 'before', act: kill });
  await expect(dying.trash.delete(editor, { path })).rejects.toThrow('killed');
  const { content } = room.settings;
  const post = { ...content.types['post']!, path: 'articles' };
  room.settings = { ...room.settings, content: { ...content, types: { ...content.types, post } } };
  await room.indexer.scan();
  expect(await exists(room, path)).toBe(false);
  const [entry] = await room.trash.list(editor);
  expect(await room.read(entry!.path)).toBe(draft);
});

test('a file that cannot be moved because a folder is missing is not deleted, and the error says so', async () => {
  await using room = await roomWith(published);
  await room.write('.trash', 'in the way');
  const refused = room.trash.delete(editor, { path });
  await expect(refused).rejects.toMatchObject({ code: 'storage_failed' });
  expect(await room.titlesInPublic()).toEqual(['Ink']);
  await room.remove('.trash');
  await room.trash.delete(editor, { path });
  expect(await room.titlesInPublic()).toEqual([]);
});

describe('concurrent changes', () => {
  test('a save during a deletion is rejected and loses nothing', async () => {
    await using room = await roomWith();
    let save: Promise<unknown> | undefined;
    const deleting = during(room, {
      step: 'move',
      when: 'before',
      act: () => {
        save = expectRefusal(room.service.save(editor, { path, content: 'Saved.\n' }), 'not_found');
      },
    });
    const trashPath = await deleting.trash.delete(editor, { path });
    await save;
    expect(await room.read(trashPath)).toBe(draft);
    expect(await exists(room, path)).toBe(false);
  });

  test('a deletion during a save includes the saved text', async () => {
    await using room = await roomWith();
    let deletion: Promise<string> | undefined;
    const saving = during(room, {
      step: 'replace',
      when: 'before',
      act: () => {
        deletion = room.trash.delete(editor, { path });
      },
    });
    await saving.service.save(editor, { path, content: 'Saved.\n' });
    expect(await room.read(await deletion!)).toMatch(/Saved\.\n$/);
    expect(await exists(room, path)).toBe(false);
  });

  test('an edit on disk during the move becomes a separate document', async () => {
    await using room = await roomWith(published);
    const edit = draft.replace('Text.', 'By hand.');
    const deleting = during(room, {
      step: 'move',
      when: 'before',
      act: () => room.write(path, edit),
    });
    const trashPath = await deleting.trash.delete(editor, { path });
    await room.indexer.scan();
    expect(await room.read(path)).toBe(edit);
    expect(await room.read(trashPath)).toBe(published);
    expect(await room.service.history(editor, path)).toMatchObject([{ kind: 'external', seq: 1 }]);
  });

  test('a file touched during the move goes to the trash', async () => {
    await using room = await roomWith();
    const deleting = during(room, { step: 'move', when: 'before', act: () => room.age(path) });
    const trashPath = await deleting.trash.delete(editor, { path });
    expect(await room.read(trashPath)).toBe(draft);
    expect(await exists(room, path)).toBe(false);
  });

  test('of many deletions one succeeds, and the others find nothing', async () => {
    await using room = await roomWith();
    const colleague = room.colleague();
    const tries = await Promise.allSettled(
      [room, colleague, room, colleague].map(({ trash }) => trash.delete(editor, { path })),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const one of tries) {
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'not_found' });
    }
    expect(await room.trash.list(editor)).toHaveLength(1);
    expect(await filesInTrash(room)).toHaveLength(1);
  });

  test('of many restores one succeeds, and the others do not find it in the trash', async () => {
    await using room = await roomWith();
    const trashPath = await room.trash.delete(editor, { path });
    const colleague = room.colleague();
    const tries = await Promise.allSettled(
      [room, colleague, room, colleague].map(({ trash }) => trash.restore(editor, trashPath)),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const one of tries) {
      if (one.status === 'rejected')
        expect((one.reason as { code: string }).code).toBe('not_found');
    }
    expect(await room.service.history(editor, path)).toHaveLength(3);
  });

  const creation = { type: 'post', lang: 'en', title: 'Ink', content: 'New.\n' };

  test('creating a document during a restore at its path is rejected', async () => {
    await using room = await roomWith();
    await room.trash.delete(editor, { path });
    let created: Promise<unknown> | undefined;
    const restoring = during(room, {
      step: 'replace',
      when: 'before',
      act: () => {
        created = expectRefusal(room.service.create(editor, creation), 'already_exists');
      },
    });
    await restoring.trash.restore(editor, path);
    await created;
    expect(await room.read(path)).toBe(draft);
  });

  test('restoring during a creation at its path is rejected (GAP-DOC-13)', async () => {
    await using room = await roomWith();
    await room.trash.delete(editor, { path });
    let restored: Promise<unknown> | undefined;
    const creating = during(room, {
      step: 'replace',
      when: 'before',
      act: () => {
        restored = expectRefusal(room.trash.restore(editor, path), 'already_exists');
      },
    });
    await creating.service.create(editor, creation);
    await restored;
    expect(await room.read(path)).toMatch(/New\.\n$/);
    expect(await room.trash.list(editor)).toHaveLength(1);
  });

  test('a file created on disk during a restore is recorded on top of it', async () => {
    await using room = await roomWith();
    await room.trash.delete(editor, { path });
    const restoring = during(room, {
      step: 'replace',
      when: 'before',
      act: () => room.write(path, draft.replace('Text.', 'By hand.')),
    });
    const { indexed } = await restoring.trash.restore(editor, path);
    expect(await room.read(path)).toMatch(/By hand\.\n$/);
    const entries = await room.service.history(editor, path);
    expect(entries.map(({ kind }) => kind)).toEqual(['external', 'restore', 'status', 'external']);
    expect(indexed.status).toBe('draft');
    expect(await filesInTrash(room)).toEqual([]);
  });
});
