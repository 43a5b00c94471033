import { kernelProblems } from '@galley/kernel';
import { findNearest } from '../nearest.ts';
import {
  maxGoalLength,
  maxValueLength,
  placeholder,
  placeholdersIn,
  type RecipeFields,
  type RecipeParameter,
} from './recipe-schema.ts';

export interface Recipe extends RecipeFields {
  /** Name of its file, without `.yaml`. */
  readonly name: string;
  /** Ids of the agents that may get work; undefined: all. */
  readonly agents: readonly string[] | undefined;
}

/** Value of every parameter; empty for an optional one without a value. */
export type ParameterValues = Readonly<Record<string, string>>;

interface ValueFault {
  readonly path: string;
  readonly message: string;
}

/** @throws `invalid_request` with every unknown, missing or unsuitable value. */
export function resolveParameters(
  { name, parameters }: Pick<Recipe, 'name' | 'parameters'>,
  given: ParameterValues,
  languages: readonly string[],
): ParameterValues {
  const names = parameters.map((one) => one.name);
  const faults = Object.keys(given)
    .filter((key) => !names.includes(key))
    .map((key) => ({ path: `parameters.${key}`, message: unknownParameter(name, key, names) }));
  const values: Record<string, string> = {};
  for (const one of parameters) {
    const text = (Object.hasOwn(given, one.name) ? given[one.name]! : '').trim();
    const wanted = text === '' ? (one.default ?? '') : text;
    const message = valueFault(one, wanted, languages);
    if (message !== undefined) faults.push({ path: `parameters.${one.name}`, message });
    values[one.name] = wanted;
  }
  if (faults.length > 0) throw refused(faults);
  return values;
}

/** @throws `invalid_request` if the goal becomes too long. */
export function goalOf({ goal }: Pick<Recipe, 'goal'>, values: ParameterValues): string {
  const text = filled(goal, values);
  if (text.length <= maxGoalLength) return text.trim();
  const message = `make the goal longer than ${maxGoalLength.toLocaleString('en')} characters`;
  throw refused([{ path: 'parameters', message }]);
}

/**
 * Undefined if the recipe allows every path.
 * @throws `invalid_request` for a value that would widen a path, such as `**` or `..`.
 */
export function pathsOf(
  { paths }: Pick<Recipe, 'paths'>,
  values: ParameterValues,
): string[] | undefined {
  const used = paths?.flatMap((path) => placeholdersIn(path)) ?? [];
  const faults = [...new Set(used)]
    .filter((name) => widensPath.test(values[name] ?? ''))
    .map((name) => ({
      path: `parameters.${name}`,
      message: 'must not contain a wildcard or .., because it limits the paths of the run',
    }));
  if (faults.length > 0) throw refused(faults);
  return paths?.map((path) => filled(path, values));
}

const widensPath = /[*\\]|(^|\/)\.\.(\/|$)/;

/** A single pass: a value that contains {{…}} stays as it is. */
function filled(text: string, values: ParameterValues): string {
  return text.replace(placeholder, (_found, name: string) => values[name.trim()] ?? '');
}

function unknownParameter(recipe: string, key: string, names: readonly string[]): string {
  if (names.length === 0) return `is unknown: the recipe ${recipe} has no parameters`;
  const meant = findNearest(key, names);
  return meant === undefined
    ? `is unknown; the recipe ${recipe} has ${names.join(', ')}`
    : `is unknown; did you mean ${meant}?`;
}

function valueFault(
  { kind, required, choices = [] }: RecipeParameter,
  text: string,
  languages: readonly string[],
): string | undefined {
  if (text === '') return required ? 'is required' : undefined;
  if (text.length > maxValueLength || text.includes('\0'))
    return `must have at most ${maxValueLength.toLocaleString('en')} characters`;
  if (kind === 'choice' && !choices.includes(text)) return `must be one of ${choices.join(', ')}`;
  if (kind === 'language' && !languages.includes(text))
    return `must be a language of the site: ${languages.join(', ')}`;
  if (kind === 'document' && !isDocumentPath(text))
    return 'must be the path of a document in the content folder, such as posts/hello.md';
  return undefined;
}

function isDocumentPath(text: string): boolean {
  return /^(?!\/)(?!.*(^|\/)\.{0,2}(\/|$))[^\\\p{Cc}]+\.md$/u.test(text);
}

function refused(errors: readonly ValueFault[]): Error {
  const sentence = errors.map(({ path, message }) => `${path} ${message}`).join('; ');
  return kernelProblems.invalid_request(`${sentence}.`, { errors });
}
