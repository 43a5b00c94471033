import { z } from 'zod';
import { exampleProject } from './example-project.ts';
import { defineNoun } from './operation.ts';
import { workspaceId, workspaceProblems } from './run-shapes.ts';
import { dateTime, text } from './shapes.ts';

const count = z.int().positive();

export const recipeParameters = z
  .record(z.string().max(50), text().max(1_000))
  .meta({ description: 'Values by the names of the parameters of the recipe.' });

const recipe = z
  .object({
    name: z.string().meta({ description: 'Name of its file in `runs`, without `.yaml`.' }),
    title: z.string(),
    description: z.string().nullable(),
    goal: z.string().meta({ description: 'With `{{name}}` for each parameter.' }),
    parameters: z.array(
      z.object({
        name: z.string(),
        title: z.string(),
        kind: z.enum(['text', 'choice', 'document', 'language']),
        required: z.boolean(),
        default: z.string().nullable(),
        choices: z.array(z.string()).meta({
          description: 'Possible values of the kinds `choice` and `language`.',
        }),
      }),
    ),
    team: z.array(z.string()).nullable().meta({
      description: 'Ids of the agents that may get work; null: all.',
    }),
    paths: z.array(z.string()).nullable().meta({
      description: 'Patterns of content paths that proposals may touch; null: all.',
    }),
    budget: z
      .object({
        turns: count.optional(),
        minutes: count.optional(),
        tokens: count.optional(),
        usd: z.number().positive().optional(),
      })
      .nullable(),
    schedule: z
      .object({
        cron: z.string(),
        time_zone: z.string(),
        catch_up: z.enum(['skip', 'once']),
      })
      .nullable(),
    triggers: z.array(z.enum(['published', 'changed', 'webhook'])),
    next_run_at: dateTime.nullable().meta({
      description: 'Null without a schedule, and until a coordinator has read it.',
    }),
    last_run: z
      .object({
        run_id: z.string(),
        status: z.string(),
        started_at: dateTime,
        tokens: z.int().nonnegative(),
        usd: z.number().nullable().meta({ description: 'Null if no agent reported a cost.' }),
      })
      .nullable(),
    last_firing: z
      .object({
        at: dateTime,
        outcome: z.enum(['started', 'skipped', 'missed', 'failed']),
        detail: z.string().nullable(),
      })
      .nullable()
      .meta({ description: 'The last time a schedule or trigger started a run, or did not.' }),
  })
  .meta({ id: 'Recipe' });

export const recipes = defineNoun('recipes', {
  list: {
    base: 'runs',
    access: { capability: 'runs.read' },
    get: '/workspaces/{id}/recipes',
    summary: 'Recipes of the project, with their schedules and last runs',
    params: z.object({ id: workspaceId }),
    answer: z
      .object({
        recipes: z.array(recipe),
        broken: z
          .array(z.object({ name: z.string(), file: z.string(), mistakes: z.array(z.string()) }))
          .meta({ description: 'Files that cannot be used.' }),
      })
      .meta({ id: 'Recipes' }),
    problems: workspaceProblems,
    example: { params: { id: exampleProject.workspace } },
  },

  trigger: {
    base: 'runs',
    access: 'public',
    post: '/workspaces/{id}/recipes/{recipe}/trigger',
    summary:
      'Webhook of a recipe: requests a run; the header Authorization has the token of the recipe',
    params: z.object({
      id: workspaceId,
      recipe: z.string().meta({ description: 'Name of the recipe.' }),
    }),
    bodyOptional: true,
    body: z.strictObject({ parameters: recipeParameters.optional() }),
    answer: z
      .object({ recipe: z.string(), state: z.literal('requested') })
      .meta({ id: 'RecipeRequest' }),
    problems: ['invalid_webhook_token', 'store_unavailable'],
    example: {
      params: { id: exampleProject.workspace, recipe: 'unknown' },
      body: {},
      refused: [401, 'invalid_webhook_token'],
    },
  },
});
