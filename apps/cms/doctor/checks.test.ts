import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from '@galley/testing';
import { loadConfig } from '@galley/settings';
import { versionCheck } from './database-checks.ts';
import { diskCheck, freeSpaceCheck } from './folder-checks.ts';
import { peopleChecks } from './people-checks.ts';

describe('free space', () => {
  test.each([
    [[1024 ** 3], 'ok', '1.0 GiB'],
    [[1024 ** 3 - 1], 'warning', '1.0 GiB'],
    [[5 * 1024 ** 3, 0], 'warning', '0.0 GiB'],
  ])('of %j bytes is %s', (sizes, status, amount) => {
    const disks = sizes.map((bytes, at) => ({ folder: `/disk/${at}`, bytes }));
    const check = freeSpaceCheck(disks);
    expect(check).toMatchObject({ name: 'disk_space', status });
    expect(check.message).toContain(`${amount} are free in /disk/${sizes.length - 1}.`);
  });

  test('is asked for of the folders that there are', async () => {
    await using folder = await temporaryDirectory();
    const { storage } = await configOf(folder.path);
    expect((await diskCheck(folder.path, storage)).message).toContain(`free in ${folder.path}`);
  });
});

test.each([
  [14, 'error'],
  [15, 'ok'],
  [18, 'ok'],
  [19, 'warning'],
])('PostgreSQL %i is %s', (version, status) => {
  expect(versionCheck({ version })).toMatchObject({ name: 'database.version', status });
});

function configOf(projectDirectory: string, environment: Record<string, string> = {}) {
  return loadConfig({ projectDirectory, overlays: [], environment, overrides: {} });
}

describe('people', () => {
  test.each([
    [{ users: 0, administrators: 0 }, 'warning'],
    [{ users: 2, administrators: 0 }, 'error'],
    [{ users: 2, administrators: 1 }, 'ok'],
  ])('%j is %s', async (people, status) => {
    await using folder = await temporaryDirectory();
    const checks = peopleChecks(await configOf(folder.path), { ...people, secondFactors: 0 });
    expect(checks).toContainEqual(expect.objectContaining({ name: 'administrators', status }));
  });

  test('a lost key of second factors is an error once there is one of those', async () => {
    await using folder = await temporaryDirectory();
    const config = await configOf(folder.path);
    const key = (secondFactors: number, of = config) =>
      peopleChecks(of, { users: 1, administrators: 1, secondFactors }).at(-1);
    expect(key(0)).toMatchObject({ name: 'encryption_key', status: 'ok' });
    expect(key(1)).toMatchObject({ status: 'error' });
    const given = { GALLEY_SECURITY__ENCRYPTION_KEY: 'x'.repeat(64) };
    expect(key(1, await configOf(folder.path, given))).toMatchObject({ status: 'ok' });
  });

  test('a disabled admin is a warning, and without a database nobody is counted', async () => {
    await using folder = await temporaryDirectory();
    const config = await configOf(folder.path, { GALLEY_ADMIN__ENABLED: 'false' });
    const checks = peopleChecks(config, undefined);
    expect(checks.map(({ name, status }) => [name, status])).toEqual([
      ['admin', 'warning'],
      ['encryption_key', 'ok'],
    ]);
  });
});
