import { expect, test } from 'vitest';
import {
  faultIssue,
  faultOfIssue,
  fieldError,
  fieldFault,
  labelOf,
  summarizeFieldErrors,
  withParams,
} from './field-errors.ts';

test('ADD-ERR-1: a field error has path, code, params and the English message of both', () => {
  expect(fieldError('slug', 'too_long', { max: 60 })).toEqual({
    path: 'slug',
    code: 'too_long',
    params: { max: 60 },
    message: 'must have at most 60 characters',
  });
});

test('every code can name its place, an example, the refused value and names that are meant', () => {
  const fault = fieldFault('not_one_of', { allowed: ['a', 'b'], example: 'a', found: '"c"' });
  expect(withParams(fault, { place: 'site.yaml:1:2', nearest: 'b', known: [] })).toEqual({
    code: 'not_one_of',
    params: {
      allowed: ['a', 'b'],
      example: 'a',
      found: '"c"',
      place: 'site.yaml:1:2',
      nearest: 'b',
    },
    message: 'site.yaml:1:2: must be one of a, b, such as a, not "c"; did you mean b?',
  });
  expect(fieldFault('empty', { line: 3 }).message).toBe('line 3: must not be empty');
  expect(fieldFault('empty', { line: 3, column: 4 }).message).toBe(
    'line 3, column 4: must not be empty',
  );
});

test('braces in values stay as they are', () => {
  expect(fieldFault('custom', { text: 'write {name} or {0}' }).message).toBe('write {name} or {0}');
});

test('a summary names three errors, and required fields by their label', () => {
  const errors = [
    fieldError('fields.reading_minutes', 'required', { label: labelOf('reading_minutes') }),
    ...['a', 'b', 'c', 'd'].map((path) => fieldError(path, 'empty')),
  ];
  expect(summarizeFieldErrors(errors)).toBe(
    'Reading minutes is required; a: must not be empty; b: must not be empty (and 2 more)',
  );
});

test('a zod issue carries a fault', () => {
  const fault = fieldFault('empty');
  expect(faultOfIssue(faultIssue(fault))).toBe(fault);
  expect(faultOfIssue({ code: 'invalid_type' })).toBeUndefined();
});
