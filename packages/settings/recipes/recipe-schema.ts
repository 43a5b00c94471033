import { fieldFault, pathPatternSyntax } from '@galley/kernel';
import { z } from 'zod';
import { choice, decimal, integer, plainName, words, yesOrNo } from '../config-values.ts';
import { recipeVotes } from '../proposal-checks-schema.ts';
import type { KeyFault } from '../finding.ts';
import { addFaults, copyShape, listOf, optional, struct, value, withDefault } from '../shape.ts';
import { catchUpRules, nextFiring } from './recipe-schedule.ts';
import { cron, timeZone } from './schedule-values.ts';

export const parameterKinds = ['text', 'choice', 'document', 'language'] as const;
export type ParameterKind = (typeof parameterKinds)[number];

/** Where people decide on the proposals of a run. */
export const recipeResults = ['review', 'pull_request'] as const;
export type RecipeResult = (typeof recipeResults)[number];

/** A goal has the same limit once its parameters are filled in. */
export const maxGoalLength = 4_000;
export const maxValueLength = 1_000;

const prose = (longest: number) =>
  value(
    z.stringFormat('prose', (text) => text.trim() !== '' && text.length <= longest),
    { expected: fieldFault('text_length', { min: 1, max: longest }) },
  );

const pathPattern = () =>
  value(
    z
      .string()
      .regex(pathPatternSyntax)
      .regex(/^\P{Cc}*$/u),
    {
      expected: fieldFault('not_a_path_pattern', { example: 'posts/**' }),
    },
  );

/** Not empty. */
function someOf<Out, In>(item: z.ZodType<Out, In>, example: string) {
  const list = listOf(item, example);
  return copyShape(list.min(1), list);
}

const pathPatterns = () => someOf(pathPattern(), '[posts/**]');

const parameter = struct({
  name: plainName(),
  title: words(),
  kind: withDefault(choice(...parameterKinds), 'text'),
  required: withDefault(yesOrNo(), false),
  default: optional(prose(maxValueLength)),
  choices: optional(listOf(words(), '[short, long]')),
});

const budget = struct({
  turns: optional(integer(1, 100_000)),
  minutes: optional(integer(1, 100_000)),
  tokens: optional(integer(1, 1_000_000_000_000)),
  usd: optional(decimal(0.01, 1_000_000)),
});

const triggers = struct({
  published: optional(struct({ paths: pathPatterns() })),
  changed: optional(struct({ paths: pathPatterns() })),
  webhook: optional(
    struct({
      token_sha256: value(z.string().regex(/^[0-9a-f]{64}$/), {
        expected: fieldFault('not_a_sha256'),
      }),
    }),
  ),
});

const fields = struct({
  title: words(),
  description: optional(prose(1_000)),
  goal: prose(maxGoalLength),
  parameters: withDefault(listOf(parameter, '[{ name, title }]'), []),
  team: optional(someOf(plainName(), '[implementer-1, reviewer]')),
  paths: optional(pathPatterns()),
  checks: optional(listOf(plainName(), '[links, tests]')),
  votes: optional(recipeVotes),
  result: withDefault(choice(...recipeResults), 'review'),
  budget: optional(budget),
  schedule: optional(
    struct({
      cron: cron(),
      time_zone: withDefault(timeZone(), 'UTC'),
      catch_up: withDefault(choice(...catchUpRules), 'skip'),
    }),
  ),
  triggers: optional(triggers),
});

export type RecipeFields = z.output<typeof fields>;
export type RecipeParameter = RecipeFields['parameters'][number];
export type RecipeBudget = NonNullable<RecipeFields['budget']>;

export const recipeSchema = copyShape(
  fields.superRefine((recipe, context) => {
    addFaults(context, findMistakes(recipe));
  }),
  fields,
);

/** `{{name}}` stands for the value of a parameter, in the goal and in paths. */
export const placeholder = /\{\{([^{}]*)\}\}/g;

function* findMistakes(recipe: RecipeFields): Generator<KeyFault> {
  yield* goalMistakes(recipe);
  for (const [index, one] of recipe.parameters.entries())
    for (const fault of parameterMistakes(one, recipe.parameters.slice(0, index)))
      yield { ...fault, path: ['parameters', index, ...fault.path] };
  yield* automaticMistakes(recipe);
}

function* goalMistakes({ goal, paths = [], parameters }: RecipeFields): Generator<KeyFault> {
  const used = placeholdersIn(goal);
  const names = parameters.map(({ name }) => name);
  const unknown = (text: string) =>
    placeholdersIn(text)
      .filter((name) => !names.includes(name))
      .map((name) => fieldFault('unknown_placeholder', { name }));
  for (const fault of unknown(goal)) yield { path: ['goal'], ...fault };
  for (const [index, path] of paths.entries())
    for (const fault of unknown(path)) yield { path: ['paths', index], ...fault };
  for (const [index, name] of names.entries())
    if (!used.includes(name))
      yield { path: ['parameters', index, 'name'], ...fieldFault('unused_parameter', { name }) };
}

/** Each once. */
export function placeholdersIn(text: string): string[] {
  return [...new Set([...text.matchAll(placeholder)].map(([, name = '']) => name.trim()))];
}

function* parameterMistakes(
  { name, kind, choices, default: initial }: RecipeParameter,
  before: readonly RecipeParameter[],
): Generator<KeyFault> {
  if (before.some((other) => other.name === name))
    yield { path: ['name'], ...fieldFault('duplicate', { value: name }) };
  if (kind === 'choice' && !choices?.length)
    yield { path: ['choices'], ...fieldFault('required_with', { other: 'kind: choice' }) };
  if (kind !== 'choice' && choices)
    yield { path: ['choices'], ...fieldFault('only_with', { other: 'kind: choice' }) };
  if (kind === 'choice' && initial !== undefined && choices && !choices.includes(initial))
    yield { path: ['default'], ...fieldFault('not_one_of', { allowed: choices }) };
}

/** Runs that start by themselves have no one to ask. */
function* automaticMistakes(recipe: RecipeFields): Generator<KeyFault> {
  const { schedule, triggers: given, parameters } = recipe;
  const { published, changed } = given ?? {};
  if (schedule && nextFiring(schedule, new Date()) === undefined)
    yield { path: ['schedule', 'cron'], ...fieldFault('never_due') };
  const open = parameters.filter((one) => one.required && one.default === undefined);
  const documents = parameters.filter(({ kind }) => kind === 'document');
  const namesOf = (all: readonly RecipeParameter[]) => all.map(({ name }) => name);
  const withoutDefault = (all: readonly RecipeParameter[]) =>
    fieldFault('parameters_without_default', { names: namesOf(all) });
  if (schedule && open.length > 0) yield { path: ['schedule'], ...withoutDefault(open) };
  if (!published && !changed) return;
  if (documents.length > 1)
    yield {
      path: ['triggers'],
      ...fieldFault('too_many_document_parameters', { names: namesOf(documents) }),
    };
  const left = open.filter(({ kind }) => kind !== 'document');
  if (left.length > 0) yield { path: ['triggers'], ...withoutDefault(left) };
}
