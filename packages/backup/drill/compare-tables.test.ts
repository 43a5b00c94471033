import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestDatabase } from '@galley/testing';
import { restoreDatabase } from '../database/restore-database.ts';
import { Vault } from '../fixtures.ts';
import { TableLinesReadModel } from '../table-lines-read-model.ts';
import { compareTables } from './compare-tables.ts';

test('finds a changed value and a missing row in restored tables (ADD-BAK-1)', async () => {
  await using vault = await Vault.open();
  const target = await createTestDatabase();
  try {
    const created_at = vault.press.clock.now();
    const users = ['ada', 'bo', 'cy'].map((username) => ({
      username,
      name: username,
      email: '',
      role: 'admin',
      created_at,
    }));
    await vault.database.db.insertInto('users').values(users).execute();
    const { id } = await vault.backups.create({ name: 'n', by: 'ada', includeDatabase: true });
    const file = join(vault.press.backups, id);
    await restoreDatabase(target.db, file, { force: false });
    const restored = new TableLinesReadModel(() => target.url);
    const same = await compareTables(file, restored);
    expect(same).toMatchObject({ compared: 'lines', different: [] });
    expect(same.rows).toBeGreaterThan(3);

    await target.db.updateTable('users').set({ name: 'Bo' }).where('username', '=', 'bo').execute();
    const changed = { table: 'users', rowsInBackup: 3, rows: 3 };
    expect((await compareTables(file, restored)).different).toEqual([changed]);
    await target.db.deleteFrom('users').where('username', '=', 'bo').execute();
    expect((await compareTables(file, restored)).different).toEqual([{ ...changed, rows: 2 }]);
  } finally {
    await target.close();
  }
});
