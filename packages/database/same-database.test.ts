import { expect, test } from 'vitest';
import { silentLogger } from '@galley/kernel';
import { createTestDatabase } from '@galley/testing';
import { openDatabase } from './database.ts';
import { isSameDatabase } from './same-database.ts';

test('recognizes two pools on one database, and distinguishes two databases of one server', async () => {
  const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  const again = openDatabase({ address: one.url, poolSize: 1, logger: silentLogger });
  expect(await isSameDatabase(one.db, again.db)).toBe(true);
  expect(await isSameDatabase(again.db, one.db)).toBe(true);
  expect(await isSameDatabase(one.db, other.db)).toBe(false);
  await again.close();
  await Promise.all([one.close(), other.close()]);
});
