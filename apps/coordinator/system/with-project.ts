import type { Database } from '@galley/database';
import type { Logger } from '@galley/kernel';
import { connectDatabase, requireProject, ShutdownStack } from '@galley/service';
import { loadConfig, type Config, type ConfigInput } from '@galley/settings';

export interface ProjectOptions {
  readonly projectDirectory: string;
  readonly overlays: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly logger: Logger;
}

export interface StartedProjectOptions extends ProjectOptions {
  /** Settings from the command line override all other sources. */
  readonly overrides: ConfigInput;
}

/** @throws `not_a_project`, and the errors of the configuration. */
export function loadProject(
  options: Omit<ProjectOptions, 'logger'> & Partial<Pick<StartedProjectOptions, 'overrides'>>,
): Promise<Config> {
  requireProject(options.projectDirectory);
  return loadConfig(options);
}

/** Connects to the database of a project for one command, and migrates it. */
export async function withProject<T>(
  options: ProjectOptions,
  work: (project: { readonly config: Config; readonly db: Database }) => Promise<T>,
): Promise<T> {
  const { logger } = options;
  const config = await loadProject(options);
  const cleanUp = new ShutdownStack(logger);
  try {
    const { db } = await connectDatabase({ config, logger, atEnd: cleanUp.add.bind(cleanUp) });
    return await work({ config, db });
  } finally {
    await cleanUp.run();
  }
}
