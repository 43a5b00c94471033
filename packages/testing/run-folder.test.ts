import { execFileSync } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { removeLeftovers } from './run-folder.ts';
import { temporaryDirectory } from './temporary-directory.ts';

/** Above the largest process id of Linux and macOS. */
const noProcess = 99_999_999;

test('removes folders of killed runs, also with a disk that is still mounted', async () => {
  await using parent = await temporaryDirectory();
  const killed = `galley-tests-${noProcess}-a`;
  const running = `galley-tests-${process.pid}-b`;
  const disk = join(parent.path, killed, 'files/disk');
  await mkdir(disk, { recursive: true });
  await mkdir(join(parent.path, running));
  if (process.getuid?.() === 0)
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'galley-test', disk]);
  await writeFile(join(disk, 'file'), 'text');

  await removeLeftovers(parent.path);

  expect(await readdir(parent.path)).toEqual([running]);
});
