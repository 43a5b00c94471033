import { createWriteStream } from 'node:fs';
import { open, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { describe, expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { pack, ZipWriter } from '@galley/archive';
import { sha256 } from '@galley/kernel';
import { backupProblems } from '../problems.ts';
import { Press } from './fixtures.ts';
import { manifestEntry, writeManifest, writeSummary, type ArchivedFile } from './manifest.ts';
import { readArchiveInfo, verifyArchive } from './verify-archive.ts';

const createdAt = new Date('2026-06-01T08:00:00Z');
const head = {
  name: 'press',
  createdAt,
  createdBy: 'ada',
  type: 'content',
  includeMedia: true,
} as const;

const listed = (path: string, bytes: string): ArchivedFile => ({
  path,
  size: bytes.length,
  sha256: sha256(bytes),
});

async function made(
  press: Press,
  { entries, files }: { entries: readonly (readonly [string, string])[]; files?: ArchivedFile[] },
): Promise<string> {
  const path = join(press.content, 'archive.zip');
  const file = await open(path, 'w');
  const zip = new ZipWriter(file);
  for (const [name, bytes] of entries)
    await zip.add(await pack(name, Buffer.from(bytes), createdAt));
  if (files) {
    const manifest = Buffer.from(writeManifest({ ...head, files }));
    await zip.add(await pack(manifestEntry, manifest, createdAt));
  }
  await zip.end(writeSummary(head));
  await file.close();
  return path;
}

/** An entry for each folder, and no comment. */
async function packFolders(
  path: string,
  { folders, files }: { folders: readonly string[]; files: readonly (readonly [string, string])[] },
): Promise<void> {
  const zip = new ZipFile();
  for (const folder of folders) zip.addEmptyDirectory(folder);
  for (const [name, bytes] of files) zip.addBuffer(Buffer.from(bytes), name);
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(path));
}

const ink = ['content/ink.md', 'Black.'] as const;

describe('an archive is valid when', () => {
  test('it contains exactly what its manifest lists (GAP-BAK-1)', async () => {
    await using press = await Press.open();
    const path = await made(press, { entries: [ink], files: [listed(...ink)] });
    const seen: [number, number][] = [];
    const onProgress = (done: number, total: number): unknown => seen.push([done, total]);
    expect(await verifyArchive(path, { onProgress })).toEqual({
      manifest: { ...head, files: [listed(...ink)] },
      size: (await readFile(path)).length,
    });
    expect(seen).toEqual([[1, 1]]);
  });

  test.each([
    ['has another sum', { entries: [ink], files: [listed('content/ink.md', 'White.')] }, /SHA-256/],
    ['has another size', { entries: [ink], files: [listed('content/ink.md', 'Blue.')] }, /size/],
    ['is missing', { entries: [], files: [listed(...ink)] }, /missing from the archive/],
    ['is not listed', { entries: [ink], files: [] }, /not listed in the manifest/],
    ['is there twice', { entries: [ink, ink], files: [listed(...ink)] }, /twice/],
    ['is a manifest and no other is', { entries: [ink] }, /no manifest\.json/],
    [
      'is a broken manifest',
      { entries: [[manifestEntry, '{"format"']] as const },
      /not valid JSON/,
    ],
  ])('no file %s', async (_what, archive, reason) => {
    await using press = await Press.open();
    const verified = verifyArchive(await made(press, archive));
    await expect(verified).rejects.toThrow(reason);
    await expect(verified).rejects.toMatchObject({ code: 'invalid_archive' });
  });

  test('another program packed its files again, with entries for folders', async () => {
    await using press = await Press.open();
    const path = join(press.content, 'again.zip');
    const file = listed(...ink);
    const manifest = writeManifest({ ...head, files: [file] });
    await packFolders(path, { folders: ['content/'], files: [ink, [manifestEntry, manifest]] });
    expect((await verifyArchive(path)).manifest.files).toEqual([file]);
    expect(await readArchiveInfo(path)).toMatchObject({ name: head.name, type: head.type });
  });

  test('its files are not in a parent folder', async () => {
    await using press = await Press.open();
    const path = join(press.content, 'nested.zip');
    await packFolders(path, { folders: ['site/'], files: [[`site/${manifestEntry}`, '{}']] });
    await expect(verifyArchive(path)).rejects.toThrow('without the folder itself');
  });

  test('no byte has changed', async () => {
    await using press = await Press.open({ 'a.jpg': 'A picture.', 'ink.md': 'Black. '.repeat(99) });
    const { path } = await press.archive();
    const whole = await readFile(path);
    for (let at = 0; at < whole.indexOf('PK\x01\x02'); at += 3) {
      const damaged = Buffer.from(whole);
      damaged[at]! ^= 0x40;
      await writeFile(path, damaged);
      // Local headers hold data that the directory has more reliably.
      const verified = await verifyArchive(path).catch((error: unknown) => error);
      if (backupProblems.invalid_archive.is(verified)) continue;
      expect(verified).toMatchObject({ size: whole.length });
    }
  });

  test('it is not truncated', async () => {
    await using press = await Press.open({ 'a.jpg': 'A picture.', 'ink.md': 'Black.' });
    const { path, size } = await press.archive();
    for (let length = size - 1; length >= 0; length -= 17) {
      await truncate(path, length);
      await expect(verifyArchive(path)).rejects.toMatchObject({ code: 'invalid_archive' });
    }
  });
});

describe('the description of an archive', () => {
  test('is read without reading the archive', async () => {
    await using press = await Press.open({ 'ink.md': 'Black.' });
    const { path, size } = await press.archive({ name: 'Größer — „später“' });
    const { files: _files, ...summary } = { ...head, name: 'Größer — „später“', files: [] };
    expect(await readArchiveInfo(path)).toEqual({ ...summary, size, isEncrypted: false });
  });

  test('is rejected for files that are not Galley archives', async () => {
    await using press = await Press.open({ 'empty.zip': '', 'text.zip': 'PK, it says.' });
    for (const name of ['empty.zip', 'text.zip'])
      await expect(readArchiveInfo(join(press.content, name))).rejects.toMatchObject({
        code: 'invalid_archive',
      });
    await expect(readArchiveInfo(join(press.content, 'none.zip'))).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});
