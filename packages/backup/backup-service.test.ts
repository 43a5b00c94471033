import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { withAdvisoryLock } from '@galley/database';
import { Vault } from './fixtures.ts';

test('backups are listed as created, newest first', async () => {
  await using vault = await Vault.open();
  expect(await vault.backups.list()).toEqual([]);
  const first = await vault.make('first');
  const second = await vault.make('second');
  expect(await vault.backups.list()).toEqual([second, first]);
  expect(second).toEqual({
    id: 'second-2026-06-01T080200Z.zip',
    name: 'second',
    createdBy: 'ada',
    createdAt: new Date('2026-06-01T08:02:00Z'),
    type: 'content',
    includeMedia: true,
    isEncrypted: false,
    size: (await readFile(vault.backups.path(second.id))).length,
  });
  expect(await vault.backups.get(first.id)).toEqual(first);
});

describe('the folder defines the list of backups', () => {
  test('a manually added one is listed, and a removed one is not', async () => {
    await using vault = await Vault.open();
    const { id } = await vault.make();
    const bytes = await readFile(vault.backups.path(id), 'latin1');
    await writeFile(join(vault.press.backups, 'by-hand.zip'), bytes, 'latin1');
    expect((await vault.backups.list()).map((backup) => backup.id).toSorted()).toEqual([
      'by-hand.zip',
      id,
    ]);
    await vault.backups.delete('by-hand.zip');
    expect((await vault.backups.list()).map((backup) => backup.id)).toEqual([id]);
  });

  test('other files are skipped with one log line', async () => {
    await using vault = await Vault.open();
    const { id } = await vault.make();
    await vault.put('broken.zip', 'PK');
    await vault.put('notes.txt', 'Nothing.');
    for (let look = 0; look < 3; look += 1)
      expect((await vault.backups.list()).map((backup) => backup.id)).toEqual([id]);
    const warnings = vault.log.filter(({ level }) => level === 'warn');
    expect(warnings.map(({ attributes }) => attributes['file'])).toEqual(['broken.zip']);
  });

  test.each(['none.zip', '../secret.zip', '..', 'a/b.zip', '.zip', 'notes.txt', 'x\0.zip'])(
    'rejects the id %j',
    async (id) => {
      await using vault = await Vault.open();
      await vault.make();
      await vault.put('notes.txt', 'Nothing.');
      for (const ask of [
        () => vault.backups.get(id),
        () => vault.backups.delete(id),
        () => vault.backups.verify(id),
        () => vault.backups.archive(id),
      ])
        await expect(ask()).rejects.toMatchObject({ code: 'not_found' });
    },
  );
});

test('one backup runs at a time, across processes', async () => {
  await using vault = await Vault.open();
  const { db } = vault.database;
  const refusal = await withAdvisoryLock(db, 'galley:backup', () =>
    vault.make().catch((error: unknown) => error),
  );
  expect(refusal).toMatchObject({ code: 'backup_running' });
  const made = await Promise.allSettled([vault.make('one'), vault.make('other')]);
  expect(made.map(({ status }) => status)).toContain('fulfilled');
  expect(await vault.press.listBackupFiles()).toHaveLength(
    made.filter(({ status }) => status === 'fulfilled').length,
  );
});

test('the next backup removes partial files of a killed process', async () => {
  await using vault = await Vault.open();
  await mkdir(vault.press.backups);
  await vault.put('nightly-2026-05-01T000000Z.zip.part', 'half');
  const { id } = await vault.make();
  expect(await vault.press.listBackupFiles()).toEqual([id]);
});

test('each backup applies retention (CMS-BAK-2)', async () => {
  await using vault = await Vault.open({ retention: { keep: 2 } });
  const made = [await vault.make(), await vault.make(), await vault.make()];
  expect(await vault.press.listBackupFiles()).toEqual(made.slice(1).map(({ id }) => id));
});

test('a snapshot before a restore is a backup of the given tree', async () => {
  await using vault = await Vault.open({ retention: { keep: 1 } });
  await vault.make();
  const options = { contentDirectory: vault.press.content, includeMedia: false };
  const snapshot = await vault.backups.snapshot({ by: 'ada', ...options });
  expect(snapshot).toMatchObject({ name: 'before-restore', createdBy: 'ada', includeMedia: false });
  expect(await vault.backups.list()).toHaveLength(2);
});

test('verification reports what is wrong', async () => {
  await using vault = await Vault.open();
  const { id } = await vault.make();
  expect((await vault.backups.verify(id)).manifest.files).toHaveLength(2);
  const bytes = await readFile(vault.backups.path(id), 'latin1');
  await writeFile(vault.backups.path(id), bytes.replace('Black', 'Blank'), 'latin1');
  await expect(vault.backups.verify(id)).rejects.toMatchObject({
    code: 'invalid_archive',
    message: expect.stringContaining('"content/posts/ink.md"') as string,
  });
});

test('the backup folder cannot be in the content tree', async () => {
  await using vault = await Vault.open();
  const within = vault.another({ directory: join(vault.press.content, 'backups') });
  await expect(within.create({ name: 'x', by: 'ada' })).rejects.toThrow(
    /inside the content folder/,
  );
});
