import { pathPatternSyntax } from '@galley/kernel';
import { z } from 'zod';
import { choice, decimal, integer, plainName, words, yesOrNo } from '../config-values.ts';
import { recipeVotes } from '../proposal-checks-schema.ts';
import { copyShape, listOf, optional, struct, value, withDefault } from '../shape.ts';
import { catchUpRules, isCron, isTimeZone, nextFiring } from './recipe-schedule.ts';

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
    { expected: `a text of 1 to ${longest.toLocaleString('en')} characters` },
  );

const cron = () =>
  value(z.stringFormat('cron', isCron), {
    expected: 'a cron expression of five fields, such as "0 6 * * 1" (Mondays at 6:00)',
  });

const timeZone = () =>
  value(z.stringFormat('time-zone', isTimeZone), {
    expected: 'the name of a time zone, such as Europe/Berlin',
  });

const pathPattern = () =>
  value(
    z
      .string()
      .regex(pathPatternSyntax)
      .regex(/^\P{Cc}*$/u),
    {
      expected:
        'a path in the content folder, in which * stands for a part of a name and ** for folders, such as posts/**',
    },
  );

/** Not empty. */
function someOf<Out, In>(item: z.ZodType<Out, In>, expected: string) {
  const list = listOf(item, expected);
  return copyShape(list.min(1), list);
}

const pathPatterns = () => someOf(pathPattern(), 'a list of paths, such as [posts/**]');

const parameter = struct({
  name: plainName(),
  title: words(),
  kind: withDefault(choice(...parameterKinds), 'text'),
  required: withDefault(yesOrNo(), false),
  default: optional(prose(maxValueLength)),
  choices: optional(listOf(words(), 'a list of texts, such as [short, long]')),
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
        expected: 'the SHA-256 of a token, as 64 lower-case hexadecimal digits',
      }),
    }),
  ),
});

const fields = struct({
  title: words(),
  description: optional(prose(1_000)),
  goal: prose(maxGoalLength),
  parameters: withDefault(listOf(parameter, 'a list of parameters'), []),
  team: optional(
    someOf(plainName(), 'a list of agents and roles, such as [implementer-1, reviewer]'),
  ),
  paths: optional(pathPatterns()),
  checks: optional(listOf(plainName(), 'a list of checks, such as [links, tests]')),
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
    for (const [path, message] of mistakes(recipe))
      context.addIssue({ code: 'custom', path: [...path], message });
  }),
  fields,
);

type Mistake = readonly [path: readonly (string | number)[], message: string];

/** `{{name}}` stands for the value of a parameter, in the goal and in paths. */
export const placeholder = /\{\{([^{}]*)\}\}/g;

function* mistakes(recipe: RecipeFields): Generator<Mistake> {
  yield* goalMistakes(recipe);
  for (const [index, one] of recipe.parameters.entries())
    for (const [key, message] of parameterMistakes(one, recipe.parameters.slice(0, index)))
      yield [['parameters', index, key], message];
  yield* automaticMistakes(recipe);
}

function* goalMistakes({ goal, paths = [], parameters }: RecipeFields): Generator<Mistake> {
  const used = placeholdersIn(goal);
  const names = parameters.map(({ name }) => name);
  const unknown = (text: string) =>
    placeholdersIn(text)
      .filter((name) => !names.includes(name))
      .map((name) => `uses {{${name}}}, which is not one of the parameters`);
  for (const message of unknown(goal)) yield [['goal'], message];
  for (const [index, path] of paths.entries())
    for (const message of unknown(path)) yield [['paths', index], message];
  for (const [index, name] of names.entries())
    if (!used.includes(name))
      yield [['parameters', index, 'name'], `is not used: the goal has no {{${name}}}`];
}

/** Each once. */
export function placeholdersIn(text: string): string[] {
  return [...new Set([...text.matchAll(placeholder)].map(([, name = '']) => name.trim()))];
}

type ParameterMistake = readonly [key: keyof RecipeParameter, message: string];

function* parameterMistakes(
  { name, kind, choices, default: initial }: RecipeParameter,
  before: readonly RecipeParameter[],
): Generator<ParameterMistake> {
  if (before.some((other) => other.name === name))
    yield ['name', 'is the name of an earlier parameter, too'];
  if (kind === 'choice' && !choices?.length)
    yield ['choices', 'must list the values of a parameter of the kind choice'];
  if (kind !== 'choice' && choices) yield ['choices', 'belongs to parameters of the kind choice'];
  if (kind === 'choice' && initial !== undefined && choices && !choices.includes(initial))
    yield ['default', `must be one of ${choices.join(', ')}`];
}

/** Runs that start by themselves have no one to ask. */
function* automaticMistakes(recipe: RecipeFields): Generator<Mistake> {
  const { schedule, triggers: given, parameters } = recipe;
  const { published, changed } = given ?? {};
  if (schedule && nextFiring(schedule, new Date()) === undefined)
    yield [['schedule', 'cron'], 'names a time that never comes'];
  const open = parameters.filter((one) => one.required && one.default === undefined);
  const documents = parameters.filter(({ kind }) => kind === 'document');
  const say = (names: readonly RecipeParameter[]) => names.map(({ name }) => name).join(', ');
  if (schedule && open.length > 0)
    yield [['schedule'], `needs a default for each required parameter: ${say(open)}`];
  if (!published && !changed) return;
  if (documents.length > 1)
    yield [['triggers'], `can fill one parameter of the kind document, not ${say(documents)}`];
  const left = open.filter(({ kind }) => kind !== 'document');
  if (left.length > 0)
    yield [['triggers'], `need a default for each required parameter: ${say(left)}`];
}
