import { basename, join } from 'node:path';
import { userInfo } from 'node:os';
import { existsSync } from 'node:fs';
import { AuditRepository } from '@galley/auth';
import {
  restoreDatabase,
  withPlainArchive,
  type ReadIdentity,
  type RestoreDatabaseOptions,
} from '@galley/backup';
import { TreeIdentityRepository } from '@galley/database';
import { systemActor, systemClock } from '@galley/kernel';
import { ShutdownStack, connectDatabase, requireProject, withDatabaseOwner } from '@galley/service';
import { loadConfig } from '@galley/settings';
import type { ProjectOptions } from '../people/administer-users.ts';
import { backupWorkDirectory } from './compose.ts';

export interface DatabaseRestoreResult {
  readonly name: string;
  readonly created_at: string;
  readonly tables: number;
  readonly rows: number;
  readonly documents: number;
  readonly history_entries: number;
  readonly documents_in_folder: number;
  /** Enabled administrators; none of them has a password. */
  readonly administrators: readonly string[];
}

/** @throws the errors of `restoreDatabase` of `backup`; nothing has changed then */
export async function restoreDatabaseBackup(
  project: ProjectOptions,
  file: string,
  { readIdentity, ...options }: RestoreDatabaseOptions & { readonly readIdentity: ReadIdentity },
): Promise<DatabaseRestoreResult> {
  requireProject(project.projectDirectory);
  const config = await loadConfig({ ...project, overlays: [...project.overlays], overrides: {} });
  const { logger } = project;
  const cleanUp = new ShutdownStack(logger);
  const connection = { config, logger, atEnd: cleanUp.add.bind(cleanUp) };
  try {
    const directory = backupWorkDirectory(config.storage.dataDirectory);
    const restored = await withPlainArchive(file, { readIdentity, directory }, (zip) =>
      withDatabaseOwner(connection, (owner) => restoreDatabase(owner, zip, options)),
    );
    const { db } = await connectDatabase(connection);
    const { name, createdAt, administrators, tables, rows, documents } = restored;
    await new AuditRepository({ db, clock: systemClock }).record({
      action: 'backup.restore',
      actor: systemActor.username,
      target: basename(file),
      outcome: 'success',
      address: '',
      requestId: '',
      details: { database: true, by: 'command line', system_user: userInfo().username },
    });
    const paths = await new TreeIdentityRepository(db).documentPaths();
    const { contentDirectory } = config.storage;
    return {
      name,
      created_at: createdAt.toISOString(),
      tables,
      rows,
      documents,
      history_entries: restored.historyEntries,
      documents_in_folder: paths.filter((path) => existsSync(join(contentDirectory, path))).length,
      administrators,
    };
  } finally {
    await cleanUp.run();
  }
}
