import { describe, expect, test } from 'vitest';
import { editor, FailingDisk, Newsroom } from '../workflow/newsroom.fixtures.ts';
import { UnwrittenFiles } from './unwritten-files.ts';
import { UnwrittenReadModel } from '../store/unwritten-read-model.ts';

const path = 'posts/a.md';
const post = (title: string, more = ''): string => `---\ntitle: ${title}\n${more}---\nText.\n`;

class Storm implements AsyncDisposable {
  readonly disk = new FailingDisk();
  readonly files: Newsroom;
  readonly room: Newsroom;

  private constructor(files: Newsroom) {
    this.files = files;
    this.room = files.colleagueWith(this.disk.holding(files.tree));
  }

  static async open(): Promise<Storm> {
    const files = await Newsroom.open();
    await files.write(path, post('A'));
    await files.indexer.scan();
    return new Storm(files);
  }

  save(content: string, more: object = {}) {
    return this.room.service.save(editor, { path, content, ...more });
  }

  write(): Promise<boolean> {
    const { database, clock, logger, indexer } = this.room;
    return new UnwrittenFiles({ db: database.db, clock, logger, indexer }).write();
  }

  unwritten(): Promise<number> {
    return new UnwrittenReadModel(this.room.database.db).count();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.files[Symbol.asyncDispose]();
  }
}

describe.each(['ENOSPC', 'EROFS', 'EACCES', 'EDQUOT', 'EIO', 'EMFILE'])('with %s', (code) => {
  test('saves are stored, readable and finally written', async () => {
    await using storm = await Storm.open();
    storm.disk.code = code;
    const first = await storm.save('First.\n');
    expect(first).toMatchObject({ indexed: { materialised: false }, failure: { code } });
    const { revision: expectedRevision } = first.indexed;
    await storm.save('Second.\n', { expectedRevision });
    const read = await storm.room.service.get(editor, path);
    expect(read.current.body).toBe('Second.\n');
    const history = await storm.room.service.history(editor, path);
    expect(history.map(({ kind }) => kind)).toEqual(['save', 'save', 'external']);
    expect(await storm.files.read(path)).toBe(post('A'));
    expect(await storm.write()).toBe(false);
    storm.disk.code = undefined;
    expect(await storm.write()).toBe(true);
    expect(await storm.files.read(path)).toContain('Second.');
    expect(await storm.files.read(`.published/${path}`)).toBe(post('A'));
    expect(await storm.unwritten()).toBe(0);
  });
});

test('a new document is stored, public at once and finally written', async () => {
  await using storm = await Storm.open();
  storm.disk.code = 'ENOSPC';
  const input = { type: 'post', lang: 'en', title: 'B', content: 'New.\n' };
  const frontmatter = { workflow: 'published' };
  const created = await storm.room.service.create(editor, { ...input, frontmatter });
  expect(created.indexed.materialised).toBe(false);
  expect(await storm.room.titlesInPublic()).toEqual(['A', 'B']);
  await storm.room.indexer.scan();
  expect(await storm.room.titlesInPublic()).toEqual(['A', 'B']);
  storm.disk.code = undefined;
  await storm.room.indexer.scan();
  expect(await storm.files.read('posts/b.md')).toContain('New.');
});

test('a folder in place of a document does not block saving', async () => {
  await using room = await Newsroom.open();
  await room.write('posts/a.md/b.txt', 'In the way.');
  const input = { type: 'post', lang: 'en', title: 'A', content: 'New.\n' };
  expect(await room.service.create(editor, input)).toMatchObject({
    failure: { cause: 'in_the_way' },
  });
  expect((await room.service.get(editor, path)).current.body).toBe('New.\n');
});

describe('an edit on disk', () => {
  test('during pending saves stays on top of them', async () => {
    await using storm = await Storm.open();
    storm.disk.code = 'ENOSPC';
    await storm.save('First.\n');
    await storm.save('Second.\n');
    await storm.files.write(path, post('By hand'));
    storm.disk.code = undefined;
    expect(await storm.write()).toBe(true);
    expect(await storm.files.read(path)).toBe(post('By hand'));
    const history = await storm.room.service.history(editor, path);
    expect(history.map(({ kind }) => kind)).toEqual(['external', 'save', 'save', 'external']);
  });

  test('that removes the file does not lose a pending save', async () => {
    await using storm = await Storm.open();
    storm.disk.code = 'ENOSPC';
    await storm.save('Saved.\n');
    await storm.files.remove(path);
    expect((await storm.room.service.get(editor, path)).current.body).toBe('Saved.\n');
    storm.disk.code = undefined;
    expect(await storm.write()).toBe(true);
    expect(await storm.files.read(path)).toContain('Saved.');
  });
});

test('a file written before its folder failed does not count as an edit', async () => {
  await using storm = await Storm.open();
  const { tree } = storm.files;
  const failing = storm.files.colleagueWith(
    new Proxy(tree, {
      get: (target, name) => {
        const value = Reflect.get(target, name, target) as unknown;
        if (typeof value !== 'function') return value;
        if (name !== 'replace') return value.bind(target) as unknown;
        return async (...given: Parameters<typeof tree.replace>) => {
          await tree.replace(...given);
          throw Object.assign(new Error('EIO'), { code: 'EIO', syscall: 'fsync' });
        };
      },
    }),
  );
  await failing.service.save(editor, { path, content: 'First.\n' });
  storm.disk.code = 'EIO';
  await storm.save('Second.\n');
  const { current } = await storm.room.service.get(editor, path);
  expect(current.body).toBe('Second.\n');
  const history = await storm.room.service.history(editor, path);
  expect(history.map(({ kind }) => kind)).toEqual(['save', 'save', 'external']);
});

describe('deleting', () => {
  test.each(['ENOSPC', 'EROFS'])('with %s is rejected before the commit', async (code) => {
    await using storm = await Storm.open();
    storm.disk.code = code;
    const refused = storm.room.trash.delete(editor, { path });
    await expect(refused).rejects.toMatchObject({
      code: code === 'ENOSPC' ? 'insufficient_storage' : 'storage_failed',
      message: expect.stringContaining('Nothing was deleted') as unknown,
    });
    expect(await storm.room.titlesInPublic()).toEqual(['A']);
    expect(await storm.room.trash.list(editor)).toEqual([]);
  });

  test('a document with a pending save is rejected, because its old file would come back', async () => {
    await using storm = await Storm.open();
    storm.disk.code = 'ENOSPC';
    await storm.save('Saved.\n');
    const refused = storm.room.trash.delete(editor, { path });
    await expect(refused).rejects.toMatchObject({ code: 'insufficient_storage' });
    storm.disk.code = undefined;
    const trashed = await storm.room.trash.delete(editor, { path });
    expect(await storm.files.read(trashed)).toContain('Saved.');
  });

  test('survives a disk failure after the commit, and the file follows', async () => {
    await using storm = await Storm.open();
    const { disk, files } = storm;
    const { tree } = files;
    const room = files.colleagueWith(
      new Proxy(disk.holding(tree), {
        get: (target, name) => {
          if (name === 'move') disk.code = 'EIO';
          return Reflect.get(target, name, target) as unknown;
        },
      }),
    );
    const trashed = await room.trash.delete(editor, { path });
    await expect(room.service.get(editor, path)).rejects.toMatchObject({ code: 'not_found' });
    await room.indexer.scan();
    expect(await room.titlesInPublic()).toEqual([]);
    const input = { type: 'post', lang: 'en', title: 'A', content: 'New.\n' };
    await expect(room.service.create(editor, input)).rejects.toMatchObject({
      message: expect.stringContaining('Nothing was saved') as unknown,
    });
    await expect(room.trash.restore(editor, trashed)).rejects.toMatchObject({
      message: expect.stringContaining('Nothing was restored') as unknown,
    });
    disk.code = undefined;
    expect(await storm.unwritten()).toBe(1);
    expect(await storm.write()).toBe(true);
    expect(await files.read(trashed)).toBe(post('A'));
    await expect(files.read(path)).rejects.toThrow('ENOENT');
  });
});

test('restoring from the trash succeeds without a file, and the file follows', async () => {
  await using storm = await Storm.open();
  const trashed = await storm.room.trash.delete(editor, { path });
  storm.disk.code = 'ENOSPC';
  const restored = await storm.room.trash.restore(editor, trashed);
  expect(restored.indexed).toMatchObject({ materialised: false, status: 'draft' });
  storm.disk.code = undefined;
  expect(await storm.write()).toBe(true);
  expect(await storm.files.read(path)).toContain('title: A');
  await expect(storm.files.read(trashed)).rejects.toThrow('ENOENT');
});

test('restoring an earlier text succeeds without a file, and the file follows', async () => {
  await using storm = await Storm.open();
  await storm.save('Second.\n');
  const [, first] = await storm.room.service.history(editor, path);
  storm.disk.code = 'ENOSPC';
  const { hash } = first!;
  const restored = await storm.room.trash.restoreSnapshot(editor, { path, hash });
  expect(restored.indexed.materialised).toBe(false);
  storm.disk.code = undefined;
  expect(await storm.write()).toBe(true);
  expect(await storm.files.read(path)).toMatch(/Text\.\n$/);
});

test('a document that can never be written does not delay others', async () => {
  await using room = await Newsroom.open();
  await room.write('posts/a.md/b.txt', 'In the way.');
  await room.write('notes', 'In the way.');
  for (const title of ['A', 'B', 'C'])
    await room.service.create(editor, { type: 'post', lang: 'en', title, content: 'New.\n' });
  const { database, clock, logger, indexer } = room;
  const files = new UnwrittenFiles({ db: database.db, clock, logger, indexer });
  expect(await files.write()).toBe(false);
  expect(await room.read('posts/c.md')).toContain('New.');
});

test('each cause is logged once a minute', async () => {
  await using storm = await Storm.open();
  storm.disk.code = 'ENOSPC';
  for (const content of ['1\n', '2\n', '3\n']) await storm.save(content);
  expect(storm.room.log.filter(({ level }) => level === 'warn')).toEqual([
    {
      level: 'warn',
      message: 'content folder not writable; retrying',
      attributes: { path, cause: 'disk_full', code: 'ENOSPC', repeated: 0 },
    },
  ]);
});
