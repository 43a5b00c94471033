import { describe, expect, test } from 'vitest';
import { DomainEventRepository } from '@galley/database';
import { unpacked } from './archive/fixtures.ts';
import { copiedTables, excludedTables } from './copied-tables.ts';
import { Vault } from './fixtures.ts';

const at = new Date('2026-06-01T08:00:00.123Z');

async function tablesOf({ database: { db } }: Vault): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  return tables.map(({ name }) => name).toSorted();
}

async function backedUp(vault: Vault): Promise<Record<string, string>> {
  const backup = await vault.backups.create({ name: 'x', by: 'ada', includeDatabase: true });
  expect(backup.type).toBe('content+database');
  await vault.backups.verify(backup.id);
  return unpacked(vault.backups.path(backup.id));
}

const linesOf = (file: string): unknown[] =>
  file
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown);

describe('a backup with the database', () => {
  test('lists every table as included or excluded, with the reason', async () => {
    await using vault = await Vault.open();
    const said = [...copiedTables, ...Object.keys(excludedTables)];
    expect(said.toSorted()).toEqual(await tablesOf(vault));
  });

  test('excludes tables with credentials', () => {
    const secrets = ['credentials', 'sessions', 'one_time_tokens', 'api_tokens', 'preview_links'];
    expect(secrets.filter((table) => !(table in excludedTables))).toEqual([]);
  });

  test('contains each table as lines of JSON, with any values', async () => {
    await using vault = await Vault.open();
    const { db } = vault.database;
    const name = 'Ada "\\n\u0001\u0002,\t🖋\r\nB\\';
    const user = { username: 'ada', name, email: '', role: 'admin', created_at: at };
    await db.insertInto('users').values(user).execute();
    const frontmatter = '{"b": 1,\n "a": {}}';
    const copy = { username: 'ada', draft_key: 'k', title: null, content: '', saved_at: at };
    await db
      .insertInto('working_copies')
      .values({ ...copy, frontmatter })
      .execute();
    const files = await backedUp(vault);
    expect(linesOf(files['database/users.ndjson']!)).toEqual([
      expect.objectContaining({ name, created_at: '2026-06-01T08:00:00.123+00:00' }),
    ]);
    expect(linesOf(files['database/working_copies.ndjson']!)).toEqual([
      expect.objectContaining({ frontmatter }),
    ]);
    expect(files['database/runs.ndjson']).toBe('');
    const tables = Object.keys(files).filter((file) => file.startsWith('database/'));
    expect(tables).toEqual(copiedTables.map((table) => `database/${table}.ndjson`));
  });

  test('contains all tables in one snapshot', async () => {
    await using vault = await Vault.open();
    const { db } = vault.database;
    const over = new AbortController();
    // User and event are inserted in one transaction.
    const people = (async () => {
      for (let id = 0; !over.signal.aborted; id += 1)
        await db.transaction().execute(async (transaction) => {
          const user = { username: `u${id}`, name: '', email: '', role: 'admin', created_at: at };
          await transaction.insertInto('users').values(user).execute();
          const event = { type: 'user.created', at, actor: 'ada', subject: `u${id}` } as const;
          await new DomainEventRepository(transaction).append([{ ...event, data: {} }]);
        });
    })();
    try {
      for (let round = 0; round < 4; round += 1) {
        const files = await backedUp(vault);
        const events = linesOf(files['database/domain_events.ndjson']!);
        expect(linesOf(files['database/users.ndjson']!)).toHaveLength(events.length);
      }
    } finally {
      over.abort();
      await people;
    }
  });
});
