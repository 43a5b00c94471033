import { listRecipes, ProjectRecipes } from '@galley/run-api';
import { withProject, type ProjectOptions } from '../system/with-project.ts';

export type PresentedRecipes = Awaited<ReturnType<typeof listRecipes>>;
export type PresentedRecipe = PresentedRecipes['recipes'][number];

/** Works without signing in, like `inspectRuns`. Also migrates the database. */
export function listProjectRecipes(options: ProjectOptions): Promise<PresentedRecipes> {
  const { projectDirectory } = options;
  return withProject(options, ({ config, db }) =>
    listRecipes({ db, recipes: new ProjectRecipes({ config, projectDirectory }) }),
  );
}
