import { z } from 'zod';
import { faultIssue, fieldFault, type FieldError, type FieldFault } from '@galley/kernel';

export const dateTime = z.iso.datetime({ offset: true }).meta({ id: 'DateTime' });

export const displayName = z
  .string()
  .nullable()
  .meta({ description: 'Display name; null for people without a name or an account.' });

/** Arbitrary keys (content-platform, Shared shapes). */
export const freeForm = z.record(z.string(), z.unknown());

/** Storable text: PostgreSQL rejects NUL, and a lone surrogate would be replaced when written. */
export function text() {
  return z
    .string()
    .refine(
      (value) => value.isWellFormed() && !value.includes('\0'),
      faultIssue(fieldFault('unstorable_text')),
    );
}

/** Text of a form, which stays in the JSON schema as its pattern. */
export function matching(pattern: RegExp, fault: FieldFault, base: z.ZodString = z.string()) {
  return base
    .refine((given) => pattern.test(given), faultIssue(fault))
    .meta({ pattern: pattern.source });
}

export const sha256Parameter = () => matching(/^[0-9a-f]{64}$/, fieldFault('not_a_sha256'));

export const refuse = (context: z.core.$RefinementCtx, { path, ...fault }: FieldError): void =>
  context.addIssue({ code: 'custom', path: [path], ...faultIssue(fault) });

export const okResponse = z.object({ ok: z.boolean() }).meta({ id: 'OkResponse' });

export function integerParameter(minimum: number) {
  return z
    .string()
    .refine((given) => /^\d{1,9}$/.test(given), faultIssue(fieldFault('not_an_integer')))
    .transform(Number)
    .pipe(z.int().min(minimum))
    .meta({ override: { type: 'integer', minimum } });
}

export const fieldErrorShape = z
  .object({
    path: z.string().meta({ description: 'Path of the field, such as `frontmatter.date`.' }),
    code: z.string().meta({ description: 'Stable code; the reference lists all of them.' }),
    params: z
      .record(
        z.string(),
        z.union([z.string(), z.number(), z.array(z.union([z.string(), z.number()]))]),
      )
      .meta({ description: 'Parameters of the text of the code.' }),
    message: z.string().meta({ description: 'English text of code and parameters.' }),
  })
  .meta({ id: 'FieldError' });

/** Loose, since each code has members of its own. */
export const problemDocument = z
  .looseObject({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    code: z.string(),
    request_id: z.string(),
    errors: z.array(fieldErrorShape).optional(),
  })
  .meta({ id: 'Problem', description: 'RFC 9457, with a stable `code`.' });
