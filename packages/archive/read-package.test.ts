import { zipOf, zipOfFiles, type ZipEntry } from '@galley/testing';
import AdmZip from 'adm-zip';
import { describe, expect, test } from 'vitest';
import { readPackage } from './read-package.ts';

const mebibyte = 2 ** 20;
const limits = {
  maxEntries: 100,
  maxBytes: 64 * mebibyte,
  maxRatio: 200,
  harmlessBytes: mebibyte,
};

async function filesOf(bytes: Buffer): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const file of readPackage(bytes, limits)) found[file.path] = (await file.read()).toString();
  return found;
}

test('files are read with their folders, packed or stored, empty or not', async () => {
  const zip = zipOf(
    { name: 'assets/', mode: 0o040755, method: 0 },
    { name: 'theme.yaml', text: 'name: a', method: 0 },
    { name: 'layouts/é.liquid', text: 'x'.repeat(100_000) },
    { name: 'empty.css', method: 0 },
    { name: 'nothing.css', method: 8 },
    { name: '__proto__', text: 'y' },
  );
  const files = await filesOf(zip);
  expect(Object.keys(files)).toEqual([
    'theme.yaml',
    'layouts/é.liquid',
    'empty.css',
    'nothing.css',
  ]);
  expect(files['layouts/é.liquid']).toBe('x'.repeat(100_000));
  expect(files['nothing.css']).toBe('');
  expect(readPackage(zip, limits).map(({ path }) => path)).toContain('__proto__');
});

test('a package is read that another program wrote, and one without the flag for UTF-8', async () => {
  const zip = new AdmZip();
  zip.addFile('theme.yaml', Buffer.from('name: a'));
  zip.addFile('assets/a.css', Buffer.from('b {}'));
  expect(await filesOf(zip.toBuffer())).toEqual({
    'theme.yaml': 'name: a',
    'assets/a.css': 'b {}',
  });
  const old = zipOf({ name: 'a\u0081', text: 'x' });
  for (const [signature, flags] of [
    ['PK\x03\x04', 6],
    ['PK\x01\x02', 8],
  ] as const)
    old.writeUInt16LE(0, old.indexOf(signature) + flags);
  expect(Object.keys(await filesOf(old))).toEqual(['a┬ü']);
});

test('one folder around everything is left out, and what systems put beside the files too', async () => {
  const zip = zipOfFiles({
    'ink-main/theme.yaml': 'a',
    'ink-main/assets/a.css': 'b',
    'ink-main/.github/x.yml': 'c',
    '__MACOSX/ink-main/._theme.yaml': 'd',
    '__MACOSX/ink-main/Icon\r': 'e',
  });
  expect(await filesOf(zip)).toEqual({ 'theme.yaml': 'a', 'assets/a.css': 'b' });
});

const good: ZipEntry = { name: 'theme.yaml', text: 'name: a' };
const many = Array.from({ length: 101 }, (_, index) => ({ name: `a/${index}.txt` }));
const whole = zipOfFiles({ 'theme.yaml': 'name: a', 'b.css': 'b {}' });

function changed(signature: 'PK\x01\x02' | 'PK\x05\x06', change: (record: Buffer) => void): Buffer {
  const bytes = Buffer.from(whole);
  change(bytes.subarray(bytes.indexOf(signature)));
  return bytes;
}
const withEnd = (change: (end: Buffer) => void) => changed('PK\x05\x06', change);
const withRecord = (change: (record: Buffer) => void) => changed('PK\x01\x02', change);

describe('a hostile package is refused', () => {
  test.each<[string, Buffer | ZipEntry[], RegExp]>([
    ['a path that climbs out', [good, { name: '../out.txt' }], /"\.\.\/out.txt" leads out of/],
    ['a path that climbs out further down', [good, { name: 'a/../../b' }], /leads out of/],
    ['a path that climbs out in the end', [good, { name: 'a/..' }], /leads out of/],
    ['an absolute path', [good, { name: '/tmp/out.txt' }], /has an absolute name/],
    ['a drive letter', [good, { name: 'C:/out.txt' }], /has an absolute name/],
    ['a drive letter without a slash', [good, { name: 'c:out.txt' }], /has an absolute name/],
    ['a backslash', [good, { name: 'a\\..\\out.txt' }], /has a backslash/],
    ['a NUL', [good, { name: 'a\0b' }], /has a NUL/],
    ['a control character', [good, { name: 'a\u0007b' }], /not every system can store/],
    ['an empty part', [good, { name: 'a//b' }], /not every system can store/],
    ['an empty name', [good, { name: '' }], /not every system can store/],
    ['a name that ends with a dot', [good, { name: 'a.' }], /not every system can store/],
    ['a stream of a file', [good, { name: 'a.css:b' }], /not every system can store/],
    ['a long name', [good, { name: 'a'.repeat(256) }], /longer than 255 bytes/],
    ['a device', [good, { name: 'assets/con.css' }], /the name of a device/],
    ['a device without an ending', [good, { name: 'NUL' }], /the name of a device/],
    ['a device as a folder', [good, { name: 'lpt1/a.css' }], /the name of a device/],
    ['a device with a space', [good, { name: 'aux .css' }], /the name of a device/],
    ['a name twice', [good, { ...good, text: 'b' }], /"theme.yaml" appears twice/],
    ['names that differ in case', [{ name: 'a.css' }, { name: 'A.css' }], /only in case/],
    ['folders that differ in case', [{ name: 'a/b' }, { name: 'A/c' }], /only in case/],
    ['two forms of a letter', [{ name: 'é' }, { name: 'e\u0301' }], /Unicode form/],
    ['letters that do not show', [{ name: 'ab' }, { name: 'a\u200db' }], /Unicode form/],
    ['a file that is a folder', [{ name: 'a' }, { name: 'a/b' }], /a file and a folder/],
    ['a symbolic link', [good, { name: 'a', text: '/etc', mode: 0o120777 }], /is a link/],
    ['a link named as a folder', [good, { name: 'a/', mode: 0o120777 }], /is a link/],
    ['a link of Windows', [good, { name: 'a', dosAttributes: 0x400 }], /is a link/],
    ['a device file', [good, { name: 'a', mode: 0o020666 }], /is a link, a device/],
    ['a folder with content', [good, { name: 'a/', mode: 0o040755, text: 'x' }], /with content/],
    ['an encrypted entry', [good, { name: 'a', flags: 1 }], /is encrypted/],
    ['another way of packing', [good, { name: 'a', method: 14 }], /a method that Galley/],
    ['a bomb by its ratio', [{ name: 'a', text: Buffer.alloc(5 * mebibyte) }], /than 200 times/],
    [
      'a bomb of many files',
      Array.from({ length: 9 }, (_, at) => ({ name: `${at}`, text: Buffer.alloc(200_000) })),
      /more than 200 times its size/,
    ],
    ['more bytes than allowed', [{ name: 'a', size: 2 ** 27 }], /134217728 bytes together/],
    [
      'a bomb that says it is small',
      [{ name: 'a', text: Buffer.alloc(mebibyte), size: 9 }],
      /"a" cannot be unpacked/,
    ],
    [
      'a bomb that says it is empty',
      [{ name: 'a', text: Buffer.alloc(mebibyte), size: 0 }],
      /"a" cannot be unpacked/,
    ],
    [
      'one byte in a file without any',
      [{ name: 'a', text: 'x', size: 0 }],
      /"a" has 1 bytes, not 0/,
    ],
    ['fewer bytes than it says', [{ name: 'a', text: 'x', size: 9 }], /"a" has 1 bytes, not 9/],
    [
      'stored bytes of another number',
      [{ name: 'a', text: 'xy', size: 1, method: 0 }],
      /has 2 bytes/,
    ],
    ['another sum', [{ name: 'a', text: 'x', sum: 1 }], /"a" cannot be unpacked.*CRC/],
    [
      'a sum that only the local header has',
      withRecord((record) => record.writeUInt32LE(1, 16)),
      /is damaged/,
    ],
    ['too many entries', many, /has 101 entries; at most 100/],
    ['a false number of entries', withEnd((end) => end.writeUInt16LE(99, 8)), /as a ZIP/],
    ['far too many entries', withEnd((end) => end.writeUInt16LE(60_000, 8)), /60000 entries/],
    ['a directory elsewhere', withEnd((end) => end.writeUInt32LE(1, 16)), /as a ZIP/],
    ['entries that share their bytes', [good, { name: 'b', text: 'xyz', offset: 0 }], /lies over/],
    ['bytes that are not there', [{ ...good, offset: 9_999 }], /cannot be unpacked/],
    ['bytes of no entry', [{ ...good, offset: 3 }], /cannot be unpacked/],
    ['no ZIP', Buffer.from('<!doctype html>'), /cannot be read as a ZIP/],
    ['nothing', Buffer.alloc(0), /cannot be read as a ZIP/],
    ['the end without the beginning', whole.subarray(40), /cannot be/],
  ])('%s', async (_what, hostile, message) => {
    const bytes = Buffer.isBuffer(hostile) ? hostile : zipOf(...hostile);
    const failure: unknown = await filesOf(bytes).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'invalid_archive', kind: 'unprocessable' });
    expect((failure as Error).message).toMatch(message);
  });

  test('one that was cut off anywhere', async () => {
    for (let length = whole.length - 1; length >= 0; length -= 1)
      await expect(filesOf(whole.subarray(0, length))).rejects.toMatchObject({
        code: 'invalid_archive',
      });
  });

  test('one with any of its bytes changed is refused, or read as it was meant', async () => {
    for (let at = 0; at < whole.length; at += 1) {
      const spoilt = Buffer.from(whole);
      spoilt[at]! ^= 0x55;
      const files = await filesOf(spoilt).catch((error: unknown) => {
        expect(error).toMatchObject({ code: 'invalid_archive' });
      });
      if (files)
        for (const text of Object.values(files)) expect(['name: a', 'b {}']).toContain(text);
    }
  });

  test('names with thousands of folders cost no memory by the square of their length', () => {
    const bytes = zipOf(
      ...Array.from({ length: 20 }, (_, at) => ({ name: `${at}/${'a/'.repeat(4_000)}b` })),
    );
    const before = process.memoryUsage().heapUsed;
    expect(() => readPackage(bytes, limits)).toThrow('longer than 3000 bytes');
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(50 * mebibyte);
  });
});
