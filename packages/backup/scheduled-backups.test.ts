import { expect, test } from 'vitest';
import { Vault } from './fixtures.ts';
import { ScheduledBackups, type ScheduledBackupsOptions } from './scheduled-backups.ts';

const hour = 3_600_000;

/** Midnight, UTC. */
function nextMidnight(after: Date): Date {
  const next = new Date(after);
  next.setUTCHours(24, 0, 0, 0);
  return next;
}

function nightly(vault: Vault, options: Partial<ScheduledBackupsOptions> = {}): ScheduledBackups {
  const { database, backups, press, logger } = vault;
  return new ScheduledBackups({
    db: database.db,
    backups,
    clock: press.clock,
    logger,
    nextTime: nextMidnight,
    includeMedia: true,
    includeDatabase: true,
    ...options,
  });
}

test('a backup is made once at each time of the schedule (ADD-BAK-2)', async () => {
  await using vault = await Vault.open();
  const { clock } = vault.press;
  const [one, other] = [nightly(vault), nightly(vault)];
  clock.advance(15 * hour);
  expect(await one.backUpIfDue()).toBe(false);
  clock.advance(hour);
  expect(await one.backUpIfDue()).toBe(true);
  expect(await other.backUpIfDue()).toBe(false);
  expect(await vault.backups.list()).toMatchObject([
    { name: 'scheduled', createdBy: 'galley', type: 'content+database', includeMedia: true },
  ]);
  clock.advance(24 * hour);
  expect(await other.backUpIfDue()).toBe(true);
  expect(await one.backUpIfDue()).toBe(false);
});

test('times that passed while no server ran are made up for by a single backup', async () => {
  await using vault = await Vault.open();
  const { clock } = vault.press;
  const before = nightly(vault, { includeMedia: false, includeDatabase: false });
  clock.advance(16 * hour);
  expect(await before.backUpIfDue()).toBe(true);
  expect(await vault.backups.list()).toMatchObject([{ type: 'content', includeMedia: false }]);
  clock.advance(80 * hour);
  const after = nightly(vault);
  expect(await after.backUpIfDue()).toBe(true);
  expect(await after.backUpIfDue()).toBe(false);
});

test('a scheduled backup that retention deletes is not made again', async () => {
  await using vault = await Vault.open();
  const schedule = nightly(vault);
  vault.press.clock.advance(16 * hour);
  expect(await schedule.backUpIfDue()).toBe(true);
  for (const { id } of await vault.backups.list()) await vault.backups.delete(id);
  expect(await schedule.backUpIfDue()).toBe(false);
});

test('a failed backup is logged and tried again after five minutes', async () => {
  await using vault = await Vault.open();
  const directory = vault.press.content;
  let backups = vault.another({ directory });
  const schedule = nightly(vault, {
    backups: { create: (wanted) => backups.create(wanted), list: () => backups.list() },
  });
  vault.press.clock.advance(16 * hour);
  expect(await schedule.backUpIfDue()).toBe(false);
  expect(vault.log.at(-1)).toMatchObject({
    level: 'error',
    message: 'scheduled backup failed; retrying in five minutes',
  });
  backups = vault.backups;
  expect(await schedule.backUpIfDue()).toBe(false);
  vault.press.clock.advance(5 * 60_000);
  expect(await schedule.backUpIfDue()).toBe(true);
});
