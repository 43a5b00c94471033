import { randomBytes } from 'node:crypto';
import { readdir, readFile, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { S3Service, temporaryDirectory } from '@galley/testing';
import { openTestDatabase, Site } from './fixtures.ts';
import { galleyHere } from './run-here.fixtures.ts';

vi.setConfig({ testTimeout: 240_000 });

const files = {
  'content/posts/ink.md': '---\ntitle: Ink\nworkflow: published\n---\nBlack.\n',
  'content/media/a.txt': randomBytes(100_000).toString('hex'),
};

const jsonOf = <T>({ stdout }: { readonly stdout: string }): T => JSON.parse(stdout) as T;

test('keygen, create, list, verify, drill and restore-database work with an encrypted backup (ADD-BAK-3)', async () => {
  await using database = await openTestDatabase();
  await using empty = await openTestDatabase();
  await using scratch = await temporaryDirectory();
  const [key, other] = ['key.txt', 'other.txt'].map((name) => join(scratch.path, name)) as [
    string,
    string,
  ];
  const made = await galleyHere(['backup', 'keygen', key, '--json']);
  const { recipient } = jsonOf<{ recipient: string }>(made);
  expect(recipient).toMatch(/^age1[0-9a-z]{58}$/);
  expect((await stat(key)).mode & 0o777).toBe(0o600);
  expect(await readFile(key, 'utf8')).toMatch(
    /^# created: .*\n# public key: age1\w+\nAGE-SECRET-KEY-1\w+\n$/,
  );
  expect(await galleyHere(['backup', 'keygen', key])).toMatchObject({
    ending: 1,
    stderr: expect.stringContaining('exists already') as string,
  });
  await galleyHere(['backup', 'keygen', other]);

  await using tmp = await temporaryDirectory();
  await using site = await Site.create({
    ...files,
    'galley.yaml': `backup: { encryption: { recipients: [${recipient}] } }\n`,
  });
  const backup = (args: string[], variables: Record<string, string> = {}) =>
    galleyHere(['backup', ...args], {
      variables: { DATABASE_URL: database.url, TMPDIR: tmp.path, ...variables },
    });
  const project = ['--project', site.directory];
  const created = await backup(['create', 'nightly', '--database', ...project]);
  expect(created.stdout).toMatch(
    /^Backup nightly-\S+\.zip\.age: \d+ kB, written, encrypted and verified\.\n$/,
  );
  const [listed] = jsonOf<{ id: string; encrypted: boolean }[]>(
    await backup(['list', '--json', ...project]),
  );
  expect(listed).toMatchObject({ encrypted: true, type: 'content+database', name: 'nightly' });
  const path = join(site.directory, '.service/backups', listed!.id);

  const secret = (await readFile(key, 'utf8')).split('\n')[2]!;
  const verified = await backup(['verify', path, '--identity', key]);
  expect(verified.stdout).toMatch(/ is intact: \d+ files/);
  expect(await backup(['verify', path], { GALLEY_AGE_IDENTITY: secret })).toMatchObject({
    ending: 0,
  });
  const refused: readonly (readonly [string[], string])[] = [
    [['verify', path], '--identity FILE'],
    [['verify', path, '--identity', other], 'no given private key opens it'],
    [['verify', path, '--identity', `${key}.none`], 'does not exist'],
    [['restore-database', path, '--identity', other, ...project], 'no given private key opens it'],
  ];
  for (const [args, words] of refused) {
    const failure = await backup(args);
    expect(failure).toMatchObject({ ending: 1, stdout: '' });
    expect(failure.stderr).toContain(words);
  }

  const drill = await backup(['drill', '--json', '--identity', key, ...project]);
  expect(jsonOf(drill)).toMatchObject({
    ok: true,
    file: path,
    files: { compared: 2, different: [] },
    tables: { compared: 'lines', different: [] },
    server: { status: 200, documents: 1 },
  });
  const restored = await backup(['restore-database', path, '--identity', key, ...project], {
    DATABASE_URL: empty.url,
  });
  expect([restored.ending, restored.stderr]).toEqual([0, '']);
  expect(restored.stdout).toContain('Restored nightly of ');

  await truncate(path, (await stat(path)).size - 1_000);
  const damaged = await backup(['drill', '--json', '--identity', key, ...project]);
  expect(damaged.ending).toBe(1);
  expect(jsonOf<{ problems: string[] }>(damaged).problems).toEqual([
    expect.stringContaining('cannot be decrypted'),
  ]);
  expect(await readdir(tmp.path)).toEqual([]);
  expect(await readdir(join(site.directory, 'data/backup-work'))).toEqual([]);
});

test('a private key in the settings is refused without printing it (ADD-BAK-3)', async () => {
  await using scratch = await temporaryDirectory();
  const key = join(scratch.path, 'key.txt');
  await galleyHere(['backup', 'keygen', key]);
  const secret = (await readFile(key, 'utf8')).split('\n')[2]!;
  await using site = await Site.create({
    'galley.yaml': `backup: { encryption: { recipients: [${secret}] } }\n`,
  });
  const refused = await galleyHere(['backup', 'create', '--project', site.directory]);
  expect(refused.ending).toBe(1);
  expect(refused.stderr).toContain('keep the private key (AGE-SECRET-KEY-1…) out of the settings');
  expect(refused.stderr).not.toContain(secret);
});

test('create uploads, list --s3 and fetch bring a backup back, and the doctor names problems (ADD-BAK-4, ADD-BAK-5)', async () => {
  await using database = await openTestDatabase();
  await using service = await S3Service.open();
  await using site = await Site.create({
    ...files,
    'galley.yaml': JSON.stringify({ backup: { s3: service.settings } }),
  });
  const galley = (...args: string[]) =>
    galleyHere([...args, '--project', site.directory], {
      variables: { DATABASE_URL: database.url },
    });
  const check = async (name: string) => {
    const { checks } = jsonOf<{ checks: { name: string }[] }>(await galley('doctor', '--json'));
    return checks.find((one) => one.name === name);
  };
  service.onCall = ({ operation }) =>
    Promise.resolve(operation === 'PUT object' ? { status: 403, code: 'AccessDenied' } : undefined);
  const failed = await galley('backup', 'create', 'first', '--json');
  expect(failed).toMatchObject({ ending: 1 });
  expect(failed.stderr).toMatch(/was not uploaded.*403 AccessDenied.*needs the rights/);
  expect(jsonOf(failed)).toMatchObject({ name: 'first', uploaded: false, encrypted: false });
  expect(await check('backup_uploads')).toMatchObject({
    status: 'warning',
    message: expect.stringContaining('403 AccessDenied') as string,
  });
  expect(await check('backup_encryption')).toMatchObject({ status: 'warning' });

  service.onCall = () => Promise.resolve(undefined);
  const made = await galley('backup', 'create', 'second');
  expect(made).toMatchObject({ ending: 0 });
  expect(made.stdout).toMatch(/, written, verified and uploaded\.\n$/);
  expect(await check('backup_uploads')).toMatchObject({ status: 'ok' });
  const listed = await galley('backup', 'list', '--s3');
  expect(listed.stdout).toMatch(
    /^second-\S+\.zip {2}\S+Z {2}\d+ kB\nfirst-\S+\.zip {2}\S+Z {2}\d+ kB\n$/,
  );
  const [{ id }] = jsonOf<[{ id: string }]>(await galley('backup', 'list', '--s3', '--json'));
  const path = join(site.directory, '.service/backups', id);
  expect(await galley('backup', 'fetch', id)).toMatchObject({ ending: 1 });
  await rm(path);
  expect(await galley('backup', 'fetch', id)).toMatchObject({
    ending: 0,
    stdout: `Downloaded ${path}.\n`,
  });
  expect(await galleyHere(['backup', 'verify', path])).toMatchObject({ ending: 0 });
  expect(await galley('backup', 'fetch', '../../galley.yaml')).toMatchObject({ ending: 1 });
});

test('list --s3 and fetch need a bucket', async () => {
  await using site = await Site.create({ 'galley.yaml': '' });
  for (const args of [
    ['list', '--s3'],
    ['fetch', 'x.zip'],
  ])
    expect(await galleyHere(['backup', ...args, '--project', site.directory])).toMatchObject({
      ending: 1,
      stderr: expect.stringContaining('No S3 bucket is configured') as string,
    });
});
