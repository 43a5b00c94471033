// Measures restoring a large backup, and how long saves wait meanwhile: see README.md.
import { randomFillSync } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { silentLogger, type Logger } from '@galley/kernel';
import { checkArchive } from '../packages/backup/restore/check-archive.ts';
import { extractArchive } from '../packages/backup/restore/extract-archive.ts';
import { RestoreRoom, writer } from '../packages/backup/restore/fixtures.ts';
import { makeDocuments } from './make-documents.ts';
import { ownDatabase } from './own-database.ts';

const { values: options } = parseArgs({
  options: {
    files: { type: 'string', default: '22000' },
    megabytes: { type: 'string', default: '500' },
    changed: { type: 'string', default: '100' },
    alone: { type: 'boolean', default: false },
  },
});
const [files, megabytes, changed] = [options.files, options.megabytes, options.changed].map(
  Number,
) as [number, number, number];

await using own = await ownDatabase();
const { db, folder } = own;
await report();

async function makeTree(content: string): Promise<void> {
  const each = Math.round((megabytes * 1e6) / files);
  await makeDocuments(content, { count: Math.round(files / 5), bytes: each });
  const picture = Buffer.alloc(each);
  for (let index = 0; index < files - Math.round(files / 5); index += 1) {
    const place = join(content, 'media', String(2000 + (index % 26)));
    await mkdir(place, { recursive: true });
    await writeFile(join(place, `${index}.jpg`), randomFillSync(picture));
  }
}

async function report(): Promise<void> {
  const logger: Logger = { ...silentLogger, info: tell, debug: tell };
  const room = await RestoreRoom.on({ db, folder, logger });
  await makeTree(room.directory);
  await room.indexer.scan();
  const id = await timed('backup', () => room.backup());
  await timed('check and unpack alone', () => unpack(room.backups.path(id)));
  const paths: string[] = [];
  for await (const path of room.tree.walk('', new Set(['config', 'media']))) paths.push(path);
  for (const path of paths.slice(0, changed))
    await room.content.save(writer, { path, content: 'Changed since.\n' });
  console.log(`memory before: ${Math.round(process.memoryUsage().rss / 1024 ** 2)} MiB`);
  let isOver = false;
  const longest = saveContinuously(room, paths.at(-1)!, () => isOver);
  const memory = measurePeakMemory(() => isOver);
  await timed('restore, with the index', () => room.restore(id));
  isOver = true;
  console.log(`longest save meanwhile: ${Math.round(await longest)} ms`);
  console.log(`most memory meanwhile: ${Math.round((await memory) / 1024 ** 2)} MiB`);
}

async function unpack(archive: string): Promise<void> {
  await using checked = await checkArchive(archive);
  await extractArchive(checked, join(folder, 'unpacked'));
}

async function saveContinuously(
  room: RestoreRoom,
  path: string,
  isOver: () => boolean,
): Promise<number> {
  let longest = 0;
  for (let count = 0; !isOver() && !options.alone; count += 1) {
    const began = performance.now();
    await room.content.save(writer, { path, content: `Save ${count}.\n` });
    longest = Math.max(longest, performance.now() - began);
  }
  return longest;
}

async function measurePeakMemory(isOver: () => boolean): Promise<number> {
  let most = 0;
  while (!isOver()) {
    most = Math.max(most, process.memoryUsage().rss);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return most;
}

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const result = await work();
  console.log(`${what}: ${((performance.now() - began) / 1_000).toFixed(1)} s`);
  return result;
}

function tell(message: string, attributes?: unknown): void {
  if (/replaced|unpacked|indexed/.test(message)) console.log(message, attributes);
}
