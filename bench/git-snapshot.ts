// Measures a git snapshot of the content tree, and checks it with stock git: see README.md.
import { execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { GitSnapshots } from '@galley/backup';
import { attachEmbeddedServer, migrateToLatest, openDatabase } from '@galley/database';
import { silentLogger, systemClock } from '@galley/kernel';

const { values: options } = parseArgs({
  options: {
    files: { type: 'string', default: '10000' },
    bytes: { type: 'string', default: '5000' },
    'video-megabytes': { type: 'string', default: '0' },
    json: { type: 'boolean', default: false },
  },
});
const author = { name: 'Ada', email: 'ada@example.org' };

await using cleaning = new AsyncDisposableStack();
const folder = await mkdtemp(join(tmpdir(), 'galley-git-snapshot-'));
cleaning.defer(() => rm(folder, { recursive: true, force: true }));
const server = await attachEmbeddedServer({
  dataDirectory: join(folder, 'postgres'),
  secretsDirectory: join(folder, 'secrets'),
  logger: silentLogger,
  settings: {},
});
cleaning.defer(() => server.detach());
const handle = openDatabase({
  address: server.ownerConnection(),
  poolSize: 2,
  logger: silentLogger,
});
cleaning.defer(() => handle.close());
await migrateToLatest(handle.db);

const root = join(folder, 'content');
await writeDocuments();
const plain = join(folder, 'plain');
await cp(root, plain, { recursive: true });
const snapshots = new GitSnapshots({ db: handle.db, root, clock: systemClock });
const results: Record<string, number | boolean> = {};
await measure('first snapshot', () => snapshots.take('First', author));
await measure('nothing changed', () => snapshots.take('Nothing', author));
await measureChange('one change');
await measureChange('one change again');
await measureVideo(Number(options['video-megabytes']));
await measure('git status of it', () => Promise.resolve(requireClean()));
await measure('git fsck of it', () => Promise.resolve(git(root, 'fsck', '--full', '--strict')));
results['git log agrees'] = await agrees();
await measure('git init, add, commit', () => Promise.resolve(commitWithGit()));
results['peak memory, MiB'] = peakMebibytes();
if (options.json) console.log(JSON.stringify(results));
else console.table(results);

async function writeDocuments(): Promise<void> {
  const line = 'The press at the corner prints in the morning what was written at night. ';
  for (let at = 0; at < Number(options.files); at++) {
    const place = join(root, at % 5 === 0 ? 'pages' : 'posts', String(at % 100));
    await mkdir(place, { recursive: true });
    const text = `---\ntitle: Number ${at}\n---\n${`${at} ${line}`.repeat(Number(options.bytes) / 75)}`;
    await writeFile(join(place, `document-${at}.md`), text);
  }
}

async function measureChange(name: string): Promise<void> {
  await writeFile(join(root, 'posts', '1', 'document-1.md'), `Changed at ${performance.now()}\n`);
  await measure(name, async () => {
    const { filesChanged } = await snapshots.take('One', author);
    if (filesChanged !== 1) throw new Error(`${filesChanged} files instead of one`);
  });
}

async function measureVideo(megabytes: number): Promise<void> {
  if (megabytes === 0) return;
  await mkdir(join(root, 'media'), { recursive: true });
  const file = await open(join(root, 'media', 'film.mp4'), 'w');
  const piece = crypto.getRandomValues(new Uint8Array(65_536));
  for (let at = 0; at < megabytes * 16; at++) {
    piece.set(new Uint8Array(new Uint32Array([at]).buffer));
    await file.write(piece);
  }
  await file.close();
  const before = peakMebibytes();
  await measure(`video of ${megabytes} MiB`, () => snapshots.take('Film', author));
  results['more memory for it, MiB'] = peakMebibytes() - before;
}

function peakMebibytes(): number {
  return Math.round(process.resourceUsage().maxRSS / 1024);
}

async function agrees(): Promise<boolean> {
  const ours = (await snapshots.log(100)).map(({ hash }) => hash);
  return git(root, 'log', '--format=%H').trim() === ours.join('\n');
}

function requireClean(): void {
  const status = git(root, 'status', '--porcelain');
  if (status !== '') throw new Error(`git status is not clean: ${status.slice(0, 500)}`);
}

function commitWithGit(): void {
  git(plain, 'init', '--quiet');
  git(plain, 'add', '--all');
  git(
    plain,
    '-c',
    'user.name=Ada',
    '-c',
    'user.email=a@b',
    '-c',
    'gc.auto=0',
    'commit',
    '--quiet',
    '-m',
    'First',
  );
}

function git(directory: string, ...args: string[]): string {
  return execFileSync('git', ['-C', directory, ...args], { encoding: 'utf8', maxBuffer: 1e8 });
}

/** Counts processor time of this process only; git runs in its own. */
async function measure(name: string, work: () => Promise<unknown>): Promise<void> {
  const before = process.cpuUsage();
  const start = performance.now();
  await work();
  const { user, system } = process.cpuUsage(before);
  results[`${name}, ms`] = Math.round(performance.now() - start);
  results[`${name}, processor ms`] = Math.round((user + system) / 1000);
}
