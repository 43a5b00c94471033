import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { AuditRepository } from '@galley/auth';
import { silentLogger, systemClock } from '@galley/kernel';
import type { Config } from '@galley/settings';
import { createTestDatabase, temporaryDirectory } from '@galley/testing';
import { LiveSiteSettings } from './live-site-settings.ts';
import { SettingsChanges } from './settings-changes.ts';

test('a change that the watcher applies first is in force everywhere when its request is answered', async () => {
  await using folder = await temporaryDirectory();
  const file = join(folder.path, 'config/site.yaml');
  await mkdir(join(folder.path, 'config'));
  await writeFile(file, 'title: First\n');
  const database = await createTestDatabase();
  const { db } = database;
  const options = {
    config: { storage: { contentDirectory: folder.path } } as Config,
    db,
    siteSettings: await LiveSiteSettings.load(folder.path, silentLogger),
    audit: new AuditRepository({ db, clock: systemClock }),
    logger: silentLogger,
  };
  const changes = await SettingsChanges.open(options);
  const { promise: themeLoaded, resolve: loadTheme } = Promise.withResolvers<void>();
  const order: string[] = [];
  changes.onChange(async () => {
    await themeLoaded;
    order.push('theme loaded');
  });
  await writeFile(file, 'title: Second\n');
  const byWatcher = changes.apply();
  await expect.poll(() => changes.current().title).toBe('Second');
  const byRequest = changes.apply().then(() => order.push('answered'));
  // A request that did not wait would be answered after a few queries.
  for (let query = 0; query < 20; query += 1)
    await db.selectFrom('documents').select('path').execute();
  loadTheme();
  await Promise.all([byWatcher, byRequest]);
  expect(order).toEqual(['theme loaded', 'answered']);
  await database.close();
});
