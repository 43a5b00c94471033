import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fieldError, kernelProblems } from '@galley/kernel';
import { contentPrefix, repositoryFolder } from '@galley/proposals';
import {
  configuredAgents,
  runProblems,
  type Budget,
  type NewRunCommand,
  type RecipeCause,
  type RunActor,
} from '@galley/runcoord';
import {
  findNearest,
  goalOf,
  loadSiteSettings,
  pathsOf,
  readRecipes,
  recipesFolder,
  resolveParameters,
  type Config,
  type ParameterValues,
  type ReadRecipes,
  type Recipe,
} from '@galley/settings';

export interface ProjectRecipesOptions {
  readonly config: Config;
  readonly projectDirectory: string;
}

export interface RecipeRunRequest {
  /** Default: the workspace of the project. */
  readonly workspaceId?: string | undefined;
  readonly recipe: string;
  readonly parameters?: ParameterValues | undefined;
  /** Replaces limits of the recipe; null removes one. */
  readonly budget?: Budget | undefined;
  readonly cause: RecipeCause;
  readonly by: RunActor;
}

/** Recipes of a project's workspace, read from their files on every call. */
export class ProjectRecipes {
  readonly #options: ProjectRecipesOptions;

  constructor(options: ProjectRecipesOptions) {
    this.#options = options;
  }

  get workspaceId(): string {
    return this.#options.config.coordinator.workspace.id;
  }

  read(): Promise<ReadRecipes> {
    const { config, projectDirectory } = this.#options;
    const { coordinator } = config;
    const checks = Object.keys(coordinator.checks);
    return readRecipes(projectDirectory, {
      agents: configuredAgents(coordinator),
      checks,
      hasRemote: coordinator.remote !== undefined,
    });
  }

  /** @throws `recipe_not_found`, `invalid_recipe`. */
  async get(name: string): Promise<Recipe> {
    const { recipes, broken } = await this.read();
    const found = recipes.find((one) => one.name === name);
    if (found) return found;
    const fault = broken.find((one) => one.name === name);
    if (fault)
      throw runProblems.invalid_recipe(
        `The recipe in ${fault.file} has mistakes:\n  ${fault.mistakes.join('\n  ')}`,
        { errors: fault.mistakes.map((text) => fieldError(fault.file, 'custom', { text })) },
      );
    throw runProblems.recipe_not_found(notFound(name, recipes));
  }

  /** @throws `invalid_request` for parameters, and the errors of `get`. */
  async command(wish: RecipeRunRequest): Promise<NewRunCommand> {
    if (wish.workspaceId !== undefined && wish.workspaceId !== this.workspaceId)
      throw runProblems.recipe_not_found(
        `This server has recipes of the workspace "${this.workspaceId}" only.`,
      );
    const recipe = await this.get(wish.recipe);
    return this.commandFor(recipe, wish);
  }

  /** @throws `invalid_request` for parameters. */
  async commandFor(
    recipe: Recipe,
    { parameters = {}, budget, cause, by }: Omit<RecipeRunRequest, 'recipe'>,
  ): Promise<NewRunCommand> {
    const values = resolveParameters(recipe, parameters, await this.languagesFor(recipe));
    this.#requireDocuments(recipe, values);
    const started = {
      recipe: recipe.name,
      parameters: values,
      cause,
      team: recipe.agents,
      paths: this.#repositoryPaths(pathsOf(recipe, values)),
      checks: recipe.checks,
      votes: recipe.votes,
      result: recipe.result,
    };
    const { workspaceId } = this;
    const limits = { ...recipe.budget, ...budget };
    return { workspaceId, goal: goalOf(recipe, values), recipe: started, budget: limits, by };
  }

  /** Languages of the site; empty if no parameter needs them. */
  async languagesFor({ parameters }: Pick<Recipe, 'parameters'>): Promise<string[]> {
    if (!parameters.some(({ kind }) => kind === 'language')) return [];
    const { languages } = await loadSiteSettings(this.#options.config.storage.contentDirectory);
    return Object.keys(languages);
  }

  /** Not checked by a coordinator without the content folder. */
  #requireDocuments({ parameters }: Recipe, values: ParameterValues): void {
    const { contentDirectory } = this.#options.config.storage;
    if (!existsSync(contentDirectory)) return;
    for (const { name, kind } of parameters) {
      const path = values[name] ?? '';
      if (kind !== 'document' || path === '' || existsSync(join(contentDirectory, path))) continue;
      throw kernelProblems.invalid_request.at([
        fieldError(`parameters.${name}`, 'document_not_found', { target: path }),
      ]);
    }
  }

  /** Agents propose changes of the repository, which may contain the content folder. */
  #repositoryPaths(paths: readonly string[] | undefined): string[] | undefined {
    const { config, projectDirectory } = this.#options;
    const directory = repositoryFolder(projectDirectory, config.coordinator.workspace.repository);
    const prefix = contentPrefix(directory, config.storage.contentDirectory) ?? '';
    return paths?.map((path) => `${prefix}${path}`);
  }
}

function notFound(name: string, recipes: readonly Recipe[]): string {
  const shown = `"${name.slice(0, 100)}"`;
  const names = recipes.map((one) => one.name);
  if (names.length === 0)
    return `Recipe ${shown} not found: the folder ${recipesFolder} has no recipes.`;
  const meant = findNearest(name, names);
  const hint = meant === undefined ? `There are ${names.join(', ')}.` : `Did you mean ${meant}?`;
  return `Recipe ${shown} not found. ${hint}`;
}
