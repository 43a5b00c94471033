import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '@galley/testing';
import { versionAt } from './file-version.ts';
import { RenameThread } from './rename-thread.ts';

test('a file takes the place of one that is what it was', async () => {
  await using folder = await temporaryDirectory();
  const [from, to] = [join(folder.path, 'new'), join(folder.path, 'old')];
  await writeFile(from, 'new');
  await writeFile(to, 'old');
  const unchanged = { path: to, version: versionAt(to) };
  expect(await new RenameThread().rename({ from, to, unchanged })).toBe(true);
  expect(await readFile(to, 'utf8')).toBe('new');
  expect(versionAt(from)).toBeUndefined();
});

test('what was edited, made or removed meanwhile stays as it is; each is answered with its own', async () => {
  await using folder = await temporaryDirectory();
  const at = (name: string): string => join(folder.path, name);
  for (const name of ['new', 'edited', 'made', 'same']) await writeFile(at(name), name);
  const edited = versionAt(at('edited'));
  await writeFile(at('edited'), 'by hand');
  const renames = new RenameThread();
  const onto = (name: string, version: string | undefined): Promise<boolean> =>
    renames.rename({ from: at('new'), to: at(name), unchanged: { path: at(name), version } });
  expect(
    await Promise.all([
      onto('edited', edited),
      onto('made', undefined),
      onto('removed', edited),
      onto('same', versionAt(at('same'))),
    ]),
  ).toEqual([false, false, false, true]);
  expect(await readFile(at('edited'), 'utf8')).toBe('by hand');
  expect(await readFile(at('made'), 'utf8')).toBe('made');
  expect(versionAt(at('removed'))).toBeUndefined();
  expect(await readFile(at('same'), 'utf8')).toBe('new');
});

test('what the system says of a rename that fails is told as it says it', async () => {
  await using folder = await temporaryDirectory();
  const [from, to] = [join(folder.path, 'gone'), join(folder.path, 'to')];
  const unchanged = { path: to, version: undefined };
  const failed = new RenameThread().rename({ from, to, unchanged });
  await expect(failed).rejects.toMatchObject({
    code: 'ENOENT',
    message: expect.stringContaining('no such file or directory') as string,
  });
});

test('whoever waits for a thread that dies is told, and the next one has another', async () => {
  await using folder = await temporaryDirectory();
  const [from, to] = [join(folder.path, 'new'), join(folder.path, 'to')];
  await writeFile(from, 'new');
  const asked = { from, to, unchanged: { path: to, version: undefined } };
  const renames = new RenameThread();
  process.once('worker', (worker) => void worker.terminate());
  await expect(renames.rename(asked)).rejects.toThrow('The thread that renames files has ended.');
  expect(await renames.rename(asked)).toBe(true);
  expect(await readFile(to, 'utf8')).toBe('new');
});
