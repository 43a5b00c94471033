import { DomainEventRepository } from '@galley/database';
import { expect, test } from 'vitest';
import { BackupsOnChange, type BackupsOnChangeOptions } from './backups-on-change.ts';
import { Vault } from './fixtures.ts';

const minute = 60_000;

function onChange(vault: Vault, options: Partial<BackupsOnChangeOptions> = {}): BackupsOnChange {
  const { database, backups, press, logger } = vault;
  return new BackupsOnChange({
    db: database.db,
    backups,
    clock: press.clock,
    logger,
    isEnabled: true,
    debounceMs: 5 * minute,
    intervalMs: 60 * minute,
    ...options,
  });
}

async function save({ database, press }: Vault): Promise<void> {
  const event = { type: 'document.updated', actor: 'ada', subject: 'posts/ink.md' } as const;
  const events = [{ ...event, at: press.clock.now(), data: {} }];
  await database.db
    .transaction()
    .execute((transaction) => new DomainEventRepository(transaction).append(events));
}

test('a backup is made when the content has changed and been at rest (CMS-BAK-2)', async () => {
  await using vault = await Vault.open();
  const watch = onChange(vault);
  expect(await watch.backUpIfDue()).toBe(false);
  await save(vault);
  vault.press.clock.advance(4 * minute);
  await save(vault);
  vault.press.clock.advance(4 * minute);
  expect(await watch.backUpIfDue()).toBe(false);
  vault.press.clock.advance(minute);
  expect(await watch.backUpIfDue()).toBe(true);
  expect(await vault.backups.list()).toMatchObject([{ name: 'on-change', createdBy: 'galley' }]);
  vault.press.clock.advance(600 * minute);
  expect(await watch.backUpIfDue()).toBe(false);
});

test('changed files without events count too', async () => {
  await using vault = await Vault.open();
  const watch = onChange(vault);
  watch.changed();
  vault.press.clock.advance(5 * minute);
  expect(await watch.backUpIfDue()).toBe(true);
  expect(await watch.backUpIfDue()).toBe(false);
});

test('under constant changes a backup waits at most ten times as long', async () => {
  await using vault = await Vault.open();
  const watch = onChange(vault);
  let minutes = 0;
  for (let isMade = false; !isMade; minutes += 1) {
    await save(vault);
    isMade = await watch.backUpIfDue();
    vault.press.clock.advance(minute);
  }
  expect(minutes).toBe(51);
});

test('two backups keep a minimum distance, also after a manual one', async () => {
  await using vault = await Vault.open();
  const watch = onChange(vault);
  await vault.make('by hand');
  vault.press.clock.advance(minute);
  await save(vault);
  vault.press.clock.advance(58 * minute);
  expect(await watch.backUpIfDue()).toBe(false);
  vault.press.clock.advance(minute);
  expect(await watch.backUpIfDue()).toBe(true);
});

test('changes during downtime are backed up', async () => {
  await using vault = await Vault.open();
  await vault.make();
  vault.press.clock.advance(minute);
  await save(vault);
  vault.press.clock.advance(60 * minute);
  expect(await onChange(vault).backUpIfDue()).toBe(true);
});

test('a failed backup is logged and retried after the minimum distance', async () => {
  await using vault = await Vault.open();
  const backups = vault.another({ directory: `${vault.press.content}/backups` });
  const watch = onChange(vault, { backups });
  await save(vault);
  for (const [wait, failures] of [
    [5, 1],
    [59, 1],
    [1, 2],
  ] as const) {
    vault.press.clock.advance(wait * minute);
    expect(await watch.backUpIfDue()).toBe(false);
    expect(vault.log.filter(({ level }) => level === 'error')).toHaveLength(failures);
  }
});

test('one of two processes makes the backup, and the other takes over when it ends', async () => {
  await using vault = await Vault.open();
  const { clock } = vault.press;
  const [one, other] = [onChange(vault), onChange(vault)];
  const [first, second] = [new AbortController(), new AbortController()];
  one.loop.start(first.signal);
  await clock.sleeping();
  await save(vault);
  first.abort();
  await one.loop.stopped;
  other.loop.start(second.signal);
  await clock.sleeping();
  clock.advance(5 * minute);
  while ((await vault.backups.list()).length === 0) await clock.sleeping();
  second.abort();
  await other.loop.stopped;
  expect(await vault.backups.list()).toHaveLength(1);
});

test('it does nothing unless enabled', async () => {
  await using vault = await Vault.open();
  const watch = onChange(vault, { isEnabled: false });
  await save(vault);
  vault.press.clock.advance(60 * minute);
  expect(await watch.backUpIfDue()).toBe(false);
  expect(await vault.backups.list()).toEqual([]);
});
