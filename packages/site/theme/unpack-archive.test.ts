import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryDirectory } from '@galley/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { unpackArchive } from './unpack-archive.ts';
import { zipOf, zipOfFiles, type ZipEntry } from './zip.fixtures.ts';

async function workplace(): Promise<string> {
  const folder = await temporaryDirectory();
  onTestFinished(() => folder[Symbol.asyncDispose]());
  return folder.path;
}

/** The files that an archive unpacks to, by path. */
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

const theme = { name: 'theme.yaml', text: 'name: a' };
const many: ZipEntry[] = Array.from({ length: 2_001 }, (_, index) => ({ name: `a/${index}.txt` }));

describe('a hostile archive is refused, and no file of it is written outside', () => {
  test.each<[string, ZipEntry[], RegExp?]>([
    ['a path that climbs out', [theme, { name: '../out.txt' }], /relative path/],
    ['a path that climbs out further down', [theme, { name: 'a/../../out.txt' }], /relative path/],
    ['an absolute path', [theme, { name: '/tmp/out.txt' }], /absolute path/],
    ['a path of Windows', [theme, { name: 'C:/out.txt' }], /absolute path/],
    ['a backslash', [theme, { name: 'a\\..\\out.txt' }], /invalid characters/],
    [
      'a link',
      [theme, { name: 'a', text: '/etc/passwd', mode: 0o120777 }],
      /is a link or a device/,
    ],
    ['a link named as a folder', [theme, { name: 'a/', mode: 0o120777 }], /is a link or a device/],
    ['a device', [theme, { name: 'a', mode: 0o020666 }], /is a link or a device/],
    ['a name that is there twice', [theme, { ...theme, text: 'b' }], /would be one file/],
    [
      'names that differ in their case',
      [{ name: 'a.css' }, { name: 'A.css' }],
      /would be one file/,
    ],
    ['folders that differ in their case', [{ name: 'a/b' }, { name: 'A/c' }], /would be one file/],
    ['names in two forms of a letter', [{ name: 'é' }, { name: 'e\u0301' }], /would be one file/],
    ['a file where a folder is', [{ name: 'a' }, { name: 'a/b' }], /would be one file/],
    ['the name of a device', [theme, { name: 'assets/con.css' }], /not every system/],
    ['the name of a device without an ending', [theme, { name: 'NUL' }], /not every system/],
    ['a stream of a file', [theme, { name: 'a.css:b' }], /not every system/],
    ['a name that ends with a dot', [theme, { name: 'a.' }], /not every system/],
    ['a control character', [theme, { name: 'a\u0007b' }], /not every system/],
    ['an empty name', [theme, { name: 'a//b' }], /not every system/],
    ['NUL in a name', [theme, { name: 'a\0b' }], /not every system|invalid/],
    ['what needs a password', [theme, { name: 'a', flags: 1 }], /is encrypted/],
    ['another way of packing', [theme, { name: 'a', method: 14 }], /packed in a rare way/],
    ['too many files', many, /has 2001 entries; at most 2000/],
    ['a bomb', [theme, { name: 'a.css', text: Buffer.alloc(5 * 2 ** 20) }], /more than 200 times/],
    ['more than it may have', [{ name: 'a', size: 2 ** 27 }], /134217728 bytes together/],
    [
      'more in a file than it says',
      [{ name: 'a.css', text: 'x'.repeat(99), size: 9 }],
      /too many bytes/,
    ],
    ['less in a file than it says', [{ name: 'a.css', text: 'x', size: 9 }], /not enough bytes/],
    ['another sum', [{ name: 'a.css', text: 'x', sum: 1 }], /is damaged/],
  ])('%s', async (_what, entries, message = /./) => {
    const folder = await workplace();
    await writeFile(join(folder, 'a.zip'), zipOf(...entries));
    const failure = await unpackArchive(join(folder, 'a.zip'), join(folder, 'out')).catch(
      (error: unknown) => error,
    );
    expect(failure).toMatchObject({ code: 'invalid_archive', kind: 'unprocessable' });
    expect((failure as Error).message).toMatch(message);
    expect((await readdir(folder)).filter((name) => !['a.zip', 'out'].includes(name))).toEqual([]);
  });

  test.each([
    ['no ZIP', Buffer.from('<!doctype html>')],
    ['nothing', Buffer.alloc(0)],
    ['half a ZIP', zipOfFiles({ 'theme.yaml': 'name: a', 'b.css': 'b' }).subarray(0, 60)],
    ['the end of a ZIP without its beginning', zipOfFiles({ 'theme.yaml': 'a' }).subarray(40)],
  ])('%s', async (_what, bytes) => {
    await expect(unpacked(bytes)).rejects.toMatchObject({ code: 'invalid_archive' });
  });
});
