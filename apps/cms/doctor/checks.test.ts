import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { systemClock } from '@galley/kernel';
import { S3Service, temporaryDirectory } from '@galley/testing';
import { loadConfig, parseCustomFields, parseSiteSettings } from '@galley/settings';
import { backupChecks, newestCheck } from './backup-checks.ts';
import { passwordCheck, variableChecks } from './configuration-checks.ts';
import { rightsCheck, versionCheck } from './database-checks.ts';
import { clockCheck, connectionsCheck, serverChecks } from './database-server-checks.ts';
import { Examination } from './examination.ts';
import { diskChecks, freeFilesCheck, freeSpaceCheck, movesCheck } from './folder-checks.ts';
import { networkChecks } from './network-checks.ts';
import { pageKeysCheck } from './page-keys-check.ts';
import { peopleChecks, type KnownPeople } from './people-checks.ts';
import { programChecks } from './program-checks.ts';
import { dataFolderCheck, openBackupsCheck, openFilesCheck } from './secret-checks.ts';

async function configOf(environment: Record<string, string> = {}, projectDirectory = '/nowhere') {
  return loadConfig({ projectDirectory, overlays: [], environment, overrides: {} });
}

describe('free space', () => {
  test.each([
    [[1024 ** 3], 'ok', '1.0 GiB'],
    [[1024 ** 3 - 1], 'warning', '1.0 GiB'],
    [[5 * 1024 ** 3, 0], 'warning', '0.0 GiB'],
  ])('of %j bytes results in %s', (sizes, status, amount) => {
    const disks = sizes.map((bytes, at) => diskWith({ folder: `/disk/${at}`, bytes }));
    const check = freeSpaceCheck(disks);
    expect(check).toMatchObject({ name: 'disk_space', status });
    expect(check.message).toContain(`${amount} are free in /disk/${sizes.length - 1}.`);
  });

  test.each([
    [10_000, 1_000_000, 'ok'],
    [9_999, 1_000_000, 'warning'],
    [0, 0, 'ok'],
  ])('for %i files of %i results in %s', (freeFiles, allFiles, status) => {
    expect(freeFilesCheck([diskWith({ freeFiles, allFiles })])).toMatchObject({ status });
  });

  test('is checked for existing folders', async () => {
    await using folder = await temporaryDirectory();
    const { storage } = await configOf({}, folder.path);
    const [space] = await diskChecks(folder.path, storage);
    expect(space!.message).toContain(`free in ${folder.path}`);
  });
});

function diskWith(given: object) {
  return { folder: '/disk', bytes: 0, freeFiles: 0, allFiles: 0, ...given };
}

test('a content tree of two file systems is an error', () => {
  expect(movesCheck('/content', [])).toMatchObject({ status: 'ok' });
  expect(movesCheck('/content', ['media'])).toMatchObject({
    status: 'error',
    message: 'media in /content is on another file system.',
  });
});

describe('the program', () => {
  const build = { version: '1.2.3', commit: '' };
  const now = new Date('2026-06-01');

  test.each([
    ['22.1.0', 'error'],
    ['24.21.0', 'ok'],
    ['26.0.0', 'warning'],
  ])('on Node %s results in %s', (node, status) => {
    const [check] = programChecks({ build, versions: { node }, now });
    expect(check).toMatchObject({ name: 'versions', status });
  });

  test.each([
    ['2024a', 'notice'],
    ['2025c', 'ok'],
    [undefined, 'ok'],
  ])('with time zone data %s results in %s', (tz, status) => {
    const [, check] = programChecks({ build, versions: { node: '24.0.0', tz }, now });
    expect(check).toMatchObject({ name: 'time_zones', status });
  });
});

describe('variables', () => {
  test.each([
    [{}, 'variables', 'ok', 'Galley recognizes all'],
    [{ GALLEY_SERVER_PORT: '1' }, 'variables', 'warning', '(did you mean GALLEY_SERVER__PORT?)'],
    [{ SERVICE_LOG: 'loud' }, 'log', 'warning', 'SERVICE_LOG is "loud"'],
    [{}, 'metrics', 'notice', 'Metrics are disabled'],
    [{ SERVICE_METRICS_TOKEN: 'short' }, 'metrics', 'warning', 'has 5 characters'],
    [{ SERVICE_METRICS_TOKEN: 'x'.repeat(16) }, 'metrics', 'ok', 'requires the metrics token'],
  ])('%j: %s results in %s', (environment, name, ...[status, message]) => {
    const check = variableChecks(environment).find((one) => one.name === name)!;
    expect(check).toMatchObject({ status });
    expect(check.message).toContain(message);
  });

  test('the first password is reported without its value once users exist', () => {
    const environment = { GALLEY_ADMIN_PASSWORD: 'a long enough passphrase' };
    expect(passwordCheck(environment, 0)).toMatchObject({ status: 'ok' });
    const check = passwordCheck(environment, 1);
    expect(check).toMatchObject({ status: 'notice' });
    expect(JSON.stringify(check)).not.toContain('long enough');
  });
});

test('ADD-KEY-1: custom fields that disable frontmatter keys of Galley are named', () => {
  const checkOf = (name: string) => {
    const text = `types: { page: [{ name: ${name}, type: text }] }\n`;
    const settings = parseSiteSettings('', 'site.yaml');
    return pageKeysCheck({ customFields: parseCustomFields(text, settings) });
  };
  expect(checkOf('authors')).toMatchObject({
    status: 'notice',
    message: expect.stringContaining('Galley: authors.') as string,
  });
  expect(checkOf('mood')).toMatchObject({ status: 'ok' });
});

describe('network settings', () => {
  const https = 'https://press.example';
  const open = { GALLEY_SERVER__HOST: '0.0.0.0' };
  const behindProxy = { GALLEY_SERVER__TRUSTED_PROXIES: 'loopback' };
  const trusting = { GALLEY_SERVER__TRUSTED_PROXIES: '0.0.0.0/0' };

  test.each([
    ['http://localhost:8080', {}, { site_address: 'notice', tls: 'ok', proxies: 'ok' }],
    ['http://localhost:8080', open, { site_address: 'warning', tls: 'warning' }],
    ['http://press.example', {}, { site_address: 'ok', tls: 'warning' }],
    [https, {}, { site_address: 'ok', tls: 'warning', proxies: 'ok' }],
    [https, behindProxy, { tls: 'ok', proxies: 'ok' }],
    [https, { ...open, ...behindProxy }, { tls: 'ok', proxies: 'notice' }],
    [https, trusting, { proxies: 'error' }],
    [https, { GALLEY_ADMIN__PATH: 'desk' }, { admin_path: 'ok' }],
    [https, {}, { admin_path: 'notice', allowed_hosts: 'ok' }],
    [https, { GALLEY_SERVER__ALLOWED_HOSTS: 'a.example,*' }, { allowed_hosts: 'warning' }],
  ])('for %s with %j result in %j', async (url, environment: Record<string, string>, expected) => {
    const settings = parseSiteSettings(`url: ${url}\n`, 'site.yaml');
    const checks = networkChecks(await configOf(environment), settings);
    const status = Object.fromEntries(checks.map((check) => [check.name, check.status]));
    expect(status).toMatchObject(expected);
  });
});

test.each([
  [14, 'error'],
  [15, 'ok'],
  [18, 'ok'],
  [19, 'warning'],
])('PostgreSQL %i results in %s', (version, status) => {
  expect(versionCheck({ version })).toMatchObject({ name: 'database.version', status });
});

test('tables without access are an error and named', () => {
  expect(rightsCheck('app', [])).toMatchObject({ status: 'ok' });
  expect(rightsCheck('app', ['users', 'trash'])).toMatchObject({
    status: 'error',
    message: '"app" has no access to users, trash.',
  });
});

describe('the database server', () => {
  const server = {
    encoding: 'UTF8',
    collation: 'C',
    collationVersion: '2.36',
    collationNow: '2.36',
    timeZone: 'UTC',
    size: 1,
    isLocal: true,
    isEncrypted: false,
    isReplica: false,
    connectionsInUse: 1,
    unsafe: [],
    now: new Date(1_000_000),
  };

  test.each([
    [{}, {}],
    [{ encoding: 'SQL_ASCII' }, { 'database.encoding': 'error' }],
    [{ collationNow: '2.40' }, { 'database.collation': 'warning' }],
    [{ collationVersion: null, collationNow: null }, {}],
    [{ unsafe: ['fsync'] }, { 'database.durability': 'warning' }],
    [{ isReplica: true }, { 'database.durability': 'error' }],
    [{ isLocal: false }, { 'database.connection': 'warning' }],
    [{ isLocal: false, isEncrypted: true }, {}],
    [{ now: new Date(1_010_000) }, { clock: 'warning' }],
  ])('with %j reports %j, and no other problem', async (given, expected) => {
    const checks = serverChecks(
      { ...server, ...given },
      {
        config: await configOf(),
        limit: 97,
        isGiven: true,
        asked: 999_990,
        answered: 1_000_010,
      },
    );
    const status = checks.flatMap((one) => (one.status === 'ok' ? [] : [[one.name, one.status]]));
    expect(Object.fromEntries(status)).toEqual(expected);
    for (const check of checks.filter((one) => one.status !== 'ok'))
      expect(check).toMatchObject({
        where: expect.any(String) as string,
        why: expect.any(String) as string,
        advice: expect.any(String) as string,
      });
  });

  test.each([
    [97, '10', '1', 'ok'],
    [97, '79', '1', 'warning'],
    [97, '97', '1', 'error'],
    [97, '20', '8', 'warning'],
  ])(
    'with %i connections, for a pool of %s and %s workers, results in %s',
    async (limit, pool, ...[workers, status]) => {
      const config = await configOf({
        GALLEY_DATABASE__POOL_SIZE: pool,
        GALLEY_SERVER__WORKERS: workers,
      });
      expect(connectionsCheck(server, { config, limit })).toMatchObject({ status });
    },
  );

  test('that responds slowly may have any time in that interval', () => {
    const [asked, answered] = [0, 60_000];
    expect(clockCheck({ now: new Date(-2_000) }, { asked, answered })).toMatchObject({
      status: 'ok',
    });
    expect(clockCheck({ now: new Date(62_001) }, { asked, answered })).toMatchObject({
      status: 'warning',
      message: 'The clocks of this machine and the database differ by 2.0 s.',
    });
  });
});

describe('users', () => {
  const nobody = {
    users: 0,
    administrators: 0,
    secondFactors: 0,
    withoutFactor: [],
    unused: [],
  } satisfies KnownPeople;

  test.each([
    [{ users: 0, administrators: 0 }, 'warning'],
    [{ users: 2, administrators: 0 }, 'error'],
    [{ users: 2, administrators: 1 }, 'ok'],
  ])('%j result in %s', async (people, status) => {
    const checks = peopleChecks(await configOf(), { ...nobody, ...people });
    expect(checks).toContainEqual(expect.objectContaining({ name: 'administrators', status }));
  });

  test.each([
    [['ada'], 'false', 'notice'],
    [['ada'], 'true', 'warning'],
    [[], 'true', 'ok'],
  ])(
    'administrators %j without a second factor, required: %s, result in %s',
    async (withoutFactor, asked, status) => {
      const config = await configOf({ GALLEY_SECURITY__REQUIRE_MFA: asked });
      const checks = peopleChecks(config, { ...nobody, administrators: 1, withoutFactor });
      expect(checks).toContainEqual(expect.objectContaining({ name: 'second_factors', status }));
    },
  );

  test('unused accounts are named, up to five', async () => {
    const unused = ['ada', 'bo', 'cy', 'di', 'ed', 'fay', 'gus'];
    const checks = peopleChecks(await configOf(), { ...nobody, users: 9, unused });
    const check = checks.find(({ name }) => name === 'unused_accounts')!;
    expect(check.status).toBe('notice');
    expect(check.message).toMatch(/: ada, bo, cy, di, ed and 2 more\.$/);
  });

  test('a lost second-factor key is an error if second factors exist', async () => {
    await using folder = await temporaryDirectory();
    const config = await configOf({}, folder.path);
    const key = (secondFactors: number, of = config) =>
      peopleChecks(of, { ...nobody, users: 1, administrators: 1, secondFactors }).at(-1);
    expect(key(0)).toMatchObject({ name: 'encryption_key', status: 'ok' });
    expect(key(1)).toMatchObject({ status: 'error' });
    const given = { GALLEY_SECURITY__ENCRYPTION_KEY: 'x'.repeat(64) };
    expect(key(1, await configOf(given, folder.path))).toMatchObject({ status: 'ok' });
  });

  test('a disabled admin is a warning, and users are not counted without a database', async () => {
    const checks = peopleChecks(await configOf({ GALLEY_ADMIN__ENABLED: 'false' }), undefined);
    expect(checks.map(({ name, status }) => [name, status])).toEqual([
      ['admin', 'warning'],
      ['encryption_key', 'ok'],
    ]);
  });
});

describe('secret files', () => {
  test.each([
    ['database: {url: postgres://ada:hunter2@db/galley}\n', 0o644, 'error'],
    ['database: {url: postgres://ada:hunter2@db/galley}\n', 0o600, 'ok'],
    ['security: {encryption_key: 0123456789abcdef0123456789abcdef}\n', 0o644, 'error'],
    ['database: {url: "postgres://ada:${PASSWORD}@db/galley"}\n', 0o644, 'ok'],
    ['security: {encryption_key: "${KEY}"}\n', 0o644, 'ok'],
    ['# database: {url: postgres://ada:hunter2@db/galley}\n', 0o644, 'ok'],
  ])('%j with the mode %o results in %s', async (text, mode, status) => {
    await using folder = await temporaryDirectory();
    const file = join(folder.path, 'galley.yaml');
    await writeFile(file, text);
    await chmod(file, mode);
    const sources = { projectDirectory: folder.path, overlays: [], config: await configOf() };
    const check = await openFilesCheck(sources);
    expect(check).toMatchObject({ name: 'secret_files', status });
    expect(JSON.stringify(check)).not.toMatch(/hunter2|0123456789/);
  });

  test.each([
    [0o700, 'ok'],
    [0o750, 'warning'],
    [0o701, 'warning'],
  ])('a data folder of %o results in %s', async (mode, status) => {
    await using folder = await temporaryDirectory();
    await chmod(folder.path, mode);
    expect(await dataFolderCheck(folder.path)).toMatchObject({ name: 'data_folder', status });
  });

  test.each([
    [0o755, 0o644, 'warning'],
    [0o755, 0o600, 'ok'],
    [0o700, 0o644, 'ok'],
  ])('backups in a folder of %o with %o result in %s', async (folderMode, mode, status) => {
    await using folder = await temporaryDirectory();
    const backups = join(folder.path, 'backups');
    await mkdir(backups);
    await writeFile(join(backups, 'one.zip'), '');
    await chmod(join(backups, 'one.zip'), mode);
    await chmod(backups, folderMode);
    expect(await openBackupsCheck(backups)).toMatchObject({ name: 'backup_folder', status });
  });
});

test('backups on the disk of the content result in a notice, unless S3 has copies', async () => {
  await using folder = await temporaryDirectory();
  const { backup, storage } = await configOf({}, folder.path);
  await mkdir(backup.directory, { recursive: true });
  await mkdir(storage.contentDirectory);
  await using service = await S3Service.open();
  const checkOf = async (s3: typeof backup.s3) => {
    const config = { storage, backup: { ...backup, s3 } };
    const checks = await backupChecks({ config, clock: systemClock });
    return checks.find(({ name }) => name === 'backup_disk')?.status;
  };
  expect(await checkOf(undefined)).toBe('notice');
  expect(await checkOf({ ...service.options, keep: undefined, age: undefined })).toBe('ok');
});

test.each([
  [undefined, 'warning', 'No backups found.'],
  ['2026-05-25T00:00:01Z', 'ok', 'The newest of 1 backup, nightly.zip, is 6 days old.'],
  ['2026-05-25T00:00:00Z', 'warning', '7 days old'],
])('a newest backup of %s results in %s', async (at, status, message) => {
  const backups = at === undefined ? [] : [{ id: 'nightly.zip', createdAt: new Date(at) }];
  const { backup } = await configOf();
  const check = newestCheck(backups, backup, new Date('2026-06-01T00:00:00Z'));
  expect(check).toMatchObject({ name: 'backups', status });
  expect(check.message).toContain(message);
});

describe('an examination', () => {
  test('reports a check that throws, without secrets, and continues', async () => {
    const examination = new Examination();
    const broken = new TypeError('no postgres://ada:hunter2@db here');
    await examination.runCheck('first', () => Promise.reject(broken));
    await examination.runCheck('second', async () => [
      { name: 'second', status: 'ok', message: 'Fine.' },
    ]);
    expect(examination.diagnosis()).toMatchObject({
      ok: false,
      checks: [
        {
          name: 'first',
          status: 'error',
          message: 'The check failed: TypeError: no [redacted] here',
          advice: expect.any(String) as string,
        },
        { name: 'second', status: 'ok' },
      ],
    });
  });

  test('ends when it is stopped', async () => {
    const stopped = AbortSignal.abort();
    const looking = new Examination().runCheck('first', async () => {
      stopped.throwIfAborted();
      return [];
    });
    await expect(looking).rejects.toThrow(/aborted/);
  });
});
