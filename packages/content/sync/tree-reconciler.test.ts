import { describe, expect, test } from 'vitest';
import { sha256 } from '@galley/kernel';
import { editor, Newsroom } from '../workflow/newsroom.fixtures.ts';
import { computeHistoryHash } from '../document/revision.ts';

const post = (title: string): string => `---\ntitle: ${title}\n---\nText.\n`;

async function killAfterCommit(
  room: Newsroom,
  path: string,
  saved: () => Promise<unknown>,
): Promise<string> {
  const before = await room.read(path).catch(() => null);
  await saved();
  const after = await room.read(path);
  const { file_hash } = await room.database.db
    .selectFrom('documents')
    .select('file_hash')
    .where('path', '=', path)
    .executeTakeFirstOrThrow();
  expect(file_hash).not.toBeNull();
  if (before === null) await room.remove(path);
  else await room.write(path, before);
  await room.database.db
    .updateTable('documents')
    .set({ materialised: false, file_hash: before === null ? null : sha256(before) })
    .where('path', '=', path)
    .execute();
  return after;
}

describe('after a kill between commit and file write', () => {
  test('the next index completes a save', async () => {
    await using room = await Newsroom.open();
    await room.write('posts/a.md', post('A'));
    await room.indexer.scan();
    const after = await killAfterCommit(room, 'posts/a.md', () =>
      room.service.save(editor, { path: 'posts/a.md', content: 'New.\n' }),
    );
    await room.indexer.scan();
    expect(await room.read('posts/a.md')).toBe(after);
    expect(await room.service.history(editor, 'posts/a.md')).toHaveLength(2);
  });

  test('the next access completes a new document', async () => {
    await using room = await Newsroom.open();
    const after = await killAfterCommit(room, 'posts/a.md', () =>
      room.service.create(editor, { type: 'post', lang: 'en', title: 'A', content: 'New.\n' }),
    );
    expect((await room.service.get(editor, 'posts/a.md')).current.text).toBe(after);
    expect(await room.read('posts/a.md')).toBe(after);
  });

  test('the public copy is written too', async () => {
    await using room = await Newsroom.open();
    await room.write('posts/a.md', post('A'));
    await room.indexer.scan();
    await killAfterCommit(room, 'posts/a.md', () =>
      room.service.save(editor, { path: 'posts/a.md', content: 'New.\n' }),
    );
    await room.remove('.published/posts/a.md');
    await room.indexer.scan();
    expect(await room.read('.published/posts/a.md')).toBe(post('A'));
  });

  test('an edit on disk in between stays on top of the save, and both are recorded', async () => {
    await using room = await Newsroom.open();
    await room.write('posts/a.md', post('A'));
    await room.indexer.scan();
    await killAfterCommit(room, 'posts/a.md', () =>
      room.service.save(editor, { path: 'posts/a.md', content: 'Saved.\n' }),
    );
    await room.write('posts/a.md', post('Edited by hand'));
    await room.indexer.scan();
    expect(await room.read('posts/a.md')).toBe(post('Edited by hand'));
    const entries = await room.service.history(editor, 'posts/a.md');
    expect(entries.map(({ kind }) => kind)).toEqual(['external', 'save', 'external']);
  });
});

describe('an edit made on disk', () => {
  test('is recorded before the next save', async () => {
    await using room = await Newsroom.open();
    await room.write('posts/a.md', post('A'));
    await room.indexer.scan();
    await room.write('posts/a.md', post('A, by hand'));
    await room.service.save(editor, { path: 'posts/a.md', content: 'Saved.\n' });
    const entries = await room.service.history(editor, 'posts/a.md');
    expect(entries.map(({ kind }) => kind)).toEqual(['save', 'external', 'external']);
    expect(await room.read('posts/a.md')).toContain('title: A, by hand');
  });

  test('makes an expected revision stale', async () => {
    await using room = await Newsroom.open();
    await room.write('posts/a.md', post('A'));
    const { indexed } = await room.service.get(editor, 'posts/a.md');
    await room.write('posts/a.md', post('A, by hand'));
    const save = room.service.save(editor, {
      path: 'posts/a.md',
      content: 'Saved.\n',
      expectedRevision: indexed.revision,
    });
    await expect(save).rejects.toMatchObject({ code: 'stale_revision' });
    expect(await room.read('posts/a.md')).toBe(post('A, by hand'));
  });
});

describe('the history chain', () => {
  test('GAP-DOC-12: names each entry by its parent, author, time and bytes', async () => {
    await using room = await Newsroom.open();
    await room.write('posts/a.md', post('A'));
    for (const content of ['One.\n', 'Two.\n']) {
      room.clock.advance(60_000);
      await room.service.save(editor, { path: 'posts/a.md', content });
    }
    const rows = await room.database.db
      .selectFrom('document_history')
      .selectAll()
      .orderBy('seq')
      .execute();
    let parentHash: string | null = null;
    for (const { author, at, kind, status, message, bytes, hash } of rows) {
      expect(
        computeHistoryHash({
          parentHash,
          path: 'posts/a.md',
          author,
          at,
          kind,
          status,
          message,
          bytes,
        }),
      ).toBe(hash);
      parentHash = hash;
    }
    expect(rows.map(({ author, kind }) => [author, kind])).toEqual([
      ['external', 'external'],
      ['edith', 'save'],
      ['edith', 'save'],
    ]);
  });
});
