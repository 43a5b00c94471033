import {
  fieldError,
  fieldFault,
  kernelProblems,
  type FieldError,
  type FieldFault,
} from '@galley/kernel';
import { withSuggestion } from '../nearest.ts';
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

/** @throws `invalid_request` with every unknown, missing or unsuitable value. */
export function resolveParameters(
  { parameters }: Pick<Recipe, 'parameters'>,
  given: ParameterValues,
  languages: readonly string[],
): ParameterValues {
  const names = parameters.map((one) => one.name);
  const faults = Object.keys(given)
    .filter((key) => !names.includes(key))
    .map((key): FieldError => ({
      path: `parameters.${key}`,
      ...withSuggestion(fieldFault('unknown_key'), key, names),
    }));
  const values: Record<string, string> = {};
  for (const one of parameters) {
    const text = (Object.hasOwn(given, one.name) ? given[one.name]! : '').trim();
    const wanted = text === '' ? (one.default ?? '') : text;
    const fault = valueFault(one, wanted, languages);
    if (fault) faults.push({ path: `parameters.${one.name}`, ...fault });
    values[one.name] = wanted;
  }
  if (faults.length > 0) throw kernelProblems.invalid_request.at(faults);
  return values;
}

/** @throws `invalid_request` if the goal becomes too long. */
export function goalOf({ goal }: Pick<Recipe, 'goal'>, values: ParameterValues): string {
  const text = filled(goal, values);
  if (text.length <= maxGoalLength) return text.trim();
  throw kernelProblems.invalid_request.at([
    fieldError('parameters', 'goal_too_long', { max: maxGoalLength }),
  ]);
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
    .map((name) => fieldError(`parameters.${name}`, 'path_wildcard'));
  if (faults.length > 0) throw kernelProblems.invalid_request.at(faults);
  return paths?.map((path) => filled(path, values));
}

const widensPath = /[*\\]|(^|\/)\.\.(\/|$)/;

/** A single pass: a value that contains {{…}} stays as it is. */
function filled(text: string, values: ParameterValues): string {
  return text.replace(placeholder, (_found, name: string) => values[name.trim()] ?? '');
}

function valueFault(
  { title, kind, required, choices = [] }: RecipeParameter,
  text: string,
  languages: readonly string[],
): FieldFault | undefined {
  if (text === '') return required ? fieldFault('required', { label: title }) : undefined;
  if (text.length > maxValueLength || text.includes('\0'))
    return fieldFault('too_long', { max: maxValueLength });
  if (kind === 'choice' && !choices.includes(text))
    return fieldFault('not_one_of', { allowed: choices });
  if (kind === 'language' && !languages.includes(text))
    return fieldFault('not_one_of', { allowed: languages });
  if (kind === 'document' && !isDocumentPath(text))
    return fieldFault('not_a_document', { example: 'posts/hello.md' });
  return undefined;
}

function isDocumentPath(text: string): boolean {
  return /^(?!\/)(?!.*(^|\/)\.{0,2}(\/|$))[^\\\p{Cc}]+\.md$/u.test(text);
}
