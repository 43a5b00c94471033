import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '@galley/database';
import { silentLogger } from '@galley/kernel';
import { temporaryDirectory } from '@galley/testing';
import { checkArchive } from './check-archive.ts';
import { extractArchive } from './extract-archive.ts';
import { openRoom, RestoreRoom, writer } from './fixtures.ts';

const paths = Array.from({ length: 6 }, (_, at) => `posts/p${at}.md`);
const text = (count: number): string => `Save ${count}.`;

async function save(room: RestoreRoom, path: string, count: number): Promise<void> {
  await room.content.save(writer, { path, content: text(count), message: String(count) });
}

/** Resolves with the number of acknowledged saves. */
async function keepSaving(room: RestoreRoom, path: string, isOver: () => boolean): Promise<number> {
  let count = 1;
  while (!isOver()) {
    await save(room, path, count + 1);
    count += 1;
  }
  return count;
}

function savedIn(content: string): number {
  return Number(/Save (\d+)\./.exec(content)?.[1] ?? 0);
}

test('CMS-BAK-3: no acknowledged save is lost during a restore: it is in the snapshot or in the tree', async () => {
  await using opened = await openRoom();
  const { room, parts, url } = opened;
  for (const path of paths)
    await room.write(path, `---\ntitle: ${path}\n---\n\nAs in the backup.\n`);
  await room.indexer.scan();
  const id = await room.backup();
  const others = await Promise.all(
    [1, 2].map(async () => {
      const handle = openDatabase({ address: url, poolSize: 5, logger: silentLogger });
      return { room: await RestoreRoom.on({ ...parts, db: handle.db }), handle };
    }),
  );
  const rooms = [room, ...others.map((other) => other.room)];
  for (const path of paths) await save(room, path, 1);
  let isOver = false;
  const saving = paths.map((path, at) => keepSaving(rooms[at % rooms.length]!, path, () => isOver));
  const { snapshot } = await room.restore(id);
  isOver = true;
  const acknowledged = await Promise.all(saving);
  await using unpacked = await temporaryDirectory();
  const before = join(unpacked.path, 'tree');
  await using archive = await checkArchive(room.backups.path(snapshot));
  await extractArchive(archive, before);
  for (const [at, path] of paths.entries()) {
    const inSnapshot = savedIn(await readFile(join(before, path), 'utf8'));
    const inTree = savedIn(await room.read(path));
    const newestFirst = await room.content.history(writer, path, { limit: 1_000 });
    const steps = newestFirst
      .reverse()
      .map(({ kind, message }) => (kind === 'save' ? Number(message) : message));
    const restored = steps.indexOf('Restored from a backup');
    expect(steps[restored - 1]).toBe(inSnapshot);
    expect(steps.slice(restored + 1)).toEqual(
      Array.from({ length: acknowledged[at]! - inSnapshot }, (_, more) => inSnapshot + 1 + more),
    );
    expect(inTree).toBe(acknowledged[at]! > inSnapshot ? acknowledged[at]! : 0);
  }
  await Promise.all(others.map(({ handle }) => handle.close()));
});
