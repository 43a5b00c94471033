import type { z } from 'zod';
import {
  faultOfIssue,
  fieldFault,
  withParams,
  type FieldError,
  type FieldErrorCode,
  type FieldFault,
} from '@galley/kernel';

export interface RefusedInput {
  readonly given: unknown;
  readonly issues: readonly z.core.$ZodIssue[];
  /** Whether messages may quote the refused values. */
  readonly quotes?: boolean;
}

/** Field errors of zod's issues: of faults that a check carries (`faultIssue`), and of zod's own checks. */
export function inputErrors({ given, issues, quotes = false }: RefusedInput): FieldError[] {
  return issues.flatMap((issue) => {
    const path = issue.path.map(String);
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({
        path: [...path, key].join('.'),
        ...fieldFault('unknown_key'),
      }));
    const value = valueAt(given, issue.path);
    const fault = faultOfIssue(issue) ?? describeIssue(issue, value);
    const hasValue = fault.code !== 'required' && fault.code !== 'empty';
    const found = quotes && hasValue ? excerptOf(issue, value) : undefined;
    return {
      path: path.join('.'),
      ...(found === undefined ? fault : withParams(fault, { found })),
    };
  });
}

function describeIssue(issue: z.core.$ZodIssue, value: unknown): FieldFault {
  if (value === undefined) return fieldFault('required', { label: issue.path.join('.') });
  switch (issue.code) {
    case 'invalid_type':
      return fieldFault(typeCodes[issue.expected] ?? 'not_valid');
    case 'invalid_value':
      return fieldFault('not_one_of', { allowed: issue.values.map(String) });
    case 'too_small':
      return tooSmall(issue.origin, Number(issue.minimum));
    case 'too_big':
      return fieldFault(limitCodes[issue.origin]?.[1] ?? 'too_large', {
        max: Number(issue.maximum),
      });
    case 'invalid_format':
      return formats[issue.format] ?? fieldFault('not_valid');
    default:
      return fieldFault('not_valid');
  }
}

const typeCodes: Readonly<
  Record<
    string,
    'not_text' | 'not_a_number' | 'not_an_integer' | 'not_a_boolean' | 'not_a_list' | 'not_a_map'
  >
> = {
  string: 'not_text',
  number: 'not_a_number',
  int: 'not_an_integer',
  boolean: 'not_a_boolean',
  array: 'not_a_list',
  object: 'not_a_map',
  record: 'not_a_map',
};

type LimitCode = Extract<
  FieldErrorCode,
  'too_short' | 'too_long' | 'too_few' | 'too_many' | 'too_small' | 'too_large'
>;

const limitCodes: Readonly<
  Record<
    string,
    readonly [
      Extract<LimitCode, 'too_short' | 'too_few'>,
      Extract<LimitCode, 'too_long' | 'too_many'>,
    ]
  >
> = { string: ['too_short', 'too_long'], array: ['too_few', 'too_many'] };

function tooSmall(origin: string, min: number): FieldFault {
  const code = limitCodes[origin]?.[0];
  if (code !== undefined && min === 1) return fieldFault('empty');
  return fieldFault(code ?? 'too_small', { min });
}

const formats: Readonly<Record<string, FieldFault>> = {
  date: fieldFault('not_a_date', { example: '2026-05-01' }),
  datetime: fieldFault('not_a_time', { example: '2026-05-01T12:00:00Z' }),
};

function valueAt(whole: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (value as Record<PropertyKey, unknown> | null | undefined)?.[key],
    whole,
  );
}

const maxExcerpt = 100;

/** The length of text or a list that is too short or too long. */
function excerptOf(issue: z.core.$ZodIssue, value: unknown): string | undefined {
  if (issue.code === 'custom') return undefined;
  const isLength =
    (issue.code === 'too_small' || issue.code === 'too_big') && issue.origin in limitCodes;
  if (isLength) return String((value as { readonly length: number }).length);
  if (Array.isArray(value)) return '[…]';
  if (typeof value === 'object' && value !== null) return '{…}';
  const text = JSON.stringify(value) ?? String(value);
  return text.length > maxExcerpt ? `${text.slice(0, maxExcerpt)}…` : text;
}
