import { timingSafeEqual } from 'node:crypto';
import type { AnswerOf, contract } from '@galley/contract';
import type { Database } from '@galley/database';
import type { Module } from '@galley/http';
import { canonicalJson, sha256, type Clock } from '@galley/kernel';
import {
  RecipeRequestRepository,
  RecipeRunsReadModel,
  RecipeScheduleRepository,
  requireWorkspace,
  RunControlRepository,
  runProblems,
  type LastFiring,
  type LastRun,
  type PlannedFiring,
} from '@galley/runcoord';
import { resolveParameters, type Recipe } from '@galley/settings';
import type { ProjectRecipes } from './project-recipes.ts';

export interface RecipesApiOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly recipes: ProjectRecipes;
}

type Recipes = Module<typeof contract.recipes>;
type RecipeAnswer = AnswerOf<typeof contract.recipes.list>['recipes'][number];

export function recipeHandlers(options: RecipesApiOptions): Pick<Recipes, 'list'> {
  return {
    list: async ({ params }) => {
      const { db, recipes } = options;
      await requireWorkspace(new RunControlRepository(db), params.id);
      // Other workspaces of the database belong to other projects.
      return params.id === recipes.workspaceId ? listRecipes(options) : { recipes: [], broken: [] };
    },
  };
}

/** Served without authentication: the token of the recipe replaces it. */
export function recipeWebhook(options: RecipesApiOptions): Pick<Recipes, 'trigger'> {
  const { db, clock, recipes } = options;
  return {
    trigger: async ({ params, body: { parameters = {} }, request }) => {
      const recipe = await requireToken(options, params, request.get('authorization'));
      const values = resolveParameters(recipe, parameters, await recipes.languagesFor(recipe));
      const dueAt = clock.now();
      await new RecipeRequestRepository(db, recipes.workspaceId).add({
        recipe: recipe.name,
        key: `webhook ${sha256(canonicalJson(values))}`,
        cause: 'webhook',
        parameters: values,
        dueAt,
      });
      return { recipe: recipe.name, state: 'requested' as const };
    },
  };
}

/** Recipes of a project, with their state, as in the API. */
export async function listRecipes({
  db,
  recipes,
}: Omit<RecipesApiOptions, 'clock'>): Promise<AnswerOf<typeof contract.recipes.list>> {
  const { workspaceId } = recipes;
  const { recipes: all, broken } = await recipes.read();
  const names = all.map(({ name }) => name);
  const runs = new RecipeRunsReadModel(db, workspaceId);
  const planned = byRecipe(await new RecipeScheduleRepository(db, workspaceId).list());
  const last = byRecipe(await runs.listLast(names));
  const fired = byRecipe(await runs.listLastFirings(names));
  const shown = all.map(async (recipe) =>
    present(recipe, {
      languages: await recipes.languagesFor(recipe).catch(() => []),
      planned: planned.get(recipe.name),
      last: last.get(recipe.name),
      fired: fired.get(recipe.name),
    }),
  );
  return {
    recipes: await Promise.all(shown),
    broken: broken.map(({ name, file, mistakes }) => ({ name, file, mistakes: [...mistakes] })),
  };
}

interface RecipeState {
  readonly languages: readonly string[];
  readonly planned: PlannedFiring | undefined;
  readonly last: LastRun | undefined;
  readonly fired: LastFiring | undefined;
}

function present(recipe: Recipe, { languages, planned, last, fired }: RecipeState): RecipeAnswer {
  const { name, title, description, goal, budget, schedule, triggers } = recipe;
  return {
    name,
    title,
    description: description ?? null,
    goal,
    parameters: recipe.parameters.map(({ choices, ...one }) => ({
      name: one.name,
      title: one.title,
      kind: one.kind,
      required: one.required,
      default: one.default ?? null,
      choices: one.kind === 'language' ? [...languages] : [...(choices ?? [])],
    })),
    team: recipe.agents ? [...recipe.agents] : null,
    paths: recipe.paths ? [...recipe.paths] : null,
    budget: budget ? { ...budget } : null,
    schedule: schedule
      ? { cron: schedule.cron, time_zone: schedule.timeZone, catch_up: schedule.catchUp }
      : null,
    triggers: (['published', 'changed', 'webhook'] as const).filter((one) => triggers?.[one]),
    next_run_at: schedule ? (planned?.nextAt.toISOString() ?? null) : null,
    last_run: last
      ? {
          run_id: last.runId,
          status: last.status,
          started_at: last.startedAt.toISOString(),
          tokens: last.tokens,
          usd: last.usd,
        }
      : null,
    last_firing: fired
      ? { at: fired.firedAt.toISOString(), outcome: fired.outcome, detail: fired.detail }
      : null,
  };
}

function byRecipe<T extends { readonly recipe: string }>(rows: readonly T[]): Map<string, T> {
  return new Map(rows.map((row) => [row.recipe, row]));
}

/** The same answer for an unknown recipe, one without a webhook, and a wrong token. @throws `invalid_webhook_token`. */
async function requireToken(
  { recipes }: RecipesApiOptions,
  { id, recipe: name }: { readonly id: string; readonly recipe: string },
  authorization = '',
): Promise<Recipe> {
  const all = id === recipes.workspaceId ? (await recipes.read()).recipes : [];
  const recipe = all.find((one) => one.name === name);
  const given = sha256(/^Bearer (\S+)$/i.exec(authorization)?.[1] ?? '');
  const wanted = recipe?.triggers?.webhook?.tokenSha256 ?? '0'.repeat(64);
  if (timingSafeEqual(Buffer.from(given), Buffer.from(wanted)) && recipe) return recipe;
  throw runProblems.invalid_webhook_token(
    'No webhook of this recipe accepts the token. Send it as `Authorization: Bearer <token>`.',
  );
}
