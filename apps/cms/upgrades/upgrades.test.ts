import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { migrateToLatest, migrations } from '@galley/database';
import {
  restoreReleasedDatabase,
  countRows,
  createTestDatabase,
  migrateTo,
  narrowings,
  releaseToKeep,
  shapeOfSchema,
} from '@galley/testing';
import {
  answersOf,
  emptyAtRest,
  keepProject,
  startReleased,
  startSeeded,
  type ReleasedProject,
} from './released-project.fixtures.ts';

vi.setConfig({ testTimeout: 120_000 });

const folder = join(import.meta.dirname, 'releases');
const releases = readdirSync(folder)
  .toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }))
  .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as ReleasedProject);

async function expectReadable(released: ReleasedProject): Promise<void> {
  const counts = new Map(
    Object.entries(released.tables).map(([table, { length }]) => [table, length]),
  );
  await using server = await startReleased(released, async ({ db }) => {
    await migrateToLatest(db);
    const now = await countRows(db);
    const lost = [...counts].filter(([table, count]) => (now.get(table) ?? 0) < count);
    expect(lost).toEqual([]);
  });
  const answers = await answersOf(server);
  for (const [address, answer] of Object.entries(released.answers)) {
    const now = address.includes('/settings/form')
      ? withoutNewFields(answers[address] as Form, answer as Form)
      : answers[address];
    expect(now, address).toMatchObject(expectedOf(address, answer) as object);
  }
  // Warnings about slow work are unrelated to the schema.
  const complaints = server.log.filter((line) => /^(error|warn)/.test(line));
  expect(complaints.filter((line) => !line.includes('timeout exceeded'))).toEqual([]);
}

interface Role {
  readonly builtin: boolean;
  readonly capabilities: readonly string[];
}

interface Form {
  readonly fields: readonly { readonly name: string }[];
}

/** A later release may add settings. */
function withoutNewFields(now: Form, released: Form): Form {
  const known = new Set(released.fields.map(({ name }) => name));
  return { ...now, fields: now.fields.filter(({ name }) => known.has(name)) };
}

/** A later release may reword forms and add capabilities to built-in roles, but keeps a project's own roles. */
function expectedOf(address: string, answer: unknown): unknown {
  if (address.includes('/settings/form')) return without('help', answer);
  // A turn is in progress.
  if (/\/runs(\/|$)/.test(address)) return without('minutes', answer);
  if (!address.endsWith('/api/roles')) return answer;
  return (answer as Role[]).map(({ builtin, capabilities, ...role }) => ({
    ...role,
    builtin,
    capabilities: builtin ? (expect.arrayContaining([...capabilities]) as unknown) : capabilities,
  }));
}

function without(name: string, answer: unknown): unknown {
  return JSON.parse(
    JSON.stringify(answer, (key, value: unknown) => (key === name ? undefined : value)),
  );
}

describe.each(releases)('a project of Galley $version', (released) => {
  test('is migrated, and all of its data is readable', async () => {
    await expectReadable(released);
  });

  test('has a user who signs in with the old password', async () => {
    await using server = await startReleased(released, async () => undefined);
    const client = await server.signedIn();
    expect((await client.get('/__admin/api/documents')).status).toBe(200);
  });
});

test('a current project is stored like releases, with a row of every table, and readable', async () => {
  await using server = await startSeeded();
  const kept = await keepProject(server, releaseToKeep ?? 'today');
  const empty = Object.entries(kept.tables).filter(([, rows]) => rows.length === 0);
  expect(empty.map(([table]) => table)).toEqual(emptyAtRest);
  await expectReadable(JSON.parse(JSON.stringify(kept)) as ReleasedProject);
  if (releaseToKeep !== undefined)
    await writeFile(
      join(folder, `${releaseToKeep}.json`),
      `${JSON.stringify(kept, undefined, 1)}\n`,
    );
});

test('migrations since the last release keep all columns that servers of that release use', async () => {
  const last = releases.at(-1)!;
  const database = await createTestDatabase();
  await restoreReleasedDatabase(database.db, { ...last, tables: {} });
  let before = await shapeOfSchema(database.db);
  for (const [name, { contraction }] of Object.entries(migrations)) {
    if (last.migrations.includes(name)) continue;
    await migrateTo(database.db, name);
    const after = await shapeOfSchema(database.db);
    expect(narrowings(before, after), name).toEqual(contraction?.what ?? []);
    if (contraction)
      expect(releases.map(({ version }) => version)).toContain(contraction.unusedSince);
    before = after;
  }
  await database.close();
});
