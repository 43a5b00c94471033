import { createTestDatabase } from '@galley/testing';
import { silentLogger } from '@galley/kernel';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openDatabase } from './database.ts';

test('a pool reports its connections in use and the requests that wait', async () => {
  const database = await createTestDatabase();
  const handle = openDatabase({ address: database.url, poolSize: 1, logger: silentLogger });
  const { db } = handle;
  let other: Promise<unknown> | undefined;
  try {
    expect(handle.pool()).toEqual({ inUse: 0, idle: 0, waiting: 0, max: 1 });
    await db.connection().execute(async (connection) => {
      await sql`select 1`.execute(connection);
      expect(handle.pool()).toEqual({ inUse: 1, idle: 0, waiting: 0, max: 1 });
      other = sql`select 1`.execute(db);
      await expect.poll(() => handle.pool().waiting).toBe(1);
    });
    await other;
    expect(handle.pool()).toEqual({ inUse: 0, idle: 1, waiting: 0, max: 1 });
  } finally {
    await handle.close();
    await database.close();
  }
});
