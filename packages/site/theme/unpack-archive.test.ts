import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryDirectory, zipOf, zipOfFiles } from '@galley/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { unpackArchive } from './unpack-archive.ts';

async function workplace(): Promise<string> {
  const folder = await temporaryDirectory();
  onTestFinished(() => folder[Symbol.asyncDispose]());
  return folder.path;
}

async function unpacked(bytes: Uint8Array): Promise<Record<string, string>> {
  const folder = await workplace();
  await writeFile(join(folder, 'a.zip'), bytes);
  await unpackArchive(join(folder, 'a.zip'), join(folder, 'out'));
  return filesBelow(join(folder, 'out'));
}

async function filesBelow(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const read = files.map(async ({ parentPath, name }) => {
    const path = join(parentPath, name);
    return [path.slice(folder.length + 1), await readFile(path, 'utf8')] as const;
  });
  return Object.fromEntries(await Promise.all(read));
}

test('files are unpacked with their folders, packed or stored', async () => {
  const zip = zipOf(
    { name: 'assets/', mode: 0o040755 },
    { name: 'theme.yaml', text: 'name: a', method: 0 },
    { name: 'layouts/é.liquid', text: 'x'.repeat(100_000) },
  );
  expect(await unpacked(zip)).toEqual({
    'theme.yaml': 'name: a',
    'layouts/é.liquid': 'x'.repeat(100_000),
  });
});

test('one folder around everything is left out, and what systems put beside the files too', async () => {
  const zip = zipOfFiles({
    'ink-main/theme.yaml': 'a',
    'ink-main/assets/a.css': 'b',
    'ink-main/.github/x.yml': 'c',
    '__MACOSX/ink-main/._theme.yaml': 'd',
  });
  expect(await unpacked(zip)).toEqual({ 'theme.yaml': 'a', 'assets/a.css': 'b' });
});

describe('a hostile archive is refused as invalid_archive, and no file of it is written outside', () => {
  test.each([
    ['a path that climbs out', zipOf({ name: '../out.txt' })],
    ['a link', zipOf({ name: 'a', text: '/etc/passwd', mode: 0o120777 })],
    ['the name of a device', zipOf({ name: 'assets/con.css' })],
    ['too many files', zipOf(...Array.from({ length: 2_001 }, (_, at) => ({ name: `${at}` })))],
    ['a bomb', zipOf({ name: 'a.css', text: Buffer.alloc(5 * 2 ** 20) })],
    ['more than it may have', zipOf({ name: 'a', size: 2 ** 27 })],
    ['more in a file than it says', zipOf({ name: 'a', text: 'x'.repeat(99), size: 9 })],
    ['another sum', zipOf({ name: 'a.css', text: 'x', sum: 1 })],
    ['no ZIP', Buffer.from('<!doctype html>')],
    ['more bytes than it may have', Buffer.alloc(64 * 2 ** 20 + 1)],
  ])('%s', async (_what, bytes) => {
    const folder = await workplace();
    await writeFile(join(folder, 'a.zip'), bytes);
    await expect(unpackArchive(join(folder, 'a.zip'), join(folder, 'out'))).rejects.toMatchObject({
      code: 'invalid_archive',
      kind: 'unprocessable',
    });
    expect((await readdir(folder)).filter((name) => !['a.zip', 'out'].includes(name))).toEqual([]);
    expect(await readdir(join(folder, 'out')).catch(() => [])).toEqual([]);
  });
});
