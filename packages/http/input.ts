import type { RequestHandler } from 'express';
import type { z } from 'zod';
import { fieldError } from '@galley/kernel';
import { inputErrors } from './input-errors.ts';
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
      errors: [fieldError('', 'required', { label: 'body' })],
    });
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.slice(0, maxErrors);
  const errors = inputErrors({ given: value, issues }).slice(0, maxErrors);
  throw httpProblems.invalid_request.at(errors, `The ${where} is not valid: `);
}
