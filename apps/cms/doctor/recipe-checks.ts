import { configuredAgents } from '@galley/runcoord';
import { readRecipes, recipesFolder, type Config } from '@galley/settings';
import { counted, ok, warning, type Check } from './check.ts';

export async function recipeChecks(
  projectDirectory: string,
  { coordinator }: Pick<Config, 'coordinator'>,
): Promise<Check[]> {
  const name = 'recipes';
  const checks = Object.keys(coordinator.checks);
  const agents = configuredAgents(coordinator);
  const hasRemote = coordinator.remote !== undefined;
  const { recipes, broken } = await readRecipes(projectDirectory, { agents, checks, hasRemote });
  if (broken.length === 0)
    return [ok(name, `${counted(recipes.length, 'recipe is', 'recipes are')} valid.`)];
  const said = broken.flatMap(({ file, mistakes }) => mistakes.map((one) => `${file}:${one}`));
  return [
    warning(name, {
      message: `${counted(broken.length, 'recipe is', 'recipes are')} broken: ${said.join('; ')}.`,
      where: recipesFolder,
      why: 'A broken recipe starts no runs: neither by hand, nor by its schedule or triggers.',
      advice: 'Correct the file at the named line, or remove it.',
    }),
  ];
}
