import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isLockAwaited } from '@galley/testing';
import { drawing, PictureDesk } from './desk.fixtures.ts';
import { MediaLocks } from './media-locks.ts';
import { MediaMoves } from './media-moves.ts';
import { MediaTrashService } from './media-trash-service.ts';
import { PendingChanges } from './review/pending-changes.ts';
import { aProblem } from './problem.fixtures.ts';
import type { MediaStore } from './store/media-store.ts';

const path = 'media/press/a.svg';

async function withFile(): Promise<PictureDesk> {
  const desk = await PictureDesk.open();
  await desk.upload('a.svg', drawing, { path: 'press' });
  await desk.media.service.describe(desk.ada, { path, changes: { alt: 'A press' } });
  return desk;
}

describe('the trash', () => {
  test('takes a file with what stands beside it, and gives both back (GAP-DOC-13)', async () => {
    await using desk = await withFile();
    const { service, trash } = desk.media;
    const before = await service.get(path);
    const { trashPath } = await trash.delete(desk.ada, { path });
    expect(trashPath).toMatch(/^\.trash\/media\/press\/a\.20260601T080000Z-[\da-f]{8}\.svg$/);
    expect(await desk.files()).toEqual([trashPath, `${trashPath}.meta.yaml`]);
    expect(await desk.indexed()).toEqual([]);
    expect(await trash.list()).toEqual([
      {
        path: trashPath,
        originalPath: path,
        deletedBy: 'ada',
        deletedAt: desk.clock.now(),
        type: 'image/svg+xml',
        size: drawing.length,
      },
    ]);
    await expect(service.get(path)).rejects.toEqual(aProblem('not_found'));
    expect(await trash.restore(desk.ada, trashPath)).toEqual(before.record);
    expect(await desk.files()).toEqual([path, `${path}.meta.yaml`]);
    expect(await trash.list()).toEqual([]);
  });

  test('has nothing of a file that leaves it while somebody looks through it', async () => {
    await using desk = await withFile();
    const { trash, indexer } = desk.media;
    const { db } = desk.database;
    // As a restore that has taken its row out, and not yet moved the file.
    const leaving = '.trash/media/press/b.20260601T080000Z-01234567.svg';
    await desk.write(leaving, drawing);
    const scanned = await new MediaLocks(db).hold(leaving, async () => {
      const scanning = indexer.scan();
      await expect.poll(() => isLockAwaited(db)).toBe(true);
      await rm(join(desk.root, leaving));
      return { scanning };
    });
    await scanned.scanning;
    expect(await trash.list()).toEqual([]);
  });

  test('gives back by the old path what was deleted there last', async () => {
    await using desk = await withFile();
    const { trash } = desk.media;
    await trash.delete(desk.ada, { path });
    desk.clock.advance(1_000);
    const other = drawing.replace('4 3', '9 9');
    await desk.upload('a.svg', other, { path: 'press' });
    await trash.delete(desk.ada, { path });
    await trash.restore(desk.ada, path);
    expect(await desk.read(path)).toBe(other);
    expect(await trash.list()).toHaveLength(1);
  });

  test('gives nothing back to where there is something by now, nor what is not in it', async () => {
    await using desk = await withFile();
    const { trash } = desk.media;
    const { trashPath } = await trash.delete(desk.ada, { path });
    await desk.upload('a.svg', drawing.replace('4 3', '9 9'), { path: 'press' });
    const files = await desk.files();
    await expect(trash.restore(desk.ada, trashPath)).rejects.toEqual(aProblem('already_exists'));
    await expect(trash.restore(desk.ada, 'media/none.svg')).rejects.toEqual(aProblem('not_found'));
    for (const odd of ['posts/a.md', '.trash/posts/a.md', '.trash/media/../a'])
      await expect(trash.restore(desk.ada, odd)).rejects.toEqual(aProblem('invalid_path'));
    expect(await desk.files()).toEqual(files);
    expect(await trash.list()).toHaveLength(1);
  });

  test('is emptied of one entry for good', async () => {
    await using desk = await withFile();
    const { trash } = desk.media;
    const { trashPath } = await trash.delete(desk.ada, { path });
    await expect(trash.purge(desk.ada, path)).rejects.toEqual(aProblem('not_found'));
    await trash.purge(desk.ada, trashPath);
    await expect(trash.purge(desk.ada, trashPath)).rejects.toEqual(aProblem('not_found'));
    expect(await desk.files()).toEqual([]);
    expect(await trash.list()).toEqual([]);
  });

  test('has what the folder has, whatever the database says', async () => {
    await using desk = await withFile();
    const { trash, indexer } = desk.media;
    const { trashPath: kept } = await trash.delete(desk.ada, { path });
    await desk.write('media/b.svg', drawing);
    await indexer.scan();
    const { trashPath: lost } = await trash.delete(desk.ada, { path: 'media/b.svg' });
    await rm(join(desk.root, lost));
    await desk.database.db.deleteFrom('media_trash').where('path', '=', kept).execute();
    await indexer.scan();
    expect(await trash.list()).toMatchObject([{ path: kept, originalPath: path, type: null }]);
    expect(await trash.restore(desk.ada, path)).toMatchObject({ uploadedBy: 'ada', width: 4 });
  });

  test('is gone into by one of many who delete, and come out of by one who restores', async () => {
    await using desk = await withFile();
    const { trash } = desk.media;
    const other = (await desk.anotherProcess()).trash;
    const services = [trash, other, trash, other, trash];
    const deleted = await Promise.allSettled(services.map((one) => one.delete(desk.ada, { path })));
    expect(deleted.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const restored = await Promise.allSettled(services.map((one) => one.restore(desk.ada, path)));
    expect(restored.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await desk.files()).toEqual([path, `${path}.meta.yaml`]);
  });
});

describe('a file that documents use', () => {
  async function used(): Promise<PictureDesk> {
    const desk = await withFile();
    await desk.addDocument({ path: 'posts/a.md', text: `![](/${path})` });
    await desk.addDocument({ path: 'posts/b.md', text: `image: ${path}` });
    return desk;
  }

  test('is not deleted nor moved, unless that is insisted on', async () => {
    await using desk = await used();
    const { trash } = desk.media;
    const to = 'media/b.svg';
    for (const attempt of [
      () => trash.delete(desk.ada, { path }),
      () => trash.move(desk.ada, { path, to }),
    ]) {
      const refused = await attempt().catch((error: unknown) => error);
      expect(refused).toEqual(aProblem('in_use'));
      expect(refused).toMatchObject({ details: { count: 2 } });
    }
    await trash.move(desk.ada, { path, to, force: true });
    const { trashPath } = await trash.delete(desk.ada, { path: to, force: true });
    await trash.restore(desk.ada, trashPath);
    expect(await desk.indexed()).toEqual([to]);
  });
});

describe('a move', () => {
  test('takes along what stands beside the file, and its row', async () => {
    await using desk = await withFile();
    const { trash, service } = desk.media;
    const before = await service.get(path);
    const moved = await trash.move(desk.ada, { path, to: 'media/2025/b.svg' });
    expect(moved).toEqual({
      ...before.record,
      path: 'media/2025/b.svg',
      name: 'b.svg',
      folder: 'media/2025',
      search: '2025/b.svg\na press',
    });
    expect(await desk.files()).toEqual(['media/2025/b.svg', 'media/2025/b.svg.meta.yaml']);
    expect(desk.changed.slice(-2)).toEqual([path, 'media/2025/b.svg']);
    const back = await trash.move(desk.ada, { path: 'media/2025/b.svg', to: 'media/press/' });
    expect(back.path).toBe('media/press/b.svg');
    expect((await trash.move(desk.ada, { path: back.path, to: back.path })).path).toBe(back.path);
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
    await using desk = await withFile();
    await desk.upload('taken.svg', drawing, { path: 'press' });
    await desk.write('media/press/prepared.svg.meta.yaml', 'alt: Boats\n');
    const files = await desk.files();
    await expect(desk.media.trash.move(desk.ada, { path, to })).rejects.toEqual(aProblem(code));
    expect(await desk.files()).toEqual(files);
    await desk.media.indexer.scan();
    expect(await desk.indexed()).toEqual(['media/press/a.svg', 'media/press/taken.svg']);
  });

  test('crosses another one without waiting for it for good', async () => {
    await using desk = await withFile();
    await desk.upload('b.svg', drawing.replace('4 3', '9 9'), { path: 'press' });
    const [a, b] = [path, 'media/press/b.svg'];
    const both = await Promise.allSettled([
      desk.media.trash.move(desk.ada, { path: a, to: b }),
      desk.media.trash.move(desk.ada, { path: b, to: a }),
    ]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});

class Killed extends Error {}

/** The store of a process that is killed after so many moves. */
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
  async function killedTrash(desk: PictureDesk): Promise<MediaTrashService> {
    const { db } = desk.database;
    const store = killedAfter(desk.media.store, moves);
    const locks = new MediaLocks(db);
    const shared = { db, store, locks, clock: desk.clock, indexer: desk.media.indexer };
    const onChange = (): Promise<void> => Promise.resolve();
    const pending = new PendingChanges({ ...shared, policy: desk.policy });
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
      await using desk = await withFile();
      const to = 'media/2025/b.svg';
      if (act === 'restore') await desk.media.trash.delete(desk.ada, { path });
      const trash = await killedTrash(desk);
      const acts = {
        delete: (): Promise<unknown> => trash.delete(desk.ada, { path }),
        move: () => trash.move(desk.ada, { path, to }),
        restore: () => trash.restore(desk.ada, path),
      };
      await expect(acts[act]()).rejects.toThrow(Killed);
      const { indexer, trash: next } = await desk.anotherProcess();
      await indexer.finish();
      const entries = await next.list();
      const end = { delete: entries[0]?.path, move: to, restore: path }[act]!;
      expect(await desk.files()).toEqual([end, `${end}.meta.yaml`]);
      expect(await desk.indexed()).toEqual(act === 'delete' ? [] : [end]);
      expect(entries).toHaveLength(act === 'delete' ? 1 : 0);
      await indexer.scan();
      expect(await desk.indexed()).toEqual(act === 'delete' ? [] : [end]);
    },
  );

  test('takes nothing away from whoever uses the name meanwhile', async () => {
    await using desk = await withFile();
    const trash = await killedTrash(desk);
    await expect(trash.delete(desk.ada, { path })).rejects.toThrow(Killed);
    const other = drawing.replace('4 3', '9 9');
    const { record } = await desk.upload('a.svg', other, { path: 'press' });
    await desk.media.indexer.finish();
    expect(await desk.read(record.path)).toBe(other);
    await desk.media.indexer.scan();
    expect(await desk.indexed()).toEqual([record.path]);
    expect(await desk.media.trash.list()).toHaveLength(1);
  });
});
