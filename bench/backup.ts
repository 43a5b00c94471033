// Measures time and memory of a backup of a large content tree, beside `zip`: see README.md.
import { randomFillSync } from 'node:crypto';
import { mkdir, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { makeDocuments } from './make-documents.ts';
import { runTimed, runWeighed, type Command } from './process-usage.ts';
import { quantile } from './quantile.ts';

const { values: options } = parseArgs({
  options: {
    files: { type: 'string', default: '22000' },
    megabytes: { type: 'string', default: '500' },
    runs: { type: 'string', default: '3' },
    sparse: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});

const folder = await mkdtemp(join(tmpdir(), 'galley-bench-'));
const content = join(folder, 'content');
const backups = join(folder, 'backups');
try {
  await makeTree(Number(options.files), Number(options.megabytes) * 1e6);
  if (options.sparse) await makeHoles(5 * 1024 ** 3);
  report(await measure());
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function makeTree(files: number, bytes: number): Promise<void> {
  const each = Math.round(bytes / files);
  await makeDocuments(content, { count: Math.round(files / 5), bytes: each });
  const picture = Buffer.alloc(each);
  for (let index = 0; index < files - Math.round(files / 5); index += 1) {
    const place = join(content, 'media', String(2000 + (index % 26)));
    await mkdir(place, { recursive: true });
    await writeFile(join(place, `${index}.jpg`), randomFillSync(picture));
  }
}

async function makeHoles(bytes: number): Promise<void> {
  const film = await open(join(content, 'media/film.mp4'), 'w');
  await film.truncate(bytes);
  await film.close();
}

/** The first round measures memory, and fills the file cache. */
async function measure() {
  const script = join(import.meta.dirname, 'backup-write.ts');
  const galley: Command = {
    program: process.execPath,
    args: [script, content, backups],
    cwd: folder,
  };
  const zip: Command = { program: 'zip', args: ['-q', '-r', 'tree.zip', 'content'], cwd: folder };
  const memory = { galley: await weighed(galley), zip: await weighed(zip) };
  const seconds: Record<'galley' | 'zip', number[]> = { galley: [], zip: [] };
  for (let round = 0; round < Number(options.runs); round += 1) {
    seconds.galley.push(await timed(galley));
    seconds.zip.push(await timed(zip));
  }
  return { memory, seconds };
}

async function weighed(command: Command): Promise<number> {
  await clear();
  return (await runWeighed(command)).peak;
}

async function timed(command: Command): Promise<number> {
  await clear();
  return (await runTimed(command)).wall;
}

async function clear(): Promise<void> {
  await rm(backups, { recursive: true, force: true });
  await rm(join(folder, 'tree.zip'), { force: true });
}

function report({ memory, seconds }: Awaited<ReturnType<typeof measure>>): void {
  const [galley, zip] = [quantile(seconds.galley, 0.5), quantile(seconds.zip, 0.5)];
  const result = { seconds: { galley, zip, share: galley / zip }, memory, rounds: seconds };
  if (options.json) {
    console.log(JSON.stringify(result, null, 2));
    return;
  }
  console.log(`galley  ${galley.toFixed(1)} s  ${Math.round(memory.galley)} MiB`);
  console.log(`zip -r  ${zip.toFixed(1)} s  ${Math.round(memory.zip)} MiB`);
  console.log(`galley takes ${(galley / zip).toFixed(2)} times the time of zip`);
}
