import { chmod, cp, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { copyBinaries, locateBinaries, packagedBinaries } from './binaries.ts';
import { Project } from './fixtures.ts';
import { runProgram } from './program.ts';

test('finds working programs and their version', async () => {
  const binaries = await locateBinaries(undefined);
  expect(binaries.majorVersion).toBe('18');
  expect((await stat(binaries.initdb)).isFile()).toBe(true);
});

test('copies programs in a closed folder, or without their links, so that all users can run them', async () => {
  await using project = await Project.create();
  const packaged = await packagedBinaries();
  const closed = join(project.root, 'closed');
  await mkdir(closed, { mode: 0o700 });
  const source = dirname(dirname(dirname(packaged.postgres)));
  await cp(source, join(closed, 'package'), { recursive: true, verbatimSymlinks: true });
  const at = (path: string): string => join(closed, 'package', 'native', 'bin', basename(path));
  const library = join(closed, 'package', 'native', 'lib');
  for (const entry of await readdir(library, { withFileTypes: true })) {
    if (entry.isSymbolicLink()) await rm(join(library, entry.name));
    else if (entry.isFile()) await chmod(join(library, entry.name), 0o600);
  }

  const cache = join(project.root, 'cache');
  const paths = {
    postgres: at(packaged.postgres),
    initdb: at(packaged.initdb),
    pg_ctl: at(packaged.pg_ctl),
  };
  const [copy, again] = await Promise.all([copyBinaries(paths, cache), copyBinaries(paths, cache)]);
  expect(again).toEqual(copy);
  expect(await readdir(cache)).toHaveLength(1);
  const user = process.getuid?.() === 0 ? { uid: 65_533, gid: 65_533 } : undefined;
  const { output } = await runProgram(copy.postgres, ['--version'], { cwd: '/', user });
  expect(output).toMatch(/^postgres \(PostgreSQL\) 18/);
});
