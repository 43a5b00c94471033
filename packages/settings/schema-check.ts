import { inspect } from 'node:util';
import type { z } from 'zod';
import {
  sortByLine,
  formatPath,
  redactCredentials,
  type Finding,
  type KeyPath,
  type Source,
} from './finding.ts';
import { findNearest } from './nearest.ts';
import { isMap, schemaAt, shapeOf, type Shape } from './shape.ts';

export type Checked<T> =
  | { readonly value: T; readonly findings: readonly [] }
  | { readonly value?: undefined; readonly findings: readonly Finding[] };

export function check<T>(schema: z.ZodType<T>, source: Source): Checked<T> {
  const given = source.value ?? {};
  const parsed = schema.safeParse(given);
  if (parsed.success) return { value: parsed.data, findings: [] };
  const findings = parsed.error.issues.flatMap((issue) =>
    toFindings(issue, { schema, source, given }),
  );
  return { findings: sortByLine(findings) };
}

interface Context {
  readonly schema: z.ZodType;
  readonly source: Source;
  readonly given: unknown;
}

function toFindings(issue: z.core.$ZodIssue, context: Context): Finding[] {
  const { schema, source, given } = context;
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => {
      const path = [...issue.path, key];
      return { path, place: source.placeOf(path, 'key'), message: unknownKey(schema, path) };
    });
  }
  const part = issue.code === 'invalid_key' ? 'key' : 'value';
  const message = messageOf(issue, schema, valueIn(given, issue.path));
  return [{ path: issue.path, place: source.placeOf(issue.path, part), message }];
}

function messageOf(issue: z.core.$ZodIssue, schema: z.ZodType, found: unknown): string {
  if (issue.code === 'custom') return issue.message;
  if (issue.code === 'invalid_key') {
    const parent = schemaAt(schema, issue.path.slice(0, -1));
    return `the key must be ${parent && shapeOf(parent).keyExpected}`;
  }
  const target = schemaAt(schema, issue.path);
  const shape = shapeOf(target ?? schema);
  if (found === undefined) return `is missing; it must be ${shape.expected}`;
  const suggestion =
    typeof found === 'string' && shape.options ? findNearest(found, shape.options) : undefined;
  const hint = suggestion === undefined ? '' : `; did you mean ${suggestion}?`;
  return `must be ${shape.expected}${describe(found, shape)}${hint}`;
}

function describe(found: unknown, shape: Shape): string {
  if (Array.isArray(found)) return ', not a list';
  if (isMap(found)) return ', not a map of keys';
  if (shape.isSecret) return ' (its value is not shown)';
  if (found === null) return ', not empty';
  if (typeof found !== 'string') return `, not the ${typeof found} ${inspect(found)}`;
  const text = redactCredentials(found);
  return `, not ${text === found ? JSON.stringify(found.slice(0, 80)) : text}`;
}

function unknownKey(schema: z.ZodType, path: KeyPath): string {
  const parent = path.slice(0, -1);
  const fields = Object.keys(fieldsAt(schema, parent));
  const siblings = fields.map((name) => formatPath([...parent, name]));
  const candidates = [...siblings, ...settingPaths(schema)];
  const lastName = (candidate: string) => candidate.slice(candidate.lastIndexOf('.') + 1);
  const suggestion = findNearest(String(path.at(-1)), candidates, lastName);
  if (suggestion !== undefined) return `unknown key; did you mean ${suggestion}?`;
  return `unknown key; there are ${fields.join(', ')}`;
}

const fieldsAt = (schema: z.ZodType, path: KeyPath) => {
  const target = schemaAt(schema, path);
  return (target && shapeOf(target).fields) ?? {};
};

function settingPaths(schema: z.ZodType, path: KeyPath = []): string[] {
  const entries = Object.entries(shapeOf(schema).fields ?? {});
  return entries.flatMap(([name, inner]) =>
    shapeOf(inner).fields ? settingPaths(inner, [...path, name]) : [formatPath([...path, name])],
  );
}

function valueIn(whole: unknown, path: KeyPath): unknown {
  return path.reduce<unknown>((current, step) => {
    const isContainer = isMap(current) || Array.isArray(current);
    return isContainer && Object.hasOwn(current, step)
      ? (current as Record<PropertyKey, unknown>)[step]
      : undefined;
  }, whole);
}
