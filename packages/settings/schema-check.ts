import type { z } from 'zod';
import { faultOfIssue, fieldFault, labelOf, withParams, type FieldFault } from '@galley/kernel';
import { sortByLine, formatPath, type Finding, type KeyPath, type Source } from './finding.ts';
import { excerpt } from './excerpt.ts';
import { findNearest } from './nearest.ts';
import { isMap, schemaAt, shapeOf } from './shape.ts';

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
      return { path, place: source.placeOf(path, 'key'), ...unknownKey(schema, path) };
    });
  }
  const part = issue.code === 'invalid_key' ? 'key' : 'value';
  const fault = faultOf(issue, schema, valueIn(given, issue.path));
  return [{ path: issue.path, place: source.placeOf(issue.path, part), ...fault }];
}

function faultOf(issue: z.core.$ZodIssue, schema: z.ZodType, found: unknown): FieldFault {
  const own = faultOfIssue(issue);
  if (own) return own;
  const key = String(issue.path.at(-1) ?? '');
  if (issue.code === 'invalid_key') {
    const parent = schemaAt(schema, issue.path.slice(0, -1));
    const expected = (parent && shapeOf(parent).keyExpected) ?? fieldFault('not_valid');
    return withParams(expected, { found: excerpt(key) });
  }
  const shape = shapeOf(schemaAt(schema, issue.path) ?? schema);
  if (found === undefined) return fieldFault('required', { label: shape.label ?? labelOf(key) });
  const nearest =
    typeof found === 'string' && shape.options ? findNearest(found, shape.options) : undefined;
  return withParams(shape.expected, {
    found: shape.isSecret ? undefined : excerpt(found),
    nearest,
  });
}

function unknownKey(schema: z.ZodType, path: KeyPath): FieldFault {
  const parent = path.slice(0, -1);
  const fields = Object.keys(fieldsAt(schema, parent));
  const siblings = fields.map((name) => formatPath([...parent, name]));
  const candidates = [...siblings, ...settingPaths(schema)];
  const lastName = (candidate: string) => candidate.slice(candidate.lastIndexOf('.') + 1);
  const nearest = findNearest(String(path.at(-1)), candidates, lastName);
  return fieldFault('unknown_key', nearest === undefined ? { known: fields } : { nearest });
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
