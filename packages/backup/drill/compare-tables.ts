import { createHash } from 'node:crypto';
import { ArchiveReader } from '@galley/archive';
import { migrations } from '@galley/database';
import { linesOf } from '../database/lines-of.ts';
import {
  lastMigration,
  migrationTable,
  outdatedFacts,
  tablesOf,
} from '../database/restore-database.ts';
import type { TableLinesReadModel } from '../table-lines-read-model.ts';

export interface ComparedTables {
  /** `rows` for a backup of an earlier release, whose rows the migrations may have changed. */
  readonly compared: 'lines' | 'rows';
  readonly tables: number;
  readonly rows: number;
  readonly different: readonly TableDifference[];
}

export interface TableDifference {
  readonly table: string;
  readonly rowsInBackup: number;
  readonly rows: number;
}

interface TableSum {
  readonly rows: number;
  readonly sum: bigint;
}

/** Compares a database that was just restored from the backup, before a server writes to it. */
export async function compareTables(
  file: string,
  restored: TableLinesReadModel,
): Promise<ComparedTables> {
  await using archive = await ArchiveReader.open(file);
  const entries = tablesOf(archive);
  const isCurrent =
    (await lastMigration(archive, entries)) === Object.keys(migrations).toSorted().at(-1);
  const expected = new Map<string, TableSum>();
  for (const [table, entry] of entries) {
    if (table !== migrationTable)
      expected.set(table, await sumOf(table, linesOf(archive.stream(entry))));
  }
  const found = await restored.read(async (tables) => {
    const sums = new Map<string, TableSum>();
    for await (const { table, lines } of tables)
      sums.set(table, await sumOf(table, linesOf(lines)));
    return sums;
  });
  const different = [...expected].flatMap(([table, { rows: rowsInBackup, sum }]) => {
    const { rows, ...now } = found.get(table) ?? { rows: 0, sum: -1n };
    const isSame = rows === rowsInBackup && (!isCurrent || now.sum === sum);
    return isSame ? [] : [{ table, rowsInBackup, rows }];
  });
  return {
    compared: isCurrent ? 'lines' : 'rows',
    tables: expected.size,
    rows: [...expected.values()].reduce((total, { rows }) => total + rows, 0),
    different,
  };
}

/** A sum, because PostgreSQL may return the rows of a table in any order. */
async function sumOf(table: string, lines: AsyncIterable<string>): Promise<TableSum> {
  let [rows, sum] = [0, 0n];
  for await (const line of lines) {
    if (table === 'project_facts' && isOutdatedFact(line)) continue;
    rows += 1;
    sum += createHash('sha256').update(line).digest().readBigUInt64BE();
  }
  return { rows, sum };
}

function isOutdatedFact(line: string): boolean {
  return outdatedFacts.includes((JSON.parse(line) as { name: string }).name);
}
