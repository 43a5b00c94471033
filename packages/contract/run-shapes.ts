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

export const runWaiting = z
  .object({
    kind: z.enum([
      ...['agent', 'turn', 'supervisor', 'coordinator', 'question', 'approval', 'proposal'],
      ...['revision', 'person', 'blocked', 'agents', 'work', 'resume', 'pause', 'draining'],
      ...['degraded', 'ended', 'dependency'],
    ] as const),
    text: z.string().meta({ description: 'The cause as a sentence in English.' }),
    purpose: z.enum(['task', 'review', 'revise', 'plan', 'other']).nullable().meta({
      description:
        'Purpose of the turn that the run waits for; `other`: in the words of `subject`.',
    }),
    who: z.string().nullable().meta({
      description:
        'The agent or person that the run waits for; for `blocked`, the note; for `dependency`, the title of the task that `subject` waits for.',
    }),
    subject: z.string().nullable().meta({
      description: 'Title or text of the task, proposal or question; for `agents`, a number.',
    }),
    subject_id: z.string().nullable(),
    others: z.int().nonnegative().meta({ description: 'Number of other agents at work.' }),
  })
  .meta({ id: 'RunWaiting' });

export const workspaceProblems = ['workspace_not_found', 'store_unavailable'];

export const keyProblems = [
  'idempotency_key_required',
  'idempotency_key_reuse',
  'idempotency_in_progress',
];
