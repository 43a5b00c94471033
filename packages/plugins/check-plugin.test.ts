import { execFile } from 'node:child_process';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { silentLogger } from '@galley/kernel';
import { temporaryDirectory } from '@galley/testing';
import { checkPlugin } from './check-plugin.ts';
import { filterModule, writePlugin } from './fixtures.ts';
import { createPlugin } from './new-plugin.ts';
import { findPlugins, stampFolders } from './plugin-folders.ts';

async function folder(): Promise<string> {
  const directory = await temporaryDirectory();
  onTestFinished(() => directory[Symbol.asyncDispose]());
  return directory.path;
}

const check = async (directory: string): Promise<(string | undefined)[]> => {
  const found = await findPlugins([{ directory, builtin: false }]);
  return Promise.all(found.map((plugin) => checkPlugin(plugin, silentLogger)));
};

const yaml = 'name: own\nversion: 1.0.0\npermissions: [render]\nfilters: [page.html]\n';

describe('a plugin that was made', () => {
  test('is in order at once, and passes its own test', async () => {
    const directory = await folder();
    const made = await createPlugin(directory, 'word-count');
    expect(await check(directory)).toEqual([undefined]);
    const { stdout } = await promisify(execFile)(process.execPath, ['--test'], {
      cwd: made,
      env: {},
    });
    expect(stdout).toContain('pass 2');
  });

  test('never takes the place of another, nor a name that none can have', async () => {
    const directory = await folder();
    await createPlugin(directory, 'word-count');
    await expect(createPlugin(directory, 'word-count')).rejects.toMatchObject({
      code: 'plugin_exists',
    });
    for (const name of ['../out', 'Caps', '-a', 'a--b', '', 'a'.repeat(51)])
      await expect(createPlugin(directory, name)).rejects.toMatchObject({ code: 'invalid_plugin' });
  });
});

describe('a check says what is wrong', () => {
  test('where there is nothing wrong: nothing', async () => {
    const directory = await folder();
    await writePlugin(join(directory, 'own'), yaml, { 'index.js': filterModule('return value;') });
    expect(await check(directory)).toEqual([undefined]);
  });

  test.each([
    ['no module', {}, 'The plugin own has no file index.js, which main in plugin.yaml names.'],
    ['a slip', { 'index.js': 'export const filters = {\n  "page.html"() {\n' }, 'index.js:3'],
    [
      'an export too few',

      { 'index.js': 'export const jobs = {};' },
      'plugin.yaml:4:11: filters[0]: page.html: index.js exports no such function',
    ],
    [
      'an import without permission',

      { 'index.js': `import { storage } from 'galley';` },
      `index.js:1: 'galley' gives storage only to plugins with the permission storage`,
    ],
    [
      'too many modules',

      Object.fromEntries(Array.from({ length: 201 }, (_, n) => [`m${n}.js`, ''])),
      'more than 200 modules',
    ],
    ['too large a module', { 'index.js': `/*${'x'.repeat(2 * 1024 * 1024)}*/` }, 'more than 2 MiB'],
  ])('%s', async (_what, files, message) => {
    const directory = await folder();
    await writePlugin(join(directory, 'own'), yaml, files);
    const [problem] = await check(directory);
    expect(problem).toContain(message);
  });
});

test('a link in the folder is no part of the plugin', async () => {
  const directory = await folder();
  const elsewhere = await folder();
  await writePlugin(elsewhere, '', { 'secret.js': 'export const key = 1;' });
  await writePlugin(join(directory, 'own'), yaml, {
    'index.js': `import { key } from './secret.js';\n${filterModule('return key;')}`,
  });
  await symlink(join(elsewhere, 'secret.js'), join(directory, 'own/secret.js'));
  expect(await check(directory)).toEqual([
    'index.js:1: "./secret.js" cannot be imported: there is no file secret.js in the plugin’s folder',
  ]);
});

test('a stamp is another when a module changes, and not for what is none', async () => {
  const directory = await folder();
  const folders = [{ directory, builtin: false }];
  await writePlugin(join(directory, 'own'), yaml, { 'index.js': 'one' });
  const before = await stampFolders(folders);
  await writePlugin(join(directory, 'own'), yaml, { 'notes.txt': 'x', '.hidden/a.js': 'y' });
  await writePlugin(join(directory, 'own'), yaml, { 'index.test.js': 'z' });
  expect((await stampFolders(folders)).split('\n')).toHaveLength(before.split('\n').length);
  await writePlugin(join(directory, 'own'), yaml, { 'index.js': 'longer' });
  expect(await stampFolders(folders)).not.toBe(before);
});
