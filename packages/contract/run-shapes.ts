import { z } from 'zod';
import { integerParameter, text } from './shapes.ts';

/** Parts shared by the operations on runs and their work. */
export const workspaceId = z.string().meta({ description: 'Id of the workspace.' });

export const name = () => text().min(1).max(200);

export const pageQuery = {
  limit: integerParameter(1).optional().meta({ description: 'Default 50, at most 200.' }),
  after: name().optional().meta({ description: '`next` of the previous page.' }),
};

export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: z.array(item),
    next: z
      .string()
      .nullable()
      .meta({ description: 'Cursor of the next page; null on the last page.' }),
  });
}

export const workspaceProblems = ['workspace_not_found', 'store_unavailable'];

export const keyProblems = [
  'idempotency_key_required',
  'idempotency_key_reuse',
  'idempotency_in_progress',
];
