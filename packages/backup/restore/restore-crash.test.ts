import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sha256, silentLogger, systemClock } from '@galley/kernel';
import { checkArchive } from './check-archive.ts';
import { crashes } from './config.ts';
import { openRoom, writer, type RestoreRoom } from './fixtures.ts';
import { recoverRestores } from './recover-restores.ts';
import { restoreFolder } from '../tree-folders.ts';
import { filesOf } from './restored-files.ts';

type Files = Record<string, string>;

function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

async function fill(room: RestoreRoom, text: string): Promise<void> {
  for (let at = 0; at < 20; at += 1)
    await room.write(
      `${['posts', 'pages', 'config/x'][at % 3]!}/d${at}.md`,
      `---\ntitle: ${text} ${at}\nworkflow: published\n---\n\n${text}.\n`,
    );
  await room.write(`only-${text}.txt`, text);
  await room.write(`${text}/only.txt`, text);
  await room.write('media/m.bin', text.repeat(10_000));
  await room.indexer.scan();
}

interface Kill {
  readonly after: 'start' | 'snapshot';
  readonly milliseconds: number;
}

async function restoreAndKill(args: readonly string[], kill?: Kill): Promise<number[]> {
  const program = join(import.meta.dirname, 'restoring-process.fixtures.ts');
  const began = performance.now();
  const child = spawn(process.execPath, [program, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const times: number[] = [];
  const killIn = (milliseconds: number): unknown =>
    setTimeout(() => child.kill('SIGKILL'), milliseconds);
  if (kill?.after === 'start') killIn(kill.milliseconds);
  child.stdout.on('data', (said: Buffer) => {
    times.push(performance.now() - began);
    if (kill?.after === 'snapshot' && said.includes('snapshot')) killIn(kill.milliseconds);
  });
  const [code] = (await once(child, 'close')) as [number | null];
  if (!kill) expect(code).toBe(0);
  return times;
}

function withoutRemains(files: Files): Files {
  return Object.fromEntries(
    Object.entries(files).filter(([path]) => !path.startsWith(`${restoreFolder}/`)),
  );
}

async function requireSound(room: RestoreRoom, files: Files): Promise<void> {
  await room.indexer.scan();
  const documents = Object.entries(files).filter(([path]) => /^(posts|pages)\//.test(path));
  const titles = documents.map(([, text]) => /^title: (.*)$/m.exec(text)![1]!);
  expect(await room.titlesInPublic()).toEqual(titles.sort());
  for (const [path, text] of documents.slice(0, 5)) {
    const { current } = await room.content.get(writer, path);
    expect(current.text).toBe(text);
  }
}

async function sumsOf(path: string): Promise<Files> {
  await using archive = await checkArchive(path);
  return Object.fromEntries(filesOf(archive.manifest).map((file) => [file.path, file.sha256]));
}

test(
  `GAP-BAK-2: kill -9 at ${crashes.rounds} random moments of a restore leaves the complete old or new tree, and a working start`,
  { timeout: 60_000 + crashes.rounds * 10_000 },
  async () => {
    await using opened = await openRoom();
    const { room, parts, url } = opened;
    await fill(room, 'first');
    const [first, firstFiles] = [await room.backup(), await room.files()];
    await room.restore(first);
    for (const path of Object.keys(firstFiles)) await room.write(path, 'changed');
    await fill(room, 'second');
    const [second, secondFiles] = [await room.backup(), await room.files()];
    const random = randomNumbers(crashes.seed);
    const [toSnapshot = 0, toEnd = 0] = await restoreAndKill([url, parts.folder, first]);
    const outcomes = { old: 0, new: 0 };
    for (let round = 0; round < crashes.rounds; round += 1) {
      const before = withoutRemains(await room.files());
      const isFirst = sha256(JSON.stringify(before)) === sha256(JSON.stringify(firstFiles));
      const known = new Set(await room.backups.ids());
      // The swap takes only a few milliseconds.
      const kill =
        round % 2 === 0
          ? ({ after: 'start', milliseconds: random() * toEnd } as const)
          : ({ after: 'snapshot', milliseconds: random() * (toEnd - toSnapshot) * 0.6 } as const);
      await restoreAndKill([url, parts.folder, isFirst ? second : first], kill);
      await recoverRestores({
        db: parts.db,
        contentDirectory: room.directory,
        clock: systemClock,
        logger: silentLogger,
      });
      const after = withoutRemains(await room.files());
      expect([firstFiles, secondFiles]).toContainEqual(after);
      outcomes[sha256(JSON.stringify(after)) === sha256(JSON.stringify(before)) ? 'old' : 'new'] +=
        1;
      await requireSound(room, after);
      const made = (await room.backups.ids()).filter((id) => !known.has(id) && id.endsWith('.zip'));
      for (const id of made) {
        const path = room.backups.path(id);
        const sums = Object.entries(before).map(([name, text]) => [
          name,
          sha256(Buffer.from(text, 'latin1')),
        ]);
        expect(await sumsOf(path)).toEqual(Object.fromEntries(sums));
      }
    }
    await room.restores.cleanUp();
    expect(await readdir(join(room.directory, restoreFolder))).toEqual([]);
    await room.restore(first);
    expect(await room.files()).toEqual(firstFiles);
    await access(join(room.backups.directory, second));
    process.stdout.write(`${crashes.rounds} kills: ${JSON.stringify(outcomes)}\n`);
  },
);
