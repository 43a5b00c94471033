import { z } from 'zod';
import { text } from '@galley/contract';

export const id = (subject: string) => text().min(1).max(200).describe(`The id of ${subject}.`);

export const line = (about: string) => text().min(1).max(300).describe(about);

export const prose = (about: string) => text().min(1).max(20_000).describe(about);

export const instant = z.iso.datetime({ offset: true });

export const patchHash = text()
  .regex(/^[0-9a-f]{64}$/)
  .describe('SHA-256 of the patch, in hexadecimal.');

export const limit = (max: number, defaultLimit: number) =>
  z.int().min(1).max(max).default(defaultLimit).describe('Maximum number of items.');

export const page = {
  cursor: text().max(300).optional().describe('The `next_cursor` of the previous page.'),
  limit: limit(200, 50),
};

export const nextCursor = z.string().nullable().describe('Null on the last page.');

export const statuses = (subject: string) =>
  z
    .array(text().min(1).max(50))
    .min(1)
    .max(20)
    .optional()
    .describe(`Only ${subject} with these statuses.`);
