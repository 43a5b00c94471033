import { z } from 'zod';
import type { FieldError } from '@galley/kernel';

export interface RejectedInput {
  readonly name: string;
  readonly input: z.ZodObject;
  readonly given: unknown;
}

const maxErrors = 10;

/** Each message is a sentence that says what is wrong, and what is right. */
export function describeInputErrors({ issues }: z.ZodError, rejected: RejectedInput): FieldError[] {
  return issues.slice(0, maxErrors).map((issue) => ({
    path: issue.path.join('.'),
    message: describeIssue(issue, rejected),
  }));
}

function describeIssue(issue: z.core.$ZodIssue, rejected: RejectedInput): string {
  const value = issue.path.reduce<unknown>(
    (whole, key) => (whole as Record<PropertyKey, unknown> | undefined)?.[key],
    rejected.given,
  );
  const purpose = describeArgument(rejected.input, issue.path[0]);
  switch (issue.code) {
    case 'unrecognized_keys':
      return describeUnknown(issue.keys, rejected);
    case 'invalid_type':
      return value === undefined
        ? sentence(`missing; give ${nouns[issue.expected] ?? issue.expected}`, purpose)
        : sentence(
            `must be ${nouns[issue.expected] ?? issue.expected}, not ${kindOf(value)}`,
            purpose,
          );
    case 'invalid_value':
      return value === undefined
        ? sentence(`missing; give ${listChoices(issue.values)}`, purpose)
        : sentence(`must be ${listChoices(issue.values)}, not ${excerpt(value)}`);
    case 'too_small':
      return sentence(
        describeLimit({ bound: 'at least', count: issue.minimum, origin: issue.origin }, value),
      );
    case 'too_big':
      return sentence(
        describeLimit({ bound: 'at most', count: issue.maximum, origin: issue.origin }, value),
      );
    case 'invalid_format':
      return sentence(`${excerpt(value)} does not have the right form`, purpose);
    default:
      return sentence(issue.message);
  }
}

const nouns: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object with arguments',
};

function sentence(what: string, purpose = ''): string {
  return purpose === '' ? `${what}.` : `${what}. ${purpose}`;
}

function describeArgument(input: z.ZodObject, name: PropertyKey | undefined): string | undefined {
  let field = input.shape[String(name)] as z.ZodType | undefined;
  while (field?.description === undefined && isOptional(field)) field = field.unwrap();
  return field?.description;
}

function isOptional(
  field: z.ZodType | undefined,
): field is z.ZodOptional<z.ZodType> | z.ZodDefault<z.ZodType> {
  return field instanceof z.ZodOptional || field instanceof z.ZodDefault;
}

function describeUnknown(keys: readonly string[], { name, input }: RejectedInput): string {
  const known = Object.keys(input.shape).join(', ');
  const unknown = keys.slice(0, 30).map((key) => excerpt(key));
  const noun = keys.length === 1 ? 'argument' : 'arguments';
  return `${name} has no ${noun} ${unknown.join(', ')}. It takes: ${known}.`;
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'number' && !Number.isSafeInteger(value)) return String(value);
  return nouns[typeof value] ?? typeof value;
}

function listChoices(values: readonly unknown[]): string {
  const quoted = values.map((value) => excerpt(value));
  return [quoted.slice(0, -1).join(', '), quoted.at(-1)].filter(Boolean).join(' or ');
}

interface Limit {
  readonly bound: 'at least' | 'at most';
  readonly count: number | bigint;
  /** Type of the value. */
  readonly origin: string;
}

const units: Readonly<Record<string, string>> = { string: 'character', array: 'item' };

function describeLimit({ bound, count, origin }: Limit, value: unknown): string {
  const unit = units[origin];
  if (unit === undefined) return `must be ${bound} ${count}, not ${String(value)}`;
  const { length } = value as { readonly length: number };
  return `must have ${bound} ${count} ${unit}${count === 1 ? '' : 's'}, not ${length}`;
}

function excerpt(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}
