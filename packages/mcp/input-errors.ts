import { z } from 'zod';
import { inputErrors } from '@galley/http';
import { withParams, type FieldError } from '@galley/kernel';

export interface RejectedInput {
  readonly input: z.ZodObject;
  readonly given: unknown;
}

const maxErrors = 20;

export function describeInputErrors(
  { issues }: z.ZodError,
  { input, given }: RejectedInput,
): FieldError[] {
  const known = Object.keys(input.shape);
  const errors = inputErrors({ given, issues, quotes: true }).slice(0, maxErrors);
  // The first unknown argument names the known ones for all.
  const first = errors.find(({ code, path }) => code === 'unknown_key' && !path.includes('.'));
  return errors.map((error) =>
    error === first ? { path: error.path, ...withParams(error, { known }) } : error,
  );
}

/** A sentence per error, with the description of the argument, for the agent. */
export function describeForAgent(errors: readonly FieldError[], input: z.ZodObject): string {
  return errors
    .map(({ path, message }) => {
      const purpose = describeArgument(input, path.split('.')[0]);
      const text = path === '' ? message : `${path}: ${message}`;
      return purpose === undefined ? `${text}.` : `${text}. ${purpose}`;
    })
    .join(' ');
}

function describeArgument(input: z.ZodObject, name = ''): string | undefined {
  let field = input.shape[name] as z.ZodType | undefined;
  while (field?.description === undefined && isOptional(field)) field = field.unwrap();
  return field?.description;
}

function isOptional(
  field: z.ZodType | undefined,
): field is z.ZodOptional<z.ZodType> | z.ZodDefault<z.ZodType> {
  return field instanceof z.ZodOptional || field instanceof z.ZodDefault;
}
