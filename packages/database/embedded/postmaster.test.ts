import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chown, mkdir, readdir, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Project, query, recordingLogger } from './fixtures.ts';
import { isAlive } from './system-process.ts';

let project: Project;

beforeAll(async () => {
  project = await Project.create();
  await (await project.attach()).detach();
});

afterAll(() => project[Symbol.asyncDispose]());

async function leaveLockFile(pid: number | ''): Promise<string> {
  const file = join(project.dataDirectory, 'postmaster.pid');
  const rest = `${project.dataDirectory}\n1700000000\n59999\n\n127.0.0.1\n\nready\n`;
  await writeFile(file, pid ? `${pid}\n${rest}` : '');
  const { uid, gid } = await stat(project.dataDirectory);
  await chown(file, uid, gid);
  return file;
}

/** Runs a shell command as the server's user, since PostgreSQL itself ignores a lock held by another user's process. */
async function runAsServer(command: string): Promise<ChildProcess> {
  const { uid, gid } = await stat(project.dataDirectory);
  const user = process.getuid?.() === 0 ? { uid, gid } : {};
  return spawn('/bin/sh', ['-c', command], {
    ...user,
    cwd: '/',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

async function expectStart(pid: number | ''): Promise<void> {
  const logger = recordingLogger();
  const server = await project.attach({ logger });
  expect(await query(server.connection(), 'select 1')).toEqual([[1]]);
  expect(logger.lines.join('\n')).toContain('warn removed the stale lock file');
  expect(project.postmaster()).not.toBe(pid);
  await server.detach();
  const names = await readdir(project.dataDirectory);
  expect(names.filter((name) => name.includes('stale'))).toEqual([]);
}

test('starts despite a lock file with the id of a living process that is not PostgreSQL', async () => {
  const sleeper = await runAsServer('exec sleep 60');
  try {
    await leaveLockFile(sleeper.pid!);
    await expectStart(sleeper.pid!);
    expect(isAlive(sleeper.pid!)).toBe(true);
  } finally {
    sleeper.kill();
  }
});

function isLeft(pid: number): boolean {
  return process.platform !== 'linux' || readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
}

test('starts despite a lock file with the id of an unreaped dead server', async () => {
  const dead = join(project.root, 'bin', 'postgres');
  await mkdir(dirname(dead));
  await symlink('/bin/sleep', dead);
  // Exits after the shell has been replaced by a program that reaps no children.
  const parent = await runAsServer(`'${dead}' 1 & echo $!; exec sleep 60`);
  try {
    const [line] = (await once(createInterface({ input: parent.stdout! }), 'line')) as [string];
    const pid = Number(line);
    await expect.poll(() => isLeft(pid)).toBe(true);
    await leaveLockFile(pid);
    await expectStart(pid);
  } finally {
    parent.kill();
  }
});

test.each(
  process.platform === 'linux' ? ['a lock file with the id of the server of another project'] : [],
)('starts despite %s', async () => {
  await using other = await Project.create();
  await other.attach();
  await leaveLockFile(other.postmaster());
  await expectStart(other.postmaster());
});

test('starts despite an empty lock file left by a crash', async () => {
  const file = await leaveLockFile('');
  const longAgo = new Date(Date.now() - 60_000);
  await utimes(file, longAgo, longAgo);
  await expectStart('');
});

test('removes logs older than a week at startup', async () => {
  const log = (name: string): string => join(project.dataDirectory, 'log', name);
  await writeFile(log('old.log'), 'old');
  await writeFile(log('new.log'), 'new');
  const lastWeek = new Date(Date.now() - 7 * 24 * 3600 * 1000);
  await utimes(log('old.log'), lastWeek, lastWeek);
  await (await project.attach()).detach();
  const names = await readdir(log(''));
  expect(names).toContain('new.log');
  expect(names).not.toContain('old.log');
});

test('reports why a server cannot start, with its own output', async () => {
  await expect(project.attach({ settings: { no_such_setting: 'on' } })).rejects.toMatchObject({
    code: 'database_start_failed',
    message: expect.stringContaining(
      'unrecognized configuration parameter "no_such_setting"',
    ) as string,
  });
});
