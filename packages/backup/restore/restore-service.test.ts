import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openRoom, restorer, writer } from './fixtures.ts';
import { restoreFolder } from '../tree-folders.ts';

const published = 'workflow: published';
const enforced = 'editorial:\n  require_approval: true\n';

function page(title: string, body: string, ...lines: string[]): string {
  return ['---', `title: ${title}`, ...lines, '---', '', body, ''].join('\n');
}

test('GAP-BAK-2: a restore replaces the tree and leaves a snapshot of the previous one, which can be restored too; only changed documents get a history entry, of kind external by the restoring user, and a save that began before is rejected as stale', async () => {
  await using opened = await openRoom();
  const { room } = opened;
  await room.write('posts/a.md', page('A', 'One.', published));
  await room.write('posts/b.md', page('B', 'Stays.', published));
  await room.write('media/x.bin', 'old');
  await room.indexer.scan();
  const then = await room.files();
  const id = await room.backup();
  const { indexed } = await room.save('posts/a.md', 'Two.');
  await room.write('posts/c.md', page('C', 'New.', published));
  await room.write('media/x.bin', 'new');
  await room.indexer.scan();
  const before = await room.files();
  const { restored, snapshot, documents } = await room.restore(id);
  expect(restored).toBe(id);
  expect(documents).toBe(2);
  expect(await room.files()).toEqual(then);
  expect(await room.titlesInPublic()).toEqual(['A', 'B']);
  expect(await readdir(join(room.directory, restoreFolder))).toEqual([]);
  const [entry] = await room.content.history(writer, 'posts/a.md');
  expect(entry).toMatchObject({
    kind: 'external',
    author: 'rita',
    message: 'Restored from a backup',
  });
  expect(await room.content.history(writer, 'posts/b.md')).toHaveLength(1);
  const late = { path: 'posts/a.md', content: 'Three.', expectedRevision: indexed.revision };
  await expect(room.content.save(writer, late)).rejects.toMatchObject({ code: 'stale_revision' });
  await room.restore(snapshot);
  expect(await room.files()).toEqual(before);
  expect(await room.titlesInPublic()).toEqual(['A', 'B', 'C']);
});

test('without required approval, public and non-public documents are restored as they were', async () => {
  await using opened = await openRoom();
  const { room } = opened;
  await room.write('posts/a.md', page('A public', 'One.', published));
  await room.write('posts/b.md', page('B draft', 'One.', 'workflow: draft'));
  await room.indexer.scan();
  await room.content.save(writer, {
    path: 'posts/a.md',
    content: page('A in work', 'Two.', 'workflow: draft'),
  });
  const wanted = await room.titlesInPublic();
  const then = await room.files();
  const id = await room.backup();
  for (const [path, title] of [
    ['posts/a.md', 'A later'],
    ['posts/b.md', 'B later'],
  ] as const)
    await room.content.save(writer, { path, content: page(title, 'Three.', published) });
  expect(await room.titlesInPublic()).toEqual(['A later', 'B later']);
  await room.restore(id);
  expect(await room.titlesInPublic()).toEqual(wanted);
  expect(await room.files()).toEqual(then);
});

test('GAP-ED-5: with approval required, a restore publishes nothing unapproved', async () => {
  await using opened = await openRoom(enforced);
  const { room } = opened;
  await room.write('posts/a.md', page('A approved', 'One.', published));
  await room.indexer.scan();
  await room.content
    .save(writer, {
      path: 'posts/a.md',
      content: page('A not approved', 'Two.', published),
    })
    .catch(() => undefined);
  const id = await room.backup();
  await room.write('posts/a.md', page('A on disk', 'Three.', published));
  await room.write('posts/late.md', page('Late', 'One.', published));
  await room.indexer.scan();
  await room.restore(id);
  expect(await room.titlesInPublic()).toEqual(['A approved']);
});

test('an archive without media keeps the current media', async () => {
  await using opened = await openRoom();
  const { room } = opened;
  await room.write('posts/a.md', page('A', 'One.'));
  await room.write('media/x.bin', 'old');
  await room.indexer.scan();
  const id = await room.backup(false);
  await room.write('media/y.bin', 'new');
  await room.save('posts/a.md', 'Two.');
  const { snapshot } = await room.restore(id);
  expect(await room.read('media/x.bin')).toBe('old');
  expect(await room.read('media/y.bin')).toBe('new');
  await room.restore(snapshot);
  expect(await room.read('media/y.bin')).toBe('new');
  expect(await room.read('posts/a.md')).toContain('Two.');
});

test('a document deleted since is back with its history, and no longer in the trash', async () => {
  await using opened = await openRoom();
  const { room } = opened;
  await room.write('posts/a.md', page('A', 'One.', published));
  await room.indexer.scan();
  const id = await room.backup();
  await room.trash.delete(writer, { path: 'posts/a.md' });
  await room.restore(id);
  expect(await room.trash.list(writer)).toEqual([]);
  expect(await room.titlesInPublic()).toEqual(['A']);
  expect(await room.content.history(writer, 'posts/a.md')).toHaveLength(3);
});

test('documents deleted since stay in the trash unless the backup has them; its trash is restored', async () => {
  await using opened = await openRoom();
  const { room } = opened;
  await room.write('posts/then.md', page('Then', 'One.'));
  await room.indexer.scan();
  const there = await room.trash.delete(writer, { path: 'posts/then.md' });
  const id = await room.backup();
  await room.trash.restore(writer, 'posts/then.md');
  await room.write('posts/since.md', page('Since', 'One.'));
  await room.indexer.scan();
  const gone = await room.trash.delete(writer, { path: 'posts/since.md' });
  await room.restore(id);
  const paths = (await room.trash.list(writer)).map(({ path }) => path).sort();
  expect(paths).toEqual([gone, there].sort());
  expect(Object.keys(await room.files()).sort()).toEqual([gone, there].sort());
  await room.trash.restore(writer, 'posts/then.md');
  expect(await room.read('posts/then.md')).toContain('One.');
});

test('saves during the snapshot are in a second one, which replaces the first', async () => {
  await using opened = await openRoom();
  const { room } = opened;
  await room.write('posts/a.md', page('A', 'One.'));
  await room.indexer.scan();
  const id = await room.backup();
  let saved = false;
  room.backups.onSnapshot = async () => {
    if (saved) return;
    saved = true;
    await room.save('posts/a.md', 'Late, but acknowledged.');
  };
  const { snapshot } = await room.restore(id);
  expect(await room.read('posts/a.md')).toContain('One.');
  expect(await room.backups.ids()).toEqual([id, snapshot].sort());
  await room.restore(snapshot);
  expect(await room.read('posts/a.md')).toContain('Late, but acknowledged.');
});

test('one restore at a time: another is rejected as restore_running; repositories and pending uploads in the content folder stay', async () => {
  await using opened = await openRoom();
  const { room } = opened;
  await room.write('posts/a.md', page('A', 'One.'));
  const id = await room.backup();
  room.backups.onSnapshot = async () => {
    await expect(room.restore(id)).rejects.toMatchObject({ code: 'restore_running' });
  };
  await room.write('.git/HEAD', 'ref');
  await room.write('.incoming/u', 'half');
  await room.restore(id);
  expect(await room.files()).toMatchObject({ '.git/HEAD': 'ref', '.incoming/u': 'half' });
});

test('a missing backup and a failed snapshot leave the content unchanged', async () => {
  await using opened = await openRoom();
  const { room } = opened;
  await room.write('posts/a.md', page('A', 'One.'));
  const id = await room.backup();
  await room.write('posts/a.md', page('A', 'Two.'));
  const before = await room.files();
  await expect(room.restore('none.zip')).rejects.toMatchObject({ code: 'not_found' });
  room.backups.onSnapshot = () => Promise.reject(new Error('no'));
  await expect(room.restore(id)).rejects.toThrow('no');
  expect(await room.files()).toEqual(before);
  expect(await readdir(join(room.directory, restoreFolder))).toEqual([]);
});

test('an old tree whose snapshot failed is kept until it has one', async () => {
  await using opened = await openRoom();
  const { room } = opened;
  await room.write('posts/a.md', page('A', 'One.'));
  await room.indexer.scan();
  const id = await room.backup();
  let count = 0;
  room.backups.onSnapshot = async () => {
    count += 1;
    if (count === 1) await room.save('posts/a.md', 'Late.');
    else throw new Error('no room');
  };
  await room.restore(id);
  expect(Object.values(await room.files()).join()).toContain('Late.');
  room.backups.onSnapshot = () => Promise.resolve();
  await room.restores.cleanUp();
  expect(Object.values(await room.files()).join()).not.toContain('Late.');
  await room.restore((await room.backups.ids()).find((name) => name.startsWith('before'))!);
});

test('locks and unsaved text are kept; the save is compared with the restored version', async () => {
  await using opened = await openRoom();
  const { room } = opened;
  await room.db
    .insertInto('users')
    .values({
      username: writer.username,
      name: 'E',
      email: 'e@x.example',
      role: 'admin',
      created_at: new Date(),
    })
    .execute();
  const path = 'posts/a.md';
  await room.write(path, page('A', 'One.'));
  await room.indexer.scan();
  const id = await room.backup();
  const { indexed } = await room.save(path, 'Two.');
  const { token } = await room.editLocks.lock(writer, { path });
  const content = 'Not saved yet.';
  const { revision: baseRevision } = indexed;
  const copy = { path, content, frontmatter: null, baseRevision };
  await room.workingCopies.store(writer, copy);
  await room.restore(id);
  const other = room.content.save(restorer, { path, content: 'Mine.' });
  await expect(other).rejects.toMatchObject({ code: 'document_locked' });
  expect(await room.workingCopies.find(writer, { path })).toMatchObject({ content });
  const late = { path, content, lockToken: token, expectedRevision: indexed.revision };
  await expect(room.content.save(writer, late)).rejects.toMatchObject({
    code: 'stale_revision',
    details: { current: { raw: page('A', 'One.') } },
  });
});

test('a document scheduled in the backup is scheduled again for the same time', async () => {
  await using opened = await openRoom();
  const { room } = opened;
  const time = '2999-01-01T08:00:00.000Z';
  const path = 'posts/a.md';
  await room.write(path, page('A', 'One.', 'workflow: scheduled', `scheduled_publish_at: ${time}`));
  await room.indexer.scan();
  const id = await room.backup();
  await room.write(path, page('A', 'Two.', published));
  await room.indexer.scan();
  expect(await room.titlesInPublic()).toEqual(['A']);
  await room.restore(id);
  expect(await room.titlesInPublic()).toEqual([]);
  const { indexed } = await room.content.get(writer, path);
  expect(indexed).toMatchObject({
    status: 'scheduled',
    metadata: { scheduledPublishAt: new Date(time) },
  });
});

test('GAP-ED-5: with approval required, a schedule in the backup is not restored without an approval', async () => {
  await using opened = await openRoom(enforced);
  const { room } = opened;
  const path = 'posts/a.md';
  await room.write(path, page('A', 'One.', 'workflow: draft'));
  await room.indexer.scan();
  await room.write(
    path,
    page('A', 'Two.', 'workflow: scheduled', 'scheduled_publish_at: 2020-01-01T00:00:00Z'),
  );
  const id = await room.backup();
  await room.write(path, page('A', 'Three.'));
  await room.indexer.scan();
  await room.restore(id);
  expect((await room.content.get(writer, path)).indexed.status).toBe('draft');
  expect(await room.titlesInPublic()).toEqual([]);
});

test('a restore is rejected and changes nothing while saves cannot be written', async () => {
  await using opened = await openRoom();
  const { room } = opened;
  await room.write('posts/a.md', page('A', 'One.'));
  await room.indexer.scan();
  const id = await room.backup();
  await room.save('posts/a.md', 'Two.');
  const saved = await room.read('posts/a.md');
  await rm(join(room.directory, 'posts/a.md'));
  await room.write('posts/a.md/x.txt', 'In the way.');
  await room.db.updateTable('documents').set({ materialised: false }).execute();
  await expect(room.restore(id)).rejects.toMatchObject({
    message: expect.stringContaining('so nothing was restored') as string,
  });
  expect(await room.read('posts/a.md/x.txt')).toBe('In the way.');
  await rm(join(room.directory, 'posts/a.md'), { recursive: true });
  await room.indexer.scan();
  expect(await room.read('posts/a.md')).toBe(saved);
});
