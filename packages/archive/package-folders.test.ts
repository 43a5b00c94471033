import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryDirectory } from '@galley/testing';
import { PackageFolders } from './package-folders.ts';

const id = '0199a0de-0000-7000-8000-000000000000';

async function folders(names: Readonly<Record<string, string>> = {}) {
  const { path, ...folder } = await temporaryDirectory();
  onTestFinished(() => folder[Symbol.asyncDispose]());
  const write = async (name: string, text: string) => {
    await mkdir(join(path, name), { recursive: true });
    await writeFile(join(path, name, 'a.txt'), text);
  };
  for (const [name, text] of Object.entries(names)) await write(name, text);
  const packages = new PackageFolders(path, ({ why }) => new Error(`not written: ${why}`));
  return {
    path,
    packages,
    install: (name: string, text: string) =>
      packages.install(async (place) => {
        await mkdir(place);
        await writeFile(join(place, 'a.txt'), text);
        return name;
      }),
    state: async () => {
      const found = (await readdir(path)).toSorted();
      const entries = found.map(async (name) => [
        name,
        await readFile(join(path, name, 'a.txt'), 'utf8'),
      ]);
      return Object.fromEntries((await Promise.all(entries)) as [string, string][]);
    },
  };
}

test('keeps one previous version, and exchanges both', async () => {
  const { packages, install, state } = await folders();
  await install('ink', '1');
  expect(await packages.findPrevious('ink')).toBeUndefined();
  await install('ink', '2');
  await install('ink', '3');
  expect(await state()).toEqual({ ink: '3', '.previous-ink': '2' });
  await packages.rollBack('ink');
  expect(await state()).toEqual({ ink: '2', '.previous-ink': '3' });
  await packages.remove('ink');
  expect(await state()).toEqual({});
});

test('a failed preparation leaves everything as it was', async () => {
  const { packages, install, state } = await folders({ ink: '1' });
  const failing = packages.install(() => Promise.reject(new Error('invalid')));
  await expect(failing).rejects.toThrow('invalid');
  expect(await state()).toEqual({ ink: '1' });
  await install('other', 'x');
  expect(await state()).toEqual({ ink: '1', other: 'x' });
});

test('a new package does not get the previous version of one that was deleted by hand', async () => {
  const { install, state } = await folders({ '.previous-ink': 'old' });
  await install('ink', 'new');
  expect(await state()).toEqual({ ink: 'new' });
});

test.each([
  [
    'before the new version is in place: the old one returns',
    { [`.replaced-${id}-ink`]: '1', '.previous-ink': '0', [`.incoming-${id}`]: '2' },
    { ink: '1', '.previous-ink': '0' },
  ],
  [
    'after it is in place: the replaced one becomes the previous one',
    { ink: '2', [`.replaced-${id}-ink`]: '1', '.previous-ink': '0' },
    { ink: '2', '.previous-ink': '1' },
  ],
  [
    'in the middle of a rollback: the installed one stays',
    { [`.replaced-${id}-ink`]: '2', '.previous-ink': '1' },
    { ink: '2', '.previous-ink': '1' },
  ],
  [
    'at the end of a rollback: both are exchanged',
    { ink: '1', [`.replaced-${id}-ink`]: '2' },
    { ink: '1', '.previous-ink': '2' },
  ],
  ['in the middle of a deletion: it is completed', { [`.removed-${id}`]: '1' }, {}],
])('a process was killed %s', async (_when, left, wanted) => {
  const { packages, state } = await folders(left);
  await packages.recover();
  expect(await state()).toEqual(wanted);
});

test('errors of the file system are worded by the caller', async () => {
  const { path, packages } = await folders();
  await writeFile(join(path, 'file'), '');
  const below = new PackageFolders(
    join(path, 'file'),
    ({ why }) => new Error(`not written: ${why}`),
  );
  await expect(below.install(() => Promise.resolve('ink'))).rejects.toThrow('not written: ');
  await expect(packages.remove('absent')).rejects.toThrow('not written: ');
});
