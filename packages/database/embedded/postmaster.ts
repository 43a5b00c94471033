import { link, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { newId, systemClock } from '@galley/kernel';
import { folderArgument, type Cluster } from './cluster.ts';
import { startFailure } from './problems.ts';
import { runProgram, shellWord, type ProgramResult } from './program.ts';
import { isAlive, isServerOf } from './system-process.ts';

export interface Postmaster {
  readonly pid: number;
  readonly port: number | undefined;
}

/** Longer than PostgreSQL takes between creating its lock file and writing it. */
const emptyLockFileMs = 10_000;

/** Also removes a stale lock file, which would stop PostgreSQL from starting. */
export async function findPostmaster(cluster: Cluster): Promise<Postmaster | undefined> {
  const file = lockFile(cluster);
  const text = await readIfThere(file);
  if (text === undefined) return undefined;
  const lines = text.split('\n');
  const pid = Math.abs(Number.parseInt(lines[0] ?? '', 10));
  if (!pid) {
    const writtenAt = (await stat(file).catch(() => undefined))?.mtimeMs ?? 0;
    if (Date.now() - writtenAt < emptyLockFileMs) return { pid: 0, port: undefined };
  } else {
    if (!isAlive(pid)) return undefined;
    if (await isServerOf(pid, cluster.dataDirectory)) {
      return { pid, port: Number(lines[3]) || undefined };
    }
  }
  await removeStaleLockFile(cluster, text);
  return undefined;
}

function lockFile(cluster: Cluster): string {
  return join(cluster.dataDirectory, 'postmaster.pid');
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Moves the file aside before checking it again: another process may have removed it and started a server. */
async function removeStaleLockFile(cluster: Cluster, judged: string): Promise<void> {
  const file = lockFile(cluster);
  const aside = `${file}.stale-${newId()}`;
  try {
    await rename(file, aside);
  } catch {
    return;
  }
  if ((await readFile(aside, 'utf8')) === judged) {
    cluster.logger.warn('removed the stale lock file of a crashed database server', {
      file,
      pid: Number.parseInt(judged, 10) || undefined,
    });
  } else {
    // Fails when a newer server has written its own file.
    await link(aside, file).catch(() => undefined);
  }
  await rm(aside, { force: true });
}

const passing =
  /lock file .* (already exists|is empty)|pre-existing shared memory|Address already in use|did not start in time/;

/** Returns an obstacle that is temporary, for a later retry. @throws `database_start_failed` for permanent ones */
export async function startPostmaster(cluster: Cluster): Promise<string | undefined> {
  const { dataDirectory, settings, logger } = cluster;
  await rm(join(dataDirectory, startLog), { force: true });
  await removeOldLogs(dataDirectory);
  const port = await findFreePort();
  // pg_ctl passes them to a shell.
  const options = [
    ...['-p', String(port)],
    ...['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', shellWord(`${name}=${value}`)]),
  ].join(' ');
  const since = logTime();
  const started = await control(cluster, ['start', '-w', '-l', startLog, '-o', options]);
  if (started.succeeded) {
    logger.info('embedded database started', { data_directory: dataDirectory, port });
    return undefined;
  }
  const said = (await readServerLog(dataDirectory, since)) || started.output;
  const isPassing = passing.test(said) || passing.test(started.output);
  if (isPassing || (await findPostmaster(cluster))) return said;
  throw await startFailure(dataDirectory, said);
}

/** Time for a large checkpoint on a slow disk. */
const stopTimeoutMs = 120_000;

/** Only logs failures: a process that is exiting can do no more. */
export async function stopPostmaster(cluster: Cluster): Promise<void> {
  const postmaster = await findPostmaster(cluster);
  // pg_ctl would wait for the lock file to go, but the next server may have written another by then.
  const { succeeded, output } = await control(cluster, ['stop', '-m', 'fast', '-W']);
  const attributes = { data_directory: cluster.dataDirectory };
  if (succeeded && (await isGoneInTime(cluster, postmaster?.pid)))
    cluster.logger.info('embedded database stopped', attributes);
  else cluster.logger.error('embedded database did not stop', { ...attributes, output });
}

async function isGoneInTime(cluster: Cluster, pid: number | undefined): Promise<boolean> {
  const deadline = Date.now() + stopTimeoutMs;
  for (;;) {
    const postmaster = await findPostmaster(cluster);
    if (!postmaster || postmaster.pid !== pid) return true;
    if (Date.now() > deadline) return false;
    await systemClock.sleep(20);
  }
}

function control(cluster: Cluster, args: readonly string[]): Promise<ProgramResult> {
  const { binaries, user, dataDirectory } = cluster;
  const all = [...args, '-D', folderArgument(user)];
  return runProgram(binaries.pg_ctl, all, { cwd: dataDirectory, user });
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** Server output before its log collector runs. */
const startLog = 'start.log';

function logTime(): string {
  return new Date().toISOString().replace('T', ' ').slice(0, 23);
}

async function readServerLog(dataDirectory: string, since: string): Promise<string> {
  const first = (await readIfThere(join(dataDirectory, startLog))) ?? '';
  const files = await listLogs(dataDirectory);
  const texts = await Promise.all(files.map((file) => readIfThere(file)));
  const later = texts
    .flatMap((text) => text?.split('\n') ?? [])
    .filter((line) => line.slice(0, 23) >= since && /^\d{4}-/.test(line))
    .sort();
  return [first.trim(), ...later].join('\n').trim();
}

const logRetentionMs = 6 * 24 * 3600 * 1000;

/** A restarted server would append to last week's file of the same weekday. */
async function removeOldLogs(dataDirectory: string): Promise<void> {
  for (const file of await listLogs(dataDirectory)) {
    const { mtimeMs } = await stat(file);
    if (Date.now() - mtimeMs > logRetentionMs) await rm(file, { force: true });
  }
}

async function listLogs(dataDirectory: string): Promise<string[]> {
  const folder = join(dataDirectory, 'log');
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => name.endsWith('.log')).map((name) => join(folder, name));
}
