import { setTimeout as sleep } from 'node:timers/promises';
import { ArchiveReader, type ArchiveEntry } from '@galley/archive';
import {
  inspectSchema,
  migrations,
  rebuildSchema,
  treeFact,
  type Database,
  type SchemaContents,
  type Transaction,
} from '@galley/database';
import { databaseFolder } from '../archive/manifest.ts';
import { verifyArchive, type VerifyArchiveOptions } from '../archive/verify-archive.ts';
import { copiedTables, excludedTables } from '../copied-tables.ts';
import { backupProblems } from '../problems.ts';
import { uploadFact } from '../s3/backup-uploads.ts';
import { linesOf } from './lines-of.ts';
import { RestoredRowsRepository, tablesInUse } from './restored-rows-repository.ts';

export interface RestoreDatabaseOptions extends VerifyArchiveOptions {
  readonly force: boolean;
}

export interface RestoredDatabase {
  readonly name: string;
  readonly createdAt: Date;
  readonly tables: number;
  readonly rows: number;
  readonly documents: number;
  readonly historyEntries: number;
  /** Their passwords are in no backup. */
  readonly administrators: readonly string[];
}

export const migrationTable = 'kysely_migration';
/** The next start determines these again. */
export const outdatedFacts = [treeFact, 'derivation', uploadFact];
const seededTables: ReadonlySet<string> = new Set([migrationTable, 'roles', 'project_facts']);
const batchBytes = 4 * 1024 * 1024;

/**
 * In one transaction, after verifying the archive. `owner` is connected as the owner of the tables.
 * @throws `invalid_archive`, `database_in_use`, `database_not_empty`
 */
export async function restoreDatabase(
  owner: Database,
  path: string,
  { force, ...options }: RestoreDatabaseOptions,
): Promise<RestoredDatabase> {
  const { manifest } = await verifyArchive(path, options);
  await using archive = await ArchiveReader.open(path);
  const entries = tablesOf(archive);
  const upTo = await lastMigration(archive, entries);
  const tables = await requireReplaceable(owner, force);
  let restored: RestoredDatabase | undefined;
  await rebuildSchema(owner, {
    tables,
    upTo,
    load: async (transaction) => {
      let rows = 0;
      for (const [table, entry] of entries) {
        if (table !== migrationTable)
          rows += await loadTable(transaction, table, linesOf(archive.stream(entry)));
      }
      await RestoredRowsRepository.forget(transaction, outdatedFacts);
      const { documents, history } = await RestoredRowsRepository.count(transaction);
      const administrators = await RestoredRowsRepository.administrators(transaction);
      const { name, createdAt } = manifest;
      restored = {
        name,
        createdAt,
        rows,
        documents,
        administrators,
        tables: entries.size - 1,
        historyEntries: history,
      };
    },
  });
  return restored!;
}

/** @throws `invalid_archive` */
export function tablesOf({
  entries,
}: Pick<ArchiveReader, 'entries'>): ReadonlyMap<string, ArchiveEntry> {
  const tables = new Map<string, ArchiveEntry>();
  for (const entry of entries) {
    if (!entry.name.startsWith(databaseFolder)) continue;
    const table = entry.name.slice(databaseFolder.length).replace(/\.ndjson$/, '');
    if (!(copiedTables as readonly string[]).includes(table))
      throw backupProblems.invalid_archive(
        `The archive has a table that this Galley does not know, ${JSON.stringify(table)}. Restore it with the Galley version that made it.`,
      );
    tables.set(table, entry);
  }
  if (tables.size > 0) return tables;
  throw backupProblems.invalid_archive(
    'The archive has content but no database. Create one that includes the database with galley backup create --database.',
  );
}

export async function lastMigration(
  archive: ArchiveReader,
  entries: ReadonlyMap<string, ArchiveEntry>,
): Promise<string> {
  const entry = entries.get(migrationTable);
  const names: string[] = [];
  if (entry)
    for await (const line of linesOf(archive.stream(entry)))
      names.push((JSON.parse(line) as { name: string }).name);
  const unknown = names.filter((name) => !(name in migrations));
  if (unknown.length > 0)
    throw backupProblems.invalid_archive(
      `The backup was made by a newer Galley (${unknown.join(', ')}). Restore it with that version.`,
    );
  const last = names.toSorted().at(-1);
  if (last !== undefined) return last;
  throw backupProblems.invalid_archive('The archive does not name the schema of its tables.');
}

/** PostgreSQL takes a moment to notice that a connection was closed. */
async function inspectIdle(owner: Database): Promise<SchemaContents> {
  for (let look = 1; ; look += 1) {
    const found = await inspectSchema(owner);
    if (found.connections === 0 || look === 20) return found;
    await sleep(100);
  }
}

async function requireReplaceable(owner: Database, force: boolean): Promise<readonly string[]> {
  const { tables, connections } = await inspectIdle(owner);
  if (connections > 0)
    throw backupProblems.database_in_use(
      `Galley is connected to the database (${connections} connections). Stop every server, coordinator and supervisor first. Nothing was changed.`,
    );
  const own = new Set<string>([...copiedTables, ...Object.keys(excludedTables)]);
  const foreign = tables.filter((table) => !own.has(table));
  if (foreign.length > 0)
    throw backupProblems.database_not_empty(
      `The database has tables that do not belong to Galley (${foreign.slice(0, 5).join(', ')}). Use a separate database. Nothing was changed.`,
    );
  const used = await owner.transaction().execute((transaction) =>
    tablesInUse(
      transaction,
      tables.filter((table) => !seededTables.has(table) && !(table in excludedTables)),
    ),
  );
  if (used.length === 0 || force) return tables;
  throw backupProblems.database_not_empty(
    `The database is not empty (${used.slice(0, 5).join(', ')}). Use --force to replace all its contents. Nothing was changed.`,
  );
}

async function loadTable(
  transaction: Transaction,
  table: string,
  from: AsyncIterable<string>,
): Promise<number> {
  const rows = await RestoredRowsRepository.open(transaction, table);
  await rows.clear();
  let count = 0;
  let batch: string[] = [];
  let bytes = 0;
  const flush = async (): Promise<void> => {
    if (batch.length > 0) await rows.insert(batch);
    [batch, bytes] = [[], 0];
  };
  for await (const line of from) {
    batch.push(line);
    bytes += line.length;
    count += 1;
    if (bytes >= batchBytes) await flush();
  }
  await flush();
  return count;
}
