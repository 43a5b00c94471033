import type { Option } from '../../../ui/index.ts';

export interface Suggestion {
  readonly name: string;
  readonly about?: string;
  /** Address of a person's picture, or null for initials. */
  readonly picture?: string | null;
}

const maxOptions = 12;

/** A list separated by commas, semicolons, tabs or lines. */
export function splitNames(text: string): string[] {
  return text
    .split(/[,;\t\r\n]+/)
    .map((name) => name.replace(/\s+/g, ' ').trim())
    .filter((name) => name !== '');
}

/** Without duplicates; a name that is known in another case gets the known spelling. */
export function canonicalNames(names: readonly string[], known: readonly string[]): string[] {
  const spellings = new Map<string, string>();
  for (const name of [...known, ...names]) {
    const key = foldCase(name);
    if (!spellings.has(key)) spellings.set(key, name);
  }
  return [...new Set(names.map((name) => spellings.get(foldCase(name))!))];
}

/** Matches in the order of the suggestions, those that begin with the text first; then the text itself, if it is new. */
export function suggestedOptions(
  typed: string,
  context: {
    readonly names: readonly string[];
    readonly suggestions: readonly Suggestion[];
    readonly create: (name: string) => string;
  },
): Option[] {
  const { names, suggestions, create } = context;
  const chosen = new Set(names.map(foldCase));
  const wanted = foldCase(typed.trim());
  const found = suggestions.filter(
    ({ name }) => !chosen.has(foldCase(name)) && foldCase(name).includes(wanted),
  );
  const isStart = ({ name }: Suggestion) => foldCase(name).startsWith(wanted);
  const sorted = [...found.filter(isStart), ...found.filter((one) => !isStart(one))];
  const options = sorted.slice(0, maxOptions).map(({ name, about, picture }) => ({
    id: name,
    label: name,
    ...(about && { about }),
    ...(picture !== undefined && { picture }),
  }));
  const isKnown = chosen.has(wanted) || found.some(({ name }) => foldCase(name) === wanted);
  if (wanted === '' || isKnown) return options;
  return [...options, { id: typed.trim(), label: create(typed.trim()) }];
}

function foldCase(name: string): string {
  return name.normalize('NFC').toLowerCase();
}
