import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isLockAwaited } from '@galley/testing';
import { drawing, MediaHarness } from './media-harness.fixtures.ts';
import { MediaLocks } from './media-locks.ts';
import { MediaMoves } from './media-moves.ts';
import { MediaTrashService } from './media-trash-service.ts';
import { PendingChanges } from './review/pending-changes.ts';
import { expectProblem } from './problem.fixtures.ts';
import type { MediaStore } from './store/media-store.ts';

const path = 'media/press/a.svg';

async function openWithFile(): Promise<MediaHarness> {
  const harness = await MediaHarness.open();
  await harness.upload('a.svg', drawing, { path: 'press' });
  await harness.media.service.describe(harness.ada, { path, changes: { alt: 'A press' } });
  return harness;
}

describe('the trash', () => {
  test('takes a file with what stands beside it, and gives both back (GAP-DOC-13)', async () => {
    await using harness = await openWithFile();
    const { service, trash } = harness.media;
    const before = await service.get(path);
    const { trashPath } = await trash.delete(harness.ada, { path });
    expect(trashPath).toMatch(/^\.trash\/media\/press\/a\.20260601T080000Z-[\da-f]{8}\.svg$/);
    expect(await harness.files()).toEqual([trashPath, `${trashPath}.meta.yaml`]);
    expect(await harness.indexed()).toEqual([]);
    expect(await trash.list()).toEqual([
      {
        path: trashPath,
        originalPath: path,
        deletedBy: 'ada',
        deletedAt: harness.clock.now(),
        type: 'image/svg+xml',
        size: drawing.length,
      },
    ]);
    await expect(service.get(path)).rejects.toEqual(expectProblem('not_found'));
    expect(await trash.restore(harness.ada, trashPath)).toEqual(before.record);
    expect(await harness.files()).toEqual([path, `${path}.meta.yaml`]);
    expect(await trash.list()).toEqual([]);
  });

  test('does not list a file that is being restored', async () => {
    await using harness = await openWithFile();
    const { trash, indexer } = harness.media;
    const { db } = harness.database;
    // A restore that has moved the row but not yet the file.
    const leaving = '.trash/media/press/b.20260601T080000Z-01234567.svg';
    await harness.write(leaving, drawing);
    const scanned = await new MediaLocks(db).hold(leaving, async () => {
      const scanning = indexer.scan();
      await expect.poll(() => isLockAwaited(db)).toBe(true);
      await rm(join(harness.root, leaving));
      return { scanning };
    });
    await scanned.scanning;
    expect(await trash.list()).toEqual([]);
  });

  test('gives back by the old path what was deleted there last', async () => {
    await using harness = await openWithFile();
    const { trash } = harness.media;
    await trash.delete(harness.ada, { path });
    harness.clock.advance(1_000);
    const other = drawing.replace('4 3', '9 9');
    await harness.upload('a.svg', other, { path: 'press' });
    await trash.delete(harness.ada, { path });
    await trash.restore(harness.ada, path);
    expect(await harness.read(path)).toBe(other);
    expect(await trash.list()).toHaveLength(1);
  });

  test('gives nothing back to where there is something by now, nor what is not in it', async () => {
    await using harness = await openWithFile();
    const { trash } = harness.media;
    const { trashPath } = await trash.delete(harness.ada, { path });
    await harness.upload('a.svg', drawing.replace('4 3', '9 9'), { path: 'press' });
    const files = await harness.files();
    await expect(trash.restore(harness.ada, trashPath)).rejects.toEqual(
      expectProblem('already_exists'),
    );
    await expect(trash.restore(harness.ada, 'media/none.svg')).rejects.toEqual(
      expectProblem('not_found'),
    );
    for (const odd of ['posts/a.md', '.trash/posts/a.md', '.trash/media/../a'])
      await expect(trash.restore(harness.ada, odd)).rejects.toEqual(expectProblem('invalid_path'));
    expect(await harness.files()).toEqual(files);
    expect(await trash.list()).toHaveLength(1);
  });

  test('is emptied of one entry for good', async () => {
    await using harness = await openWithFile();
    const { trash } = harness.media;
    const { trashPath } = await trash.delete(harness.ada, { path });
    await expect(trash.purge(harness.ada, path)).rejects.toEqual(expectProblem('not_found'));
    await trash.purge(harness.ada, trashPath);
    await expect(trash.purge(harness.ada, trashPath)).rejects.toEqual(expectProblem('not_found'));
    expect(await harness.files()).toEqual([]);
    expect(await trash.list()).toEqual([]);
  });

  test('has what the folder has, whatever the database says', async () => {
    await using harness = await openWithFile();
    const { trash, indexer } = harness.media;
    const { trashPath: kept } = await trash.delete(harness.ada, { path });
    await harness.write('media/b.svg', drawing);
    await indexer.scan();
    const { trashPath: lost } = await trash.delete(harness.ada, { path: 'media/b.svg' });
    await rm(join(harness.root, lost));
    await harness.database.db.deleteFrom('media_trash').where('path', '=', kept).execute();
    await indexer.scan();
    expect(await trash.list()).toMatchObject([{ path: kept, originalPath: path, type: null }]);
    expect(await trash.restore(harness.ada, path)).toMatchObject({ uploadedBy: 'ada', width: 4 });
  });

  test('is gone into by one of many who delete, and come out of by one who restores', async () => {
    await using harness = await openWithFile();
    const { trash } = harness.media;
    const other = (await harness.openSecondProcess()).trash;
    const services = [trash, other, trash, other, trash];
    const deleted = await Promise.allSettled(
      services.map((one) => one.delete(harness.ada, { path })),
    );
    expect(deleted.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const restored = await Promise.allSettled(
      services.map((one) => one.restore(harness.ada, path)),
    );
    expect(restored.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await harness.files()).toEqual([path, `${path}.meta.yaml`]);
  });
});

describe('a file that documents use', () => {
  async function openWithUsedFile(): Promise<MediaHarness> {
    const harness = await openWithFile();
    await harness.addDocument({ path: 'posts/a.md', text: `![](/${path})` });
    await harness.addDocument({ path: 'posts/b.md', text: `image: ${path}` });
    return harness;
  }

  test('is not deleted nor moved, unless that is insisted on', async () => {
    await using harness = await openWithUsedFile();
    const { trash } = harness.media;
    const to = 'media/b.svg';
    for (const attempt of [
      () => trash.delete(harness.ada, { path }),
      () => trash.move(harness.ada, { path, to }),
    ]) {
      const refused = await attempt().catch((error: unknown) => error);
      expect(refused).toEqual(expectProblem('in_use'));
      expect(refused).toMatchObject({ details: { count: 2 } });
    }
    await trash.move(harness.ada, { path, to, force: true });
    const { trashPath } = await trash.delete(harness.ada, { path: to, force: true });
    await trash.restore(harness.ada, trashPath);
    expect(await harness.indexed()).toEqual([to]);
  });
});

describe('a move', () => {
  test('takes along what stands beside the file, and its row', async () => {
    await using harness = await openWithFile();
    const { trash, service } = harness.media;
    const before = await service.get(path);
    const moved = await trash.move(harness.ada, { path, to: 'media/2025/b.svg' });
    expect(moved).toEqual({
      ...before.record,
      path: 'media/2025/b.svg',
      name: 'b.svg',
      folder: 'media/2025',
      search: '2025/b.svg\na press',
    });
    expect(await harness.files()).toEqual(['media/2025/b.svg', 'media/2025/b.svg.meta.yaml']);
    expect(harness.changed.slice(-2)).toEqual([path, 'media/2025/b.svg']);
    const back = await trash.move(harness.ada, { path: 'media/2025/b.svg', to: 'media/press/' });
    expect(back.path).toBe('media/press/b.svg');
    expect((await trash.move(harness.ada, { path: back.path, to: back.path })).path).toBe(
      back.path,
    );
  });

  test.each([
    ['media/press/taken.svg', 'already_exists'],
    ['media/press/prepared.svg', 'already_exists'],
    ['media/press/TAKEN.svg', 'already_exists'],
    ['media/press/a.png', 'unsupported_media_type'],
    ['media/press/a', 'unsupported_media_type'],
    ['media/press/a.svg.meta.yaml', 'invalid_path'],
    ['media/press/a?.svg', 'invalid_path'],
    ['posts/a.svg', 'invalid_path'],
    ['.trash/media/a.svg', 'invalid_path'],
    ['media/../a.svg', 'invalid_path'],
  ] as const)('is refused to %s as %s', async (to, code) => {
    await using harness = await openWithFile();
    await harness.upload('taken.svg', drawing, { path: 'press' });
    await harness.write('media/press/prepared.svg.meta.yaml', 'alt: Boats\n');
    const files = await harness.files();
    await expect(harness.media.trash.move(harness.ada, { path, to })).rejects.toEqual(
      expectProblem(code),
    );
    expect(await harness.files()).toEqual(files);
    await harness.media.indexer.scan();
    expect(await harness.indexed()).toEqual(['media/press/a.svg', 'media/press/taken.svg']);
  });

  test('crosses another one without waiting for it for good', async () => {
    await using harness = await openWithFile();
    await harness.upload('b.svg', drawing.replace('4 3', '9 9'), { path: 'press' });
    const [a, b] = [path, 'media/press/b.svg'];
    const both = await Promise.allSettled([
      harness.media.trash.move(harness.ada, { path: a, to: b }),
      harness.media.trash.move(harness.ada, { path: b, to: a }),
    ]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});

class Killed extends Error {}

function killedAfter(store: MediaStore, moves: number): MediaStore {
  let left = moves;
  return new Proxy(store, {
    get: (target, name) => {
      const value = Reflect.get(target, name, target) as unknown;
      if (typeof value !== 'function') return value;
      return (...given: unknown[]): unknown => {
        if (name === 'move' && left-- === 0) throw new Killed();
        return value.apply(target, given) as unknown;
      };
    },
  });
}

describe.each([0, 1])('a process that is killed after %i of two files have moved', (moves) => {
  async function killedTrash(harness: MediaHarness): Promise<MediaTrashService> {
    const { db } = harness.database;
    const store = killedAfter(harness.media.store, moves);
    const locks = new MediaLocks(db);
    const shared = { db, store, locks, clock: harness.clock, indexer: harness.media.indexer };
    const onChange = (): Promise<void> => Promise.resolve();
    const pending = new PendingChanges({ ...shared, policy: harness.policy });
    return new MediaTrashService({
      ...shared,
      onChange,
      pending,
      moves: new MediaMoves(shared),
    });
  }

  test.each(['delete', 'move', 'restore'] as const)(
    'leaves a %s that is finished later',
    async (act) => {
      await using harness = await openWithFile();
      const to = 'media/2025/b.svg';
      if (act === 'restore') await harness.media.trash.delete(harness.ada, { path });
      const trash = await killedTrash(harness);
      const acts = {
        delete: (): Promise<unknown> => trash.delete(harness.ada, { path }),
        move: () => trash.move(harness.ada, { path, to }),
        restore: () => trash.restore(harness.ada, path),
      };
      await expect(acts[act]()).rejects.toThrow(Killed);
      const { indexer, trash: next } = await harness.openSecondProcess();
      await indexer.finish();
      const entries = await next.list();
      const end = { delete: entries[0]?.path, move: to, restore: path }[act]!;
      expect(await harness.files()).toEqual([end, `${end}.meta.yaml`]);
      expect(await harness.indexed()).toEqual(act === 'delete' ? [] : [end]);
      expect(entries).toHaveLength(act === 'delete' ? 1 : 0);
      await indexer.scan();
      expect(await harness.indexed()).toEqual(act === 'delete' ? [] : [end]);
    },
  );

  test('does not touch another file of that name', async () => {
    await using harness = await openWithFile();
    const trash = await killedTrash(harness);
    await expect(trash.delete(harness.ada, { path })).rejects.toThrow(Killed);
    const other = drawing.replace('4 3', '9 9');
    const { record } = await harness.upload('a.svg', other, { path: 'press' });
    await harness.media.indexer.finish();
    expect(await harness.read(record.path)).toBe(other);
    await harness.media.indexer.scan();
    expect(await harness.indexed()).toEqual([record.path]);
    expect(await harness.media.trash.list()).toHaveLength(1);
  });
});
