import { isMap, parseDocument, type Document, type ParsedNode } from 'yaml';
import { spliced } from './yaml-splice.ts';

export type Values = Readonly<Record<string, unknown>>;

export interface YamlProblem {
  readonly message: string;
  /** From 1. */
  readonly line: number;
}

export interface ReadFrontmatter {
  readonly values: Values;
  readonly problem: YamlProblem | null;
}

/** On an error, the values are empty. */
export function readFrontmatter(yaml: string): ReadFrontmatter {
  const document = parse(yaml);
  const [error] = document.errors;
  if (error) {
    const [message = ''] = error.message.split(/ at line \d+/);
    return invalidFrontmatter(message, error.linePos?.[0].line ?? 1);
  }
  try {
    const values: unknown = document.toJS() ?? {};
    return isMapping(values)
      ? { values, problem: null }
      : invalidFrontmatter('Not a list of names and values', 1);
  } catch (error) {
    return invalidFrontmatter((error as Error).message, 1);
  }
}

function invalidFrontmatter(message: string, line: number): ReadFrontmatter {
  return { values: {}, problem: { message, line } };
}

/** Keeps comments, and order and spelling where an in-place edit is possible. `undefined` removes the value. */
export function withValue(yaml: string, path: readonly string[], value: unknown): string {
  const wanted = changed(readFrontmatter(yaml).values, path, value);
  const parsed = parse(yaml);
  // Rewriting invalid YAML would lose the parts that cannot be parsed; the user has to fix it by hand.
  if (parsed.errors.length > 0) return yaml;
  const inPlace = spliced(parsed, yaml, { path, value });
  if (inPlace !== undefined && isDeepEqual(readFrontmatter(inPlace).values, wanted)) return inPlace;
  const document = parse(yaml);
  if (value === undefined) document.deleteIn(path);
  else document.setIn(path, document.createNode(value));
  return isEmpty(document) ? '' : document.toString({ lineWidth: 0 });
}

/** Like `withValue`, but changes mappings entry by entry, so that equal entries keep their lines. */
export function withChange(yaml: string, path: readonly string[], value: unknown): string {
  const before = path.reduce<unknown>(
    (inner, name) => (isMapping(inner) ? inner[name] : undefined),
    readFrontmatter(yaml).values,
  );
  if (!isMapping(before) || !isMapping(value)) return withValue(yaml, path, value);
  const names = new Set([...Object.keys(before), ...Object.keys(value)]);
  return [...names]
    .filter((name) => !isDeepEqual(before[name], value[name]))
    .reduce((text, name) => withChange(text, [...path, name], value[name]), yaml);
}

/** Names for which `isMine` is false keep their values. */
export function withValues(
  yaml: string,
  values: Values,
  isMine: (name: string) => boolean,
): string {
  const before = readFrontmatter(yaml).values;
  const names = new Set([...Object.keys(before), ...Object.keys(values)]);
  return [...names]
    .filter((name) => isMine(name) && !isDeepEqual(before[name], values[name]))
    .reduce((text, name) => withChange(text, [name], values[name]), yaml);
}

/** Ignores the order of keys. */
export function isDeepEqual(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (Array.isArray(one) && Array.isArray(other))
    return (
      one.length === other.length && one.every((item, place) => isDeepEqual(item, other[place]))
    );
  if (!isMapping(one) || !isMapping(other)) return false;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => name in other && isDeepEqual(one[name], other[name]))
  );
}

export function isMapping(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parse(yaml: string): Document.Parsed<ParsedNode> {
  return parseDocument(yaml, { merge: true, prettyErrors: true });
}

function isEmpty({ contents, comment, commentBefore }: Document): boolean {
  return isMap(contents) && contents.items.length === 0 && !comment && !commentBefore;
}

function changed(values: Values, [name, ...rest]: readonly string[], value: unknown): Values {
  const { [name!]: before, ...others } = values;
  const after = rest.length === 0 ? value : changed(isMapping(before) ? before : {}, rest, value);
  const isGone =
    after === undefined ||
    (rest.length > 0 &&
      before === undefined &&
      isMapping(after) &&
      Object.keys(after).length === 0);
  return isGone ? others : { ...others, [name!]: after };
}

export function valueAt(values: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, name) => (value as Record<string, unknown> | undefined)?.[name],
    values,
  );
}
