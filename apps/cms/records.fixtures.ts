import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ArchiveReader } from '@galley/archive';
import { DomainError } from '@galley/kernel';
import type { SecretWatch, TestDatabase } from '@galley/testing';

export interface Records {
  readonly log: readonly string[];
  readonly database?: TestDatabase;
  readonly project?: string;
}

export async function searchRecords(watch: SecretWatch, records: Records): Promise<void> {
  const { log, database, project } = records;
  watch.look('records', 'the log', log.join('\n'));
  if (database) await lookThroughAudit(watch, database);
  if (project !== undefined) await lookThroughBackups(watch, join(project, '.service/backups'));
}

async function lookThroughAudit(watch: SecretWatch, { db }: TestDatabase): Promise<void> {
  // Some tests delete the table or the database.
  const entries = await db
    .selectFrom('audit_entries')
    .selectAll()
    .execute()
    .catch(() => []);
  watch.look('records', 'the audit log', JSON.stringify(entries));
}

async function lookThroughBackups(watch: SecretWatch, folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  const archives = (await readdir(folder)).filter((name) => name.endsWith('.zip'));
  for (const name of archives) await lookThroughArchive(watch, join(folder, name));
}

/** Maximum size in bytes of entries to search: texts and rows are small. */
const largestEntry = 1024 * 1024;

async function lookThroughArchive(watch: SecretWatch, path: string): Promise<void> {
  try {
    await using archive = await ArchiveReader.open(path);
    for (const entry of archive.entries.filter(({ size }) => size <= largestEntry))
      watch.look('records', `${entry.name} of a backup`, String(await archive.read(entry)));
  } catch (error) {
    // Some tests put invalid files there.
    if (!(error instanceof DomainError)) throw error;
  }
}
