import { chmod, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { silentLogger, type LogAttributes } from '@galley/kernel';
import { temporaryDirectory } from '@galley/testing';
import { openDataFolder } from './data-folder.ts';

async function openLogged(folder: string) {
  const log: [string, string, LogAttributes?][] = [];
  await openDataFolder(folder, {
    ...silentLogger,
    info: (...line) => log.push(['info', ...line]),
    warn: (...line) => log.push(['warn', ...line]),
  });
  return { log, mode: (await stat(folder)).mode & 0o777 };
}

test('a data folder is created with access for this account only', async () => {
  await using parent = await temporaryDirectory();
  expect(await openLogged(join(parent.path, 'a/data'))).toEqual({ log: [], mode: 0o700 });
});

test.each([0o755, 0o710, 0o701, 0o777])(
  'a folder with mode %o is closed once, with a log line',
  async (mode) => {
    await using folder = await temporaryDirectory();
    await chmod(folder.path, mode);
    expect(await openLogged(folder.path)).toEqual({
      log: [['info', 'data folder closed to other accounts', { folder: folder.path }]],
      mode: 0o700,
    });
    expect((await openLogged(folder.path)).log).toEqual([]);
  },
);

test('a folder whose mode cannot be changed causes a warning, and is used', async () => {
  // The mode of a `/proc` folder cannot be changed, not even by root.
  const { log } = await openLogged('/proc/self');
  expect(log).toEqual([
    ['warn', 'data folder is open to other accounts', { folder: '/proc/self', cause: 'EPERM' }],
  ]);
});
