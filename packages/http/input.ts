import type { RequestHandler } from 'express';
import type { z } from 'zod';
import type { FieldError } from '@galley/kernel';
import { httpProblems } from './problems.ts';

export const jsonTypes = ['application/json', 'application/*+json'];

export const requireJson: RequestHandler = (request, _response, next) => {
  const hasBody =
    request.headers['transfer-encoding'] !== undefined ||
    Number(request.headers['content-length'] ?? 0) > 0;
  if (hasBody && !request.is(jsonTypes)) {
    next(httpProblems.unsupported_media_type('Send JSON, with Content-Type: application/json.'));
    return;
  }
  next();
};

const maxErrors = 100;

/** @throws `invalid_request` with the first 100 errors */
export function parseInput(
  schema: z.ZodType | undefined,
  value: unknown,
  where: 'path' | 'query' | 'body',
): unknown {
  if (!schema) return undefined;
  if (value === undefined) {
    throw httpProblems.invalid_request('The request needs a JSON body.', {
      errors: [{ path: '', message: 'a JSON object is needed' }],
    });
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues.slice(0, maxErrors).flatMap(fieldErrors).slice(0, maxErrors);
  const first = errors[0]!;
  throw httpProblems.invalid_request(
    `The ${where} is not valid: ${first.path ? `${first.path}: ` : ''}${first.message}.`,
    { errors },
  );
}

/** zod reports unknown keys in one issue on their parent. */
function fieldErrors(issue: z.core.$ZodIssue): FieldError[] {
  const path = issue.path.map(String);
  if (issue.code !== 'unrecognized_keys') return [{ path: path.join('.'), message: issue.message }];
  return issue.keys.map((key) => ({
    path: [...path, key].join('.'),
    message: 'is not a known field',
  }));
}
