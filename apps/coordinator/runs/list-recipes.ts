import { listRecipes, ProjectRecipes } from '@galley/run-api';
import { connectDatabase, requireProject, ShutdownStack } from '@galley/service';
import { loadConfig } from '@galley/settings';
import type { InspectRunsOptions } from './inspect-runs.ts';

export type PresentedRecipes = Awaited<ReturnType<typeof listRecipes>>;
export type PresentedRecipe = PresentedRecipes['recipes'][number];

/** Works without signing in, like `inspectRuns`. Also migrates the database. */
export async function listProjectRecipes(options: InspectRunsOptions): Promise<PresentedRecipes> {
  const { projectDirectory, logger } = options;
  requireProject(projectDirectory);
  const config = await loadConfig({ ...options, overlays: [...options.overlays], overrides: {} });
  const cleanUp = new ShutdownStack(logger);
  try {
    const { db } = await connectDatabase({ config, logger, atEnd: cleanUp.add.bind(cleanUp) });
    const recipes = new ProjectRecipes({ config, projectDirectory });
    return await listRecipes({ db, recipes });
  } finally {
    await cleanUp.run();
  }
}
