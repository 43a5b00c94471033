import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { S3Service } from '@galley/testing';
import { verifyArchive } from '../archive/verify-archive.ts';
import { newKeys } from '../encryption/age.fixtures.ts';
import { Vault } from '../fixtures.ts';
import { BackupUploads, type BackupUploadsOptions } from './backup-uploads.ts';
import { S3Store, type S3StoreOptions } from './s3-store.ts';
import type { UploadingProcess } from './uploading-process.fixtures.ts';

const stamp = '2026-06-01T080';

class Bucket implements AsyncDisposable {
  readonly service: S3Service;
  readonly vault: Vault;

  private constructor(service: S3Service, vault: Vault) {
    this.service = service;
    this.vault = vault;
  }

  static async open(): Promise<Bucket> {
    return new Bucket(await S3Service.open(), await Vault.open());
  }

  store(options: Partial<S3StoreOptions> = {}): S3Store {
    return new S3Store({ ...this.service.options, ...options });
  }

  uploads(options: Partial<BackupUploadsOptions> = {}): BackupUploads {
    const { vault } = this;
    return new BackupUploads({
      db: vault.database.db,
      backups: vault.backups,
      store: this.store(),
      retention: {},
      isEncryptionRequired: false,
      clock: vault.press.clock,
      logger: vault.logger,
      ...options,
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.service[Symbol.asyncDispose]();
    await this.vault[Symbol.asyncDispose]();
  }
}

/** More than two parts. */
const largeFile = { 'media/large.jpg': randomBytes(20 * 1024 * 1024) };

test('archives are uploaded once, in parts with signed checksums, and come back unchanged (ADD-BAK-4)', async () => {
  await using bucket = await Bucket.open();
  const { vault, service } = bucket;
  const small = await vault.make();
  await vault.press.write(largeFile);
  const large = await vault.make('big');
  const uploads = bucket.uploads();
  expect(await uploads.uploadMissing()).toHaveLength(2);
  expect(service.ids).toEqual([large.id, small.id]);
  expect(service.calls.filter((call) => call === 'PUT part')).toHaveLength(3);
  expect(service.calls.filter((call) => call === 'PUT object')).toHaveLength(1);
  expect(await uploads.state()).toEqual({
    newest_at: large.createdAt.toISOString(),
    failed_at: null,
    error: null,
  });
  service.calls.length = 0;
  await uploads.uploadMissing();
  expect(service.calls.filter((call) => call.startsWith('PUT'))).toEqual([]);

  const store = bucket.store();
  expect(await store.list()).toEqual([
    { id: large.id, name: 'big', createdAt: large.createdAt, size: large.size, isEncrypted: false },
    {
      id: small.id,
      name: 'nightly',
      createdAt: small.createdAt,
      size: small.size,
      isEncrypted: false,
    },
  ]);
  const [path, copy] = [vault.backups.path(large.id), join(vault.press.backups, 'copy.zip')];
  await store.download(large.id, copy);
  expect((await readFile(copy)).equals(await readFile(path))).toBe(true);
});

test('a changed object is refused, and leaves no file', async () => {
  await using bucket = await Bucket.open();
  const { id } = await bucket.vault.make();
  await bucket.uploads().uploadMissing();
  const [key] = [...bucket.service.objects.keys()];
  const object = bucket.service.objects.get(key!)!;
  bucket.service.objects.set(key!, { ...object, bytes: Buffer.from('another') });
  const copy = join(bucket.vault.press.backups, 'copy.zip');
  const before = await readdir(bucket.vault.press.backups);
  await expect(bucket.store().download(id, copy)).rejects.toMatchObject({
    code: 'invalid_archive',
    message: expect.stringContaining('SHA-256 differs') as string,
  });
  await expect(bucket.store().download('none.zip', copy)).rejects.toMatchObject({
    code: 'not_found',
  });
  expect(await readdir(bucket.vault.press.backups)).toEqual(before);
});

test('the bucket has its own retention; other objects are never deleted (ADD-BAK-4)', async () => {
  await using bucket = await Bucket.open();
  const { vault, service } = bucket;
  const foreign = ['site/backups/notes.zip', 'site/notes.txt', `other/${stamp}000Z.zip`];
  for (const key of foreign) service.objects.set(key, { bytes: Buffer.from('x'), sha256: '' });
  const ids: string[] = [];
  for (let count = 0; count < 5; count += 1) ids.push((await vault.make()).id);
  await vault.put('copied.zip', await readFile(vault.backups.path(ids[0]!), 'latin1'));
  const uploads = bucket.uploads({ retention: { keep: 3 } });
  await uploads.uploadMissing();
  const stored = () => [...service.objects.keys()].filter((key) => !foreign.includes(key)).sort();
  const keys = (names: readonly string[]) => names.map((id) => `site/backups/${id}`);
  expect(stored()).toEqual(keys(ids.slice(2)));
  const next = (await vault.make()).id;
  await uploads.uploadMissing();
  expect(stored()).toEqual(keys([...ids.slice(3), next]));
  expect(service.objects.size).toBe(foreign.length + 3);
});

test('with encryption, plain archives stay here (ADD-BAK-4)', async () => {
  await using bucket = await Bucket.open();
  const { vault, service } = bucket;
  await vault.make();
  const { recipient } = await newKeys();
  const workDirectory = join(dirname(vault.press.backups), 'work');
  const encrypting = vault.another({ encryption: { recipients: [recipient], workDirectory } });
  const { id } = await encrypting.create({ name: 'sealed', by: 'ada' });
  expect(id).toMatch(/\.zip\.age$/);
  await bucket.uploads({ isEncryptionRequired: true }).uploadMissing();
  expect(service.ids).toEqual([id]);
});

test.each([
  [
    'another secret',
    { secretAccessKey: 'wrong' },
    '403 SignatureDoesNotMatch',
    'secret_access_key',
  ],
  ['another bucket', { bucket: 'none' }, '404 NoSuchBucket', 'Create the bucket'],
  ['an unreachable service', { endpoint: 'http://127.0.0.1:1' }, 'ECONNREFUSED', '127.0.0.1:1'],
])(
  '%s is an error with the answer and advice (ADD-BAK-4)',
  async (...[, options, answer, advice]) => {
    await using bucket = await Bucket.open();
    await bucket.vault.make();
    const uploads = bucket.uploads({ store: bucket.store(options) });
    const failure = await uploads.uploadMissing().catch((error: unknown) => error as Error);
    expect(failure).toMatchObject({ code: 'backup_failed' });
    expect((failure as Error).message).toContain(answer);
    expect((failure as Error).message).toContain(advice);
    expect((failure as Error).message).not.toContain('a-secret-of-the-bucket');
    expect(await uploads.state()).toMatchObject({
      newest_at: null,
      failed_at: bucket.vault.press.clock.now().toISOString(),
      error: (failure as Error).message,
    });
  },
);

test('the loop logs a failed upload as an error, and repeats it until it succeeds (ADD-BAK-4)', async () => {
  await using bucket = await Bucket.open();
  const { vault, service } = bucket;
  const { id } = await vault.make();
  service.onCall = ({ operation }) =>
    Promise.resolve(operation === 'PUT object' ? { status: 403, code: 'AccessDenied' } : undefined);
  const uploads = bucket.uploads();
  const stop = new AbortController();
  uploads.loop.start(stop.signal);
  const { clock } = vault.press;
  await clock.sleeping();
  expect(uploads.loop.isFailing).toBe(true);
  expect(vault.log.filter(({ level }) => level === 'error')).toEqual([
    expect.objectContaining({ message: 'uploading backups failed; retrying later' }),
  ]);
  expect(service.ids).toEqual([]);
  service.onCall = () => Promise.resolve(undefined);
  clock.advance(60_000);
  await clock.sleeping();
  expect([service.ids, uploads.loop.isFailing]).toEqual([[id], false]);
  expect(await uploads.state()).toMatchObject({ failed_at: null, error: null });
  service.calls.length = 0;
  clock.advance(60_000);
  await clock.sleeping();
  expect(service.calls).toEqual([]);
  clock.advance(3_600_000);
  await clock.sleeping();
  expect(service.calls).toEqual(['GET uploads', 'GET objects']);
  stop.abort();
  await uploads.loop.stopped;
});

test('a short outage is bridged by retries of the library', async () => {
  await using bucket = await Bucket.open();
  await bucket.vault.make();
  let failures = 2;
  bucket.service.onCall = ({ operation }) =>
    Promise.resolve(
      operation === 'PUT object' && failures-- > 0 ? { status: 503, code: 'SlowDown' } : undefined,
    );
  await bucket.uploads().uploadMissing();
  expect(bucket.service.ids).toHaveLength(1);
});

test('kill -9 during an upload leaves no object, and the next upload removes its parts (ADD-BAK-4)', async () => {
  await using bucket = await Bucket.open();
  const { vault, service } = bucket;
  await vault.press.write(largeFile);
  const { id } = await vault.make();
  const killed = Promise.withResolvers<void>();
  const { press, database } = vault;
  const given: UploadingProcess = {
    url: database.url,
    directory: press.backups,
    store: service.options,
  };
  const program = join(import.meta.dirname, 'uploading-process.fixtures.ts');
  const child = spawn(process.execPath, [program, JSON.stringify(given)], { stdio: 'inherit' });
  service.onCall = async ({ operation, query }) => {
    if (operation === 'PUT part' && query.get('partNumber') === '3') {
      child.kill('SIGKILL');
      await killed.promise;
    }
    return undefined;
  };
  await once(child, 'exit');
  service.onCall = () => Promise.resolve(undefined);
  expect(child.signalCode).toBe('SIGKILL');
  expect([service.ids, service.uploads.size]).toEqual([[], 1]);
  killed.resolve();
  await bucket.uploads().uploadMissing();
  expect([service.ids, service.uploads.size]).toEqual([[id], 0]);
  const copy = join(press.backups, 'copy.zip');
  await rm(vault.backups.path(id));
  await bucket.store().download(id, copy);
  expect((await verifyArchive(copy)).manifest.name).toBe('nightly');
});

test('parts of all interrupted uploads are removed, also beyond the first page; others stay (ADD-BAK-4)', async () => {
  await using bucket = await Bucket.open();
  const { service, vault } = bucket;
  const begin = (key: string) =>
    service.uploads.set(randomUUID(), { key, sha256: '', parts: new Map([[1, Buffer.from('x')]]) });
  for (let count = 0; count < 3; count += 1) begin(`site/backups/nightly-${stamp}000Z.zip`);
  for (const second of [1, 2]) begin(`site/backups/nightly-${stamp}00${second}Z.zip`);
  const foreign = ['other/a.zip', 'site/backups/a.zip', 'site/backups/notes.txt'];
  foreign.forEach(begin);
  await vault.make();
  await bucket.uploads().uploadMissing();
  expect([...service.uploads.values()].map(({ key }) => key).sort()).toEqual(foreign);
});

test('an answer without a message, as of Ceph, is an error that names its code', async () => {
  await using bucket = await Bucket.open();
  bucket.service.onCall = () =>
    Promise.resolve({ status: 403, code: 'InvalidAccessKeyId', message: '' });
  await expect(bucket.store().list()).rejects.toThrow(
    /: 403 InvalidAccessKeyId\. Check backup\.s3\.access_key_id\.$/,
  );
});

test('an archive that retention deletes during its upload is no failure', async () => {
  await using bucket = await Bucket.open();
  const { vault, service } = bucket;
  const [old, next] = [await vault.make(), await vault.make()];
  service.onCall = async ({ operation, key }) => {
    if (operation === 'PUT object' && key.endsWith(next.id)) await vault.backups.delete(old.id);
    return undefined;
  };
  await bucket.uploads().uploadMissing();
  expect(service.ids).toEqual([next.id]);
});

test('unfinished files of killed processes are removed, those in use stay', async () => {
  await using bucket = await Bucket.open();
  const { vault } = bucket;
  const { id } = await vault.make();
  await vault.put('a-2026-06-01T080000Z.zip.age.part', 'half');
  await vault.put('b-2026-06-01T080000Z.zip.part', 'half');
  await vault.backups.betweenBackups(vault.database.db, async () => {
    expect(await vault.backups.removeUnfinished()).toBe(0);
  });
  expect(await vault.backups.removeUnfinished()).toBe(2);
  await writeFile(join(vault.press.backups, 'c.zip.age.part'), 'half');
  const made = await vault.make('next');
  expect(await vault.press.listBackupFiles()).toEqual([made.id, id].sort());
});
