import { z } from 'zod';
import { text } from '@galley/contract';

/** What the inputs and outputs of several tools are made of. */

/** An id in an input. */
export const id = (of: string) => text().min(1).max(200).describe(`The id of ${of}.`);

export const line = (about: string) => text().min(1).max(300).describe(about);

export const prose = (about: string) => text().min(1).max(20_000).describe(about);

export const instant = z.iso.datetime({ offset: true });

/** The SHA-256 of a patch. */
export const patchHash = text()
  .regex(/^[0-9a-f]{64}$/)
  .describe('SHA-256 of the patch, in hexadecimal.');

export const limit = (most: number, usual: number) =>
  z.int().min(1).max(most).default(usual).describe('How many at most.');

/** What a list takes beside its filters. */
export const page = {
  cursor: text()
    .max(200)
    .optional()
    .describe('The `next_cursor` of the answer before; left out for the first.'),
  limit: limit(200, 50),
};

export const nextCursor = z.string().nullable().describe('Null at the end of the list.');

export const statuses = (of: string) =>
  z
    .array(text().min(1).max(50))
    .min(1)
    .max(20)
    .optional()
    .describe(`Only ${of} of these statuses.`);
