import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { verifyArchive } from '../archive/verify-archive.ts';
import { Vault } from '../fixtures.ts';
import { newKeys, reading } from './age.fixtures.ts';
import type { EncryptingProcess } from './encrypting-process.fixtures.ts';
import { withPlainArchive } from './with-plain-archive.ts';

test.each(['backups', 'work'] as const)(
  'kill -9 while a file appears in the folder %s leaves only complete archives, and the next start cleans up (ADD-BAK-3)',
  async (watched) => {
    await using vault = await Vault.open();
    const { press, database } = vault;
    await press.write({ 'media/large.jpg': randomBytes(30 * 1024 * 1024) });
    const workDirectory = join(dirname(press.backups), 'work');
    for (const folder of [press.backups, workDirectory]) await mkdir(folder, { recursive: true });
    const keys = await newKeys();
    const given: EncryptingProcess = {
      url: database.url,
      contentDirectory: press.content,
      directory: press.backups,
      workDirectory,
      recipient: keys.recipient,
    };
    const program = join(import.meta.dirname, 'encrypting-process.fixtures.ts');
    const child = spawn(process.execPath, [program, JSON.stringify(given)], { stdio: 'inherit' });
    const watcher = watch(watched === 'work' ? workDirectory : press.backups, (_event, name) => {
      if (name?.endsWith('.part')) child.kill('SIGKILL');
    });
    await once(child, 'exit');
    watcher.close();
    expect(child.signalCode).toBe('SIGKILL');
    const left = [...(await readdir(press.backups)), ...(await readdir(workDirectory))];
    expect(left.filter((name) => name.endsWith('.part')).length).toBeGreaterThan(0);

    const encryption = { recipients: [keys.recipient], workDirectory };
    const next = vault.another({ encryption });
    for (const { id } of await next.list())
      await withPlainArchive(next.path(id), { readIdentity: reading(keys) }, (zip) =>
        verifyArchive(zip),
      );
    // PostgreSQL takes a moment to notice that the process is gone.
    await expect.poll(() => next.removeUnfinished()).toBeGreaterThan(0);
    const names = [...(await readdir(press.backups)), ...(await readdir(workDirectory))];
    expect(names.filter((name) => !name.endsWith('.zip.age'))).toEqual([]);
  },
);
