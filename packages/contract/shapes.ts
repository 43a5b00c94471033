import { z } from 'zod';

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
      'must not hold a NUL character or half a surrogate pair',
    );
}

export const okResponse = z.object({ ok: z.boolean() }).meta({ id: 'OkResponse' });

export function integerParameter(minimum: number) {
  return z
    .string()
    .regex(/^\d{1,9}$/, `must be a whole number, at least ${minimum}`)
    .transform(Number)
    .pipe(z.int().min(minimum, `must be at least ${minimum}`))
    .meta({ override: { type: 'integer', minimum } });
}

/** Loose, since each code has members of its own. */
export const problemDocument = z
  .looseObject({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    code: z.string(),
    request_id: z.string(),
    errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  })
  .meta({ id: 'Problem', description: 'RFC 9457, with a stable `code`.' });
