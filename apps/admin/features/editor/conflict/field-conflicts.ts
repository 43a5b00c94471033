import { isWriterKey } from '../session/frontmatter-keys.ts';
import {
  isDeepEqual,
  isMapping,
  readFrontmatter,
  withChange,
  type Values,
} from '../session/frontmatter-text.ts';

export type FieldSide = 'mine' | 'theirs';

/** A field that differs in the two versions. */
export interface FieldConflict {
  /** `title`, or `fields` and the name of a custom field. */
  readonly path: readonly string[];
  readonly mine: unknown;
  readonly theirs: unknown;
  /** The side that changed the field; the user's own if both did, or if the common base is unknown. */
  readonly suggested: FieldSide;
  readonly isClash: boolean;
}

/** As in the errors of the server: `title`, `fields.price`. */
export function fieldKey({ path }: FieldConflict): string {
  return path.join('.');
}

interface Versions {
  readonly base: Values | null;
  readonly mine: Values;
  readonly theirs: Values;
}

export function fieldConflicts(versions: Versions): FieldConflict[] {
  const { mine, theirs } = versions;
  return fieldPaths(mine, theirs)
    .map((path) => fieldConflict(versions, path))
    .filter((conflict) => !isDeepEqual(conflict.mine, conflict.theirs));
}

function fieldPaths(...versions: readonly Values[]): (readonly string[])[] {
  const names = new Set(versions.flatMap(Object.keys).filter(isWriterKey));
  return [...names].flatMap((name) => {
    const values = versions.map((version) => version[name]);
    if (name !== 'fields' || !values.every((value) => value === undefined || isMapping(value)))
      return [[name]];
    const parts = new Set(values.flatMap((value) => Object.keys(value ?? {})));
    return [...parts].map((part) => [name, part]);
  });
}

function fieldConflict({ base, ...sides }: Versions, path: readonly string[]): FieldConflict {
  const [mine, theirs] = [valueAt(sides.mine, path), valueAt(sides.theirs, path)];
  const before = base && valueAt(base, path);
  const isOnlyTheirs = base !== null && isDeepEqual(mine, before);
  const isOnlyMine = base !== null && isDeepEqual(theirs, before);
  return {
    path,
    mine,
    theirs,
    suggested: isOnlyTheirs ? 'theirs' : 'mine',
    isClash: base !== null && !isOnlyTheirs && !isOnlyMine,
  };
}

function valueAt(values: Values, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, name) => (isMapping(inner) ? inner[name] : undefined),
    values,
  );
}

/** The other version's frontmatter with the user's values of the given conflicts. */
export function withMine(theirYaml: string, conflicts: readonly FieldConflict[]): string {
  return conflicts.reduce((yaml, { path, mine }) => withChange(yaml, path, mine), theirYaml);
}

/** `undefined` if the frontmatter of a version cannot be read: then only its text can be compared. */
export function readVersions(versions: {
  readonly base: string | null;
  readonly mine: string;
  readonly theirs: string;
}): Versions | undefined {
  const read = (yaml: string) => readFrontmatter(yaml);
  const [mine, theirs] = [read(versions.mine), read(versions.theirs)];
  const base = versions.base === null ? null : read(versions.base);
  if (mine.problem || theirs.problem || base?.problem) return undefined;
  return { base: base && base.values, mine: mine.values, theirs: theirs.values };
}
