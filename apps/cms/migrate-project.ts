import { inspectDatabase } from '@galley/database';
import { CleanUp, connectDatabase, connectUnchanged, requireProject } from '@galley/service';
import { loadConfig } from '@galley/settings';
import type { ProjectOptions } from './people/administer-users.ts';

export interface Migrated {
  /** Migrations that were run, in their order. */
  readonly migrations: readonly string[];
  /** Those that have yet to be run; empty unless that alone was asked. */
  readonly pending: readonly string[];
}

/**
 * Brings the database up to this Galley, and gives the application's role what it needs, as every start does that has
 * the owner's role; servers that have only `database.url` then start on it. With `check`, it only says what it would
 * run. A database of one's own needs no project yet. Throws what `connectDatabase` throws.
 */
export async function migrateProject(
  options: ProjectOptions & { readonly check: boolean },
): Promise<Migrated> {
  const { projectDirectory, logger, check } = options;
  const config = await loadConfig({ ...options, overlays: [...options.overlays], overrides: {} });
  if (config.database.url === undefined) requireProject(projectDirectory);
  const cleanUp = new CleanUp(logger);
  const connection = { config, logger, atEnd: cleanUp.add.bind(cleanUp) };
  try {
    const before = await connectUnchanged(connection);
    const { pending } = await inspectDatabase(before.db);
    if (check) return { migrations: [], pending };
    await connectDatabase(connection);
    return { migrations: pending, pending: [] };
  } finally {
    await cleanUp.run();
  }
}
