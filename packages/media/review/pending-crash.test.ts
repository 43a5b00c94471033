import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { drawing, person, PictureDesk } from '../desk.fixtures.ts';
import { MediaLocks } from '../media-locks.ts';
import { MediaService } from '../media-service.ts';
import type { MediaStore } from '../store/media-store.ts';
import { MediaReviewService, type PendingMedia } from './media-review-service.ts';
import { PendingChanges } from './pending-changes.ts';
import { findPublicFile } from './public-version.ts';

const other = drawing.replace('4 3', '9 9');
const rosa = person('rosa', ['media.read', 'media.review']);

class Killed extends Error {}

/** Lets so many changes of files through; from then on nothing happens any more, as after `kill -9`. */
function killedAfter(store: MediaStore, changes: number): MediaStore {
  let left = changes;
  const changing = ['replace', 'delete', 'move', 'put'];
  return new Proxy(store, {
    get: (target, name) => {
      const value = Reflect.get(target, name, target) as unknown;
      if (typeof value !== 'function') return value;
      return (...given: unknown[]): unknown => {
        if (left <= 0) throw new Killed();
        if (changing.includes(String(name))) left -= 1;
        return value.apply(target, given) as unknown;
      };
    },
  });
}

async function strictDesk(): Promise<PictureDesk> {
  const desk = await PictureDesk.open();
  desk.requiresApproval = true;
  return desk;
}

/** Another picture on another public page, by its path. */
async function onPage(desk: PictureDesk, name: number): Promise<string> {
  const { record } = await desk.upload(`${name}.svg`, drawing, { path: 'press' });
  const text = `![](/${record.path})`;
  await desk.addDocument({ path: `posts/${name}.md`, text, publicText: text });
  return record.path;
}

function dying(desk: PictureDesk, changes: number) {
  const { db } = desk.database;
  const store = killedAfter(desk.media.store, changes);
  const { clock, policy, root: contentDirectory, media } = desk;
  const pending = new PendingChanges({ store, clock, policy });
  const pictures = { describeWorking: () => Promise.resolve(undefined) };
  const onChange = (): Promise<void> => Promise.resolve();
  const shared = { db, store, clock, pending, pictures, onChange, contentDirectory, policy };
  const parts = { ...shared, locks: new MediaLocks(db), indexer: media.indexer };
  return { service: new MediaService(parts), reviews: new MediaReviewService(parts) };
}

/** Replaces the picture; whether that was answered. */
async function replaced(
  desk: PictureDesk,
  path: string,
  { service }: { readonly service: MediaService },
): Promise<boolean> {
  const staged = await desk.media.service.receive(Readable.from([Buffer.from(other)]));
  try {
    await service.replace(desk.ada, { staged, path });
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(Killed);
    return false;
  } finally {
    await desk.media.service.discard(staged);
  }
}

async function pendingOf(desk: PictureDesk, path: string): Promise<PendingMedia | undefined> {
  return (await desk.media.reviews.list(rosa)).find((one) => one.path === path);
}

async function seen(desk: PictureDesk, path: string): Promise<string> {
  return readFile((await findPublicFile(desk.root, path))!, 'utf8');
}

test('ADD-MED-1: a replacement that is killed at any step leaves the public version, and nothing else', async () => {
  await using desk = await strictDesk();
  for (let changes = 0; ; changes += 1) {
    const path = await onPage(desk, changes);
    const isAnswered = await replaced(desk, path, dying(desk, changes));
    expect([changes, await seen(desk, path)]).toEqual([changes, drawing]);
    const { indexer } = await desk.anotherProcess();
    await indexer.finish();
    await indexer.indexPath(path);
    const isReplaced = (await desk.read(path)) === other;
    const pending = await pendingOf(desk, path);
    expect(pending?.contributors).toEqual(isReplaced ? ['ada'] : undefined);
    expect([changes, await seen(desk, path)]).toEqual([changes, drawing]);
    const kept = (await desk.files()).filter((file) => file.startsWith(`.published/${path}`));
    expect(kept).toHaveLength(isReplaced ? 3 : 0);
    if (!isAnswered) continue;
    expect([isReplaced, changes > 4]).toEqual([true, true]);
    return;
  }
});

test('ADD-MED-2: an approval that is killed at any step leaves one whole version public', async () => {
  await using desk = await strictDesk();
  for (let changes = 0; ; changes += 1) {
    const path = await onPage(desk, changes);
    expect(await replaced(desk, path, desk.media)).toBe(true);
    const pending = (await pendingOf(desk, path))!;
    const review = { path, action: 'approve', expectedHash: pending.hash } as const;
    const outcome = await dying(desk, changes)
      .reviews.review(rosa, review)
      .catch((error: unknown) => error);
    const isApproved = (await pendingOf(desk, path)) === undefined;
    expect([changes, await seen(desk, path)]).toEqual([changes, isApproved ? other : drawing]);
    const { indexer } = await desk.anotherProcess();
    await indexer.finish();
    expect([changes, await seen(desk, path)]).toEqual([changes, isApproved ? other : drawing]);
    const kept = (await desk.files()).filter((file) => file.startsWith(`.published/${path}`));
    expect(kept).toHaveLength(isApproved ? 0 : 3);
    if (outcome instanceof Killed) continue;
    expect([outcome, isApproved, changes > 1]).toEqual(['public', true, true]);
    return;
  }
});
