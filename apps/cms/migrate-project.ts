import { inspectDatabase } from '@galley/database';
import { ShutdownStack, connectDatabase, connectUnchanged, requireProject } from '@galley/service';
import { loadConfig } from '@galley/settings';
import type { ProjectOptions } from './people/administer-users.ts';

export interface Migrated {
  readonly migrations: readonly string[];
  /** Pending migrations; filled only with `check`. */
  readonly pending: readonly string[];
}

/**
 * Servers with only `database.url` can then start. A separate database needs no project.
 * @throws the errors of `connectDatabase`
 */
export async function migrateProject(
  options: ProjectOptions & { readonly check: boolean },
): Promise<Migrated> {
  const { projectDirectory, logger, check } = options;
  const config = await loadConfig({ ...options, overlays: [...options.overlays], overrides: {} });
  if (config.database.url === undefined) requireProject(projectDirectory);
  const cleanUp = new ShutdownStack(logger);
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
