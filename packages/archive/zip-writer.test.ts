import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryDirectory } from '@galley/testing';
import { expect, test } from 'vitest';
import { ArchiveReader } from './archive-reader.ts';
import { pack } from './packing.ts';
import { ZipWriter } from './zip-writer.ts';

const modifiedAt = new Date('2026-06-01T08:00:00Z');

async function* chunks(...parts: readonly (string | Error)[]): AsyncGenerator<Buffer> {
  for (const part of parts) {
    if (part instanceof Error) throw part;
    yield Buffer.from(part);
  }
}

test('an entry that cannot be read to its end leaves the archive as it was', async () => {
  await using folder = await temporaryDirectory();
  const path = join(folder.path, 'a.zip');
  await using file = await open(path, 'w');
  const zip = new ZipWriter(file);
  const streamed = { name: 'content/b', modifiedAt, isCompressed: false, size: 4_000_000 };
  await zip.add(await pack('content/a', Buffer.from('a'), modifiedAt));
  for (const isCompressed of [true, false]) {
    const bytes = chunks('b'.repeat(3_000_000), new Error('gone'));
    await expect(zip.addStream({ ...streamed, isCompressed, bytes })).rejects.toThrow('gone');
  }
  await zip.addStream({ ...streamed, bytes: chunks('b', 'bb') });
  await zip.end('');
  expect(zip.size).toBe((await file.stat()).size);
  await using archive = await ArchiveReader.open(path);
  const texts = archive.entries.map(async (entry) => [
    entry.name,
    String(await archive.read(entry)),
  ]);
  expect(await Promise.all(texts)).toEqual([
    ['content/a', 'a'],
    ['content/b', 'bbb'],
  ]);
});

test('more entries than the old format can count are counted in the new one (zip64)', async () => {
  await using folder = await temporaryDirectory();
  const path = join(folder.path, 'a.zip');
  await using file = await open(path, 'w');
  const zip = new ZipWriter(file);
  const packed = await pack('content/a', Buffer.from('a'), modifiedAt);
  for (let index = 0; index < 65_536; index += 1)
    await zip.add({ ...packed, name: `content/${index}` });
  await zip.addStream({
    name: 'content/large',
    modifiedAt,
    isCompressed: true,
    size: Infinity,
    bytes: chunks('large'),
  });
  await zip.end('');
  await using archive = await ArchiveReader.open(path);
  expect(archive.entries).toHaveLength(65_537);
  const [entry, large] = archive.entries.slice(-2);
  expect(String(await archive.read(entry!))).toBe('a');
  expect(String(await archive.read(large!))).toBe('large');
});
