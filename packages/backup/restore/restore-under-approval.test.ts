import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { silentLogger, systemClock } from '@galley/kernel';
import { parseSiteSettings } from '@galley/settings';
import { withWritesHeld } from '@galley/testing';
import { openRoom, type RestoreRoom } from './fixtures.ts';
import { recoverRestores } from './recover-restores.ts';

const strict = 'editorial: { require_approval: true }\n';
const [ink, news] = ['posts/ink.md', 'posts/news.md'];
const page = (title: string): string => `---\ntitle: ${title}\nworkflow: published\n---\nText.\n`;

/** Requires approval; the earlier backup has a changed text and a deleted one. */
async function fill(room: RestoreRoom): Promise<string> {
  await room.write(ink, page('Unapproved'));
  await room.write(news, page('Unapproved as well'));
  await room.indexer.scan();
  const backup = await room.backup();
  await room.write(ink, page('Approved'));
  await rm(join(room.directory, news));
  await room.indexer.scan();
  room.settings = parseSiteSettings(strict, 'site.yaml');
  await room.indexer.scan();
  return backup;
}

function restoreElsewhere(args: readonly string[]) {
  const program = join(import.meta.dirname, 'restoring-process.fixtures.ts');
  const child = spawn(process.execPath, [program, ...args, strict], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const said = async (word: string): Promise<void> => {
    for await (const chunk of child.stdout) if (String(chunk).includes(word)) return;
    throw new Error(`the process ended without saying ${word}`);
  };
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await once(child, 'close');
  };
  return { said, kill };
}

test.each(['while the swap is noted', 'before the new tree is looked through'] as const)(
  'GAP-ED-5: kill -9 %s: the next start completes the restore and publishes nothing unapproved',
  async (moment) => {
    await using opened = await openRoom();
    const { room, parts, url } = opened;
    const backup = await fill(room);
    if (moment === 'before the new tree is looked through') {
      const process = restoreElsewhere([url, parts.folder, backup]);
      await process.said('swapped');
      await process.kill();
    } else {
      // The first write about the new tree waits for this lock.
      await withWritesHeld(parts.db, 'project_facts', async (isAwaited) => {
        const process = restoreElsewhere([url, parts.folder, backup]);
        await vi.waitUntil(isAwaited, { timeout: 20_000, interval: 10 });
        await process.kill();
      });
    }
    // As at startup.
    room.settings = parseSiteSettings('', 'site.yaml');
    const { db } = parts;
    const contentDirectory = room.directory;
    await recoverRestores({ db, contentDirectory, clock: systemClock, logger: silentLogger });
    await room.indexer.scan();
    expect(await room.read(ink)).toBe(page('Unapproved'));
    expect(await room.read(news)).toBe(page('Unapproved as well'));
    expect(await room.titlesInPublic()).toEqual(['Approved']);
    await room.indexer.scan();
    expect(await room.titlesInPublic()).toEqual(['Approved']);
  },
);

test('GAP-ED-5: a first index with approval required during a restore accepts only the old tree as it is', async () => {
  await using opened = await openRoom();
  const { room } = opened;
  const backup = await fill(room);
  room.onSwapped = async () => {
    expect(await room.indexer.indexPath(news, 'approval')).toBe(true);
  };
  await room.restore(backup);
  expect(await room.titlesInPublic()).toEqual(['Approved']);
});
