import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { chmod, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import git from 'isomorphic-git';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryDirectory, type TemporaryDirectory } from '@galley/testing';
import { createCheckout } from './checkout.ts';
import { RepositoryViews, type RepositoryView } from './repository-view.ts';

let folder: TemporaryDirectory;
let dir: string;
let views: RepositoryViews;
beforeEach(async () => {
  folder = await temporaryDirectory();
  dir = join(folder.path, 'site');
  await mkdir(join(dir, 'content'), { recursive: true });
  await git.init({ fs, dir });
  views = new RepositoryViews(join(dir, 'content'), join(folder.path, 'views'));
});
afterEach(() => folder[Symbol.asyncDispose]());

async function commit(...paths: string[]): Promise<string> {
  for (const filepath of paths) await git.add({ fs, dir, filepath });
  return git.commit({ fs, dir, message: 'x', author: { name: 'ada', email: 'ada@example.org' } });
}

test('has the committed files, without links and uncommitted changes', async () => {
  await writeFile(join(dir, 'content/a.md'), 'ink');
  await writeFile(join(dir, 'run.sh'), 'true');
  await chmod(join(dir, 'run.sh'), 0o755);
  await symlink('/etc/passwd', join(dir, 'content/link.md'));
  const revision = await commit('content/a.md', 'run.sh', 'content/link.md');
  await writeFile(join(dir, 'content/a.md'), 'not yet');
  const view = await views.open();
  expect(view.revision).toBe(revision);
  const files = await readdir(view.directory, { recursive: true });
  expect(files.filter((path) => !path.startsWith('.git')).toSorted()).toEqual([
    'content',
    'content/a.md',
    'run.sh',
  ]);
  expect(await readFile(join(view.directory, 'content/a.md'), 'utf8')).toBe('ink');
  const modes = await Promise.all(
    ['content/a.md', 'run.sh'].map((path) => stat(join(view.directory, path))),
  );
  expect(modes.map(({ mode }) => (mode & 0o777).toString(8))).toEqual(['444', '555']);
});

test('is created once per commit, and removed with unfinished ones', async () => {
  await writeFile(join(dir, 'a.md'), 'one');
  const first = await commit('a.md');
  const [one, other] = await Promise.all([views.open(), views.open()]);
  expect(one).toEqual(other);
  await writeFile(join(dir, 'a.md'), 'two');
  const second = await commit('a.md');
  expect((await views.open()).revision).toBe(second);
  await mkdir(join(folder.path, 'views', '.galley-x.tmp'));
  await views.keep(new Set([second]));
  expect(await readdir(join(folder.path, 'views'))).toEqual([second]);
  expect(second).not.toBe(first);
});

test('shares with the previous copy what has not changed, also after a restart', async () => {
  for (const name of ['same', 'text', 'mode']) await writeFile(join(dir, 'content', name), name);
  const paths = ['content/same', 'content/text', 'content/mode'];
  await commit(...paths);
  const first = await views.open();
  await writeFile(join(dir, 'content/text'), 'other');
  await chmod(join(dir, 'content/mode'), 0o755);
  await commit('content/text', 'content/mode');
  const later = new RepositoryViews(join(dir, 'content'), join(folder.path, 'views'));
  const second = await later.open();
  const inodes = ({ directory }: RepositoryView) =>
    Promise.all(paths.map(async (path) => (await stat(join(directory, path))).ino));
  const [before, after] = [await inodes(first), await inodes(second)];
  expect(after.map((inode, index) => inode === before[index])).toEqual([true, false, false]);
  expect(await readFile(join(second.directory, 'content/text'), 'utf8')).toBe('other');
  expect((await stat(join(second.directory, 'content/mode'))).mode & 0o777).toBe(0o555);
  await later.keep(new Set([second.revision]));
  expect(await readFile(join(second.directory, 'content/same'), 'utf8')).toBe('same');
  const git = (...args: string[]) => execFileSync('git', ['-C', second.directory, ...args]);
  expect(git('fsck', '--strict').toString()).toBe('');
});

test('is found for a checkout, but not for one that does not name a known commit', async () => {
  await writeFile(join(dir, 'a.md'), 'ink');
  await commit('a.md');
  const view = await views.open();
  const checkout = join(folder.path, 'work');
  await createCheckout(view, checkout, view.directory);
  expect(await views.findFor(checkout)).toEqual(view);
  const shallow = join(checkout, '.git', 'shallow');
  for (const revision of ['', '../..', 'a'.repeat(40)]) {
    await writeFile(shallow, `${revision}\n`);
    expect(await views.findFor(checkout)).toBeUndefined();
  }
  await rm(shallow);
  execFileSync('mkfifo', [shallow]);
  expect(await views.findFor(checkout)).toBeUndefined();
});

test('does not exist for a folder without a repository', async () => {
  const none = new RepositoryViews(folder.path, join(folder.path, 'views'));
  await expect(none.open()).rejects.toThrow();
});

test('a checkout is a clean, writable repository with this commit only, apart from links', async () => {
  await writeFile(join(dir, 'content/a.md'), 'ink');
  await writeFile(join(dir, 'run.sh'), 'true');
  await chmod(join(dir, 'run.sh'), 0o755);
  await commit('content/a.md', 'run.sh');
  await symlink('/etc/passwd', join(dir, 'content/link.md'));
  const revision = await commit('content/link.md');
  const view = await views.open();
  const work = join(folder.path, 'work');
  await createCheckout(view, work, view.directory);
  const inWork = (...args: string[]) =>
    execFileSync('git', args, { cwd: work, encoding: 'utf8' }).trim();
  expect(inWork('status', '--short')).toBe('');
  expect(inWork('log', '--format=%H')).toBe(revision);
  await writeFile(join(work, 'content/a.md'), 'paper');
  expect(inWork('diff', '--name-only')).toBe('content/a.md');
  inWork('-c', 'user.name=ada', '-c', 'user.email=ada@example.org', 'commit', '-qam', 'paper');
  expect(inWork('show', '--format=', '--name-only')).toBe('content/a.md');
  expect(inWork('fsck', '--strict')).toBe('');
  expect(await readFile(join(view.directory, 'content/a.md'), 'utf8')).toBe('ink');
  expect(await git.resolveRef({ fs, dir, ref: 'HEAD' })).toBe(revision);
});
