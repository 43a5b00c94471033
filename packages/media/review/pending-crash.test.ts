import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { drawing, createActor, MediaHarness } from '../media-harness.fixtures.ts';
import { MediaLocks } from '../media-locks.ts';
import { MediaService } from '../media-service.ts';
import type { MediaStore } from '../store/media-store.ts';
import { MediaReviewService, type PendingMedia } from './media-review-service.ts';
import { PendingChanges } from './pending-changes.ts';
import { findPublicFile } from './public-version.ts';

const other = drawing.replace('4 3', '9 9');
const rosa = createActor('rosa', ['media.read', 'media.review']);

class Killed extends Error {}

/** As after `kill -9`. */
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

async function openStrict(): Promise<MediaHarness> {
  const harness = await MediaHarness.open();
  harness.requiresApproval = true;
  return harness;
}

async function addUsedPicture(harness: MediaHarness, name: number): Promise<string> {
  const { record } = await harness.upload(`${name}.svg`, drawing, { path: 'press' });
  const text = `![](/${record.path})`;
  await harness.addDocument({ path: `posts/${name}.md`, text, publicText: text });
  return record.path;
}

function openDying(harness: MediaHarness, changes: number) {
  const { db } = harness.database;
  const store = killedAfter(harness.media.store, changes);
  const { clock, policy, root: contentDirectory, media } = harness;
  const pending = new PendingChanges({ store, clock, policy });
  const pictures = { describeWorking: () => Promise.resolve(undefined) };
  const onChange = (): Promise<void> => Promise.resolve();
  const shared = { db, store, clock, pending, pictures, onChange, contentDirectory, policy };
  const parts = { ...shared, locks: new MediaLocks(db), indexer: media.indexer };
  return { service: new MediaService(parts), reviews: new MediaReviewService(parts) };
}

async function tryReplace(
  harness: MediaHarness,
  path: string,
  { service }: { readonly service: MediaService },
): Promise<boolean> {
  const staged = await harness.media.service.receive(Readable.from([Buffer.from(other)]));
  try {
    await service.replace(harness.ada, { staged, path });
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(Killed);
    return false;
  } finally {
    await harness.media.service.discard(staged);
  }
}

async function findPending(harness: MediaHarness, path: string): Promise<PendingMedia | undefined> {
  return (await harness.media.reviews.list(rosa)).find((one) => one.path === path);
}

async function readPublic(harness: MediaHarness, path: string): Promise<string> {
  return readFile((await findPublicFile(harness.root, path))!, 'utf8');
}

test('ADD-MED-1: a replacement that is killed at any step leaves the public version, and nothing else', async () => {
  await using harness = await openStrict();
  for (let changes = 0; ; changes += 1) {
    const path = await addUsedPicture(harness, changes);
    const isAnswered = await tryReplace(harness, path, openDying(harness, changes));
    expect([changes, await readPublic(harness, path)]).toEqual([changes, drawing]);
    const { indexer } = await harness.openSecondProcess();
    await indexer.finish();
    await indexer.indexPath(path);
    const isReplaced = (await harness.read(path)) === other;
    const pending = await findPending(harness, path);
    expect(pending?.contributors).toEqual(isReplaced ? ['ada'] : undefined);
    expect([changes, await readPublic(harness, path)]).toEqual([changes, drawing]);
    const kept = (await harness.files()).filter((file) => file.startsWith(`.published/${path}`));
    expect(kept).toHaveLength(isReplaced ? 3 : 0);
    if (!isAnswered) continue;
    expect([isReplaced, changes > 4]).toEqual([true, true]);
    return;
  }
});

test('ADD-MED-2: an approval that is killed at any step leaves one whole version public', async () => {
  await using harness = await openStrict();
  for (let changes = 0; ; changes += 1) {
    const path = await addUsedPicture(harness, changes);
    expect(await tryReplace(harness, path, harness.media)).toBe(true);
    const pending = (await findPending(harness, path))!;
    const review = { path, action: 'approve', expectedHash: pending.hash } as const;
    const outcome = await openDying(harness, changes)
      .reviews.review(rosa, review)
      .catch((error: unknown) => error);
    const isApproved = (await findPending(harness, path)) === undefined;
    expect([changes, await readPublic(harness, path)]).toEqual([
      changes,
      isApproved ? other : drawing,
    ]);
    const { indexer } = await harness.openSecondProcess();
    await indexer.finish();
    expect([changes, await readPublic(harness, path)]).toEqual([
      changes,
      isApproved ? other : drawing,
    ]);
    const kept = (await harness.files()).filter((file) => file.startsWith(`.published/${path}`));
    expect(kept).toHaveLength(isApproved ? 0 : 3);
    if (outcome instanceof Killed) continue;
    expect([outcome, isApproved, changes > 1]).toEqual(['public', true, true]);
    return;
  }
});
