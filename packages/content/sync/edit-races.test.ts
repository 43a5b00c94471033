import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sha256 } from '@galley/kernel';
import { DocumentRepository } from '../store/document-repository.ts';
import { editor, Newsroom } from '../workflow/newsroom.fixtures.ts';

function post(title: string, more = ''): string {
  return `---\ntitle: ${title}\n${more}---\nText.\n`;
}

async function unfinish(room: Newsroom, path: string, file: string): Promise<void> {
  await room.database.db
    .updateTable('documents')
    .set({ materialised: false, file_hash: sha256(file) })
    .where('path', '=', path)
    .execute();
}

test('keeps an edit on disk made during a save, on top of the save', async () => {
  await using room = await Newsroom.open();
  await room.write('posts/a.md', post('A'));
  await room.indexer.scan();
  const { service } = room.colleague(() => room.write('posts/a.md', post('By hand')));
  await service.save(editor, { path: 'posts/a.md', content: 'Saved.\n' });
  expect(await room.read('posts/a.md')).toBe(post('By hand'));
  const history = await room.service.history(editor, 'posts/a.md');
  expect(history.map(({ kind }) => kind)).toEqual(['external', 'save', 'external']);
  expect((await readdir(join(room.directory, 'posts'))).sort()).toEqual(['a.md']);
});

test('replaces a file that was touched but not changed during a save', async () => {
  await using room = await Newsroom.open();
  await room.write('posts/a.md', post('A'));
  await room.indexer.scan();
  const { service } = room.colleague(() => room.age('posts/a.md'));
  await service.save(editor, { path: 'posts/a.md', content: 'Saved.\n' });
  expect(await room.read('posts/a.md')).toContain('Saved.');
  expect(await room.service.history(editor, 'posts/a.md')).toHaveLength(2);
});

test('a lost database connection during a save is not reported as a disk failure', async () => {
  await using room = await Newsroom.open();
  await room.write('posts/a.md', post('A'));
  const { service } = room.colleague(() => {
    throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' });
  });
  const save = service.save(editor, { path: 'posts/a.md', content: 'Saved.\n' });
  await expect(save).rejects.toMatchObject({ code: 'ECONNRESET' });
});

test('keeps a file created on disk at the path of a document being created', async () => {
  await using room = await Newsroom.open();
  const { service } = room.colleague(() => room.write('posts/a.md', post('By hand')));
  await service.create(editor, { type: 'post', lang: 'en', title: 'A', content: 'New.\n' });
  expect(await room.read('posts/a.md')).toBe(post('By hand'));
  expect(await room.service.history(editor, 'posts/a.md')).toHaveLength(2);
});

test('keeps an edit on disk made while an interrupted save is completed', async () => {
  await using room = await Newsroom.open();
  await room.write('posts/a.md', post('A'));
  await room.indexer.scan();
  await room.service.save(editor, { path: 'posts/a.md', content: 'Saved.\n' });
  await room.write('posts/a.md', post('A'));
  await unfinish(room, 'posts/a.md', post('A'));
  let edits = 0;
  const { service } = room.colleague(async () => {
    edits += 1;
    if (edits === 1) await room.write('posts/a.md', post('By hand'));
  });
  const { current } = await service.get(editor, 'posts/a.md');
  expect(current.text).toBe(post('By hand'));
  expect(await room.read('posts/a.md')).toBe(post('By hand'));
});

test('publishing on disk after an interrupted publish leaves no public copy', async () => {
  await using room = await Newsroom.open();
  await room.write('posts/a.md', post('A'));
  await room.indexer.scan();
  await room.service.save(editor, { path: 'posts/a.md', content: 'Draft.\n' });
  const copy = await room.read('.published/posts/a.md');
  const draft = await room.read('posts/a.md');
  const frontmatter = { title: 'A', workflow: 'published' };
  await room.service.save(editor, { path: 'posts/a.md', content: 'Second.\n', frontmatter });
  // Killed right after the commit: the file is not written and the copy not removed.
  await room.write('.published/posts/a.md', copy);
  await unfinish(room, 'posts/a.md', draft);
  await room.write('posts/a.md', post('By hand'));
  await room.indexer.scan();
  await expect(room.read('.published/posts/a.md')).rejects.toThrow('ENOENT');
  expect(await room.titlesInPublic()).toEqual(['By hand']);
});

test('reindexing after a settings change does not restore an old public version', async () => {
  await using room = await Newsroom.open();
  await room.write('posts/a.md', post('Old'));
  await room.indexer.scan();
  const before = await room.service.get(editor, 'posts/a.md');
  const frontmatter = { title: 'New', workflow: 'published' };
  await room.service.save(editor, { path: 'posts/a.md', content: 'New.\n', frontmatter });
  const documents = new DocumentRepository(room.database.db);
  await documents.rederive(before.indexed, before.current, before.current);
  expect(await room.titlesInPublic()).toEqual(['New']);
});
