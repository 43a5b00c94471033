import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fieldFault, type FieldFault } from '@galley/kernel';
import { sortByLine, formatPath, type Finding, type KeyPath, type Source } from '../finding.ts';
import { withSuggestion } from '../nearest.ts';
import { contentCheckNames } from '../proposal-checks-schema.ts';
import { check } from '../schema-check.ts';
import { parseYaml } from '../yaml-source.ts';
import { recipeSchema, type RecipeFields } from './recipe-schema.ts';
import type { Recipe } from './recipe.ts';

/** In the project folder. */
export const recipesFolder = 'runs';

export interface TeamMember {
  readonly id: string;
  readonly role: string;
}

export interface BrokenRecipe {
  readonly name: string;
  /** In the project folder. */
  readonly file: string;
  /** `line:column: key: what is wrong`. */
  readonly mistakes: readonly string[];
}

export interface ReadRecipes {
  readonly recipes: readonly Recipe[];
  readonly broken: readonly BrokenRecipe[];
}

/** Plans every run, so it belongs to every team. */
const planner = 'chair';
const worker = 'implementer';
const extension = /\.ya?ml$/;

/** Names that recipes may use. */
export interface KnownNames {
  readonly agents: readonly TeamMember[];
  /** Names in `coordinator.checks`. */
  readonly checks: readonly string[];
  /** Whether `coordinator.remote` is configured. */
  readonly hasRemote: boolean;
}

/** `known` are the configured names. A missing folder has no recipes. */
export async function readRecipes(
  projectDirectory: string,
  known: KnownNames,
): Promise<ReadRecipes> {
  const folder = join(projectDirectory, recipesFolder);
  const files = (await namesIn(folder)).filter((name) => extension.test(name)).toSorted();
  const recipes: Recipe[] = [];
  const broken: BrokenRecipe[] = [];
  for (const file of files) {
    const read = readRecipe(file, await textOf(join(folder, file)), known);
    if ('mistakes' in read) broken.push(read);
    else if (recipes.some(({ name }) => name === read.name))
      broken.push(brokenOf(file, ['another file has this name']));
    else recipes.push(read);
  }
  return { recipes, broken };
}

function readRecipe(
  file: string,
  text: string | undefined,
  known: KnownNames,
): Recipe | BrokenRecipe {
  const name = file.replace(extension, '');
  if (!/^[a-z][a-z0-9_-]{0,49}$/.test(name))
    return brokenOf(file, [
      'the file name must have up to 50 lower-case letters, digits, - and _, and begin with a letter',
    ]);
  if (text === undefined) return brokenOf(file, ['cannot be read']);
  const source = parseYaml(text, file);
  if (source.findings.length > 0) return brokenOf(file, source.findings.map(sentence));
  const { value, findings } = check(recipeSchema, source);
  if (value === undefined) return brokenOf(file, findings.map(sentence));
  const { members, mistakes } = teamOf(value, source, known.agents);
  mistakes.push(...unknownChecks(value, source, known.checks));
  if (value.result === 'pull_request' && !known.hasRemote)
    mistakes.push(
      faultsIn(source)(
        ['result'],
        fieldFault('requires', {
          other: ['coordinator.remote.kind', 'coordinator.remote.repository'],
        }),
      ),
    );
  if (mistakes.length > 0) return brokenOf(file, sortByLine(mistakes).map(sentence));
  return { ...value, name, agents: members };
}

function teamOf({ team }: RecipeFields, source: Source, agents: readonly TeamMember[]) {
  if (!team) return { members: undefined, mistakes: [] as Finding[] };
  const fault = faultsIn(source);
  const known = [...new Set(agents.flatMap(({ id, role }) => [id, role]))];
  const mistakes = team.flatMap((entry, index) =>
    known.includes(entry)
      ? []
      : [
          fault(
            ['team', index],
            withSuggestion(fieldFault('not_found', { value: entry }), entry, known),
          ),
        ],
  );
  const members = agents.filter(
    ({ id, role }) => role === planner || team.includes(id) || team.includes(role),
  );
  if (mistakes.length === 0 && !members.some(({ role }) => role === worker))
    mistakes.push(fault(['team'], fieldFault('requires', { other: worker })));
  return { members: members.map(({ id }) => id), mistakes };
}

function unknownChecks(
  { checks = [] }: RecipeFields,
  source: Source,
  configured: readonly string[],
): Finding[] {
  const known = [...contentCheckNames, ...configured];
  return checks.flatMap((name, index) => {
    if (known.includes(name)) return [];
    const fault = withSuggestion(fieldFault('not_found', { value: name }), name, known);
    return [faultsIn(source)(['checks', index], fault)];
  });
}

const faultsIn =
  (source: Source) =>
  (path: KeyPath, fault: FieldFault): Finding => ({
    ...fault,
    path,
    place: source.placeOf(path, 'value'),
  });

function brokenOf(file: string, mistakes: readonly string[]): BrokenRecipe {
  return { name: file.replace(extension, ''), file: `${recipesFolder}/${file}`, mistakes };
}

function sentence({ place: { line, column }, path, code, message }: Finding): string {
  const place = line === undefined ? '' : `${line}:${column}`;
  // The message names a missing key itself.
  const key = code === 'required' && path.length === 1 ? '' : formatPath(path);
  return [place, key, message].filter((part) => part !== '').join(': ');
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw error;
  }
}

/** Undefined if it cannot be read, such as a folder of this name. */
async function textOf(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch {
    return undefined;
  }
}
