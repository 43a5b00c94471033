import { z } from 'zod';
import { documentStatus } from './documents.ts';
import { defineNoun } from './operation.ts';
import { dateTime } from './shapes.ts';

const scheduledAct = z
  .object({
    path: z.string(),
    title: z.string(),
    status: documentStatus,
    act: z.enum(['publish', 'unpublish']),
    due_at: dateTime,
    is_overdue: z.boolean(),
    reason: z
      .string()
      .nullable()
      .meta({ description: 'Reason why the action failed when it was due.' }),
  })
  .meta({ id: 'ScheduledAct' });

export const documentSchedule = defineNoun('documents', {
  schedule: {
    get: '/documents/schedule',
    access: { capability: 'documents.read' },
    summary: 'The next 200 scheduled publish and unpublish actions',
    answer: z
      .object({
        items: z.array(scheduledAct),
        next_due_at: dateTime
          .nullable()
          .meta({ description: 'Documents that the caller can read.' }),
        last_run_at: dateTime.nullable().meta({
          description:
            'Time of the last scheduled publish or unpublish; null for callers who cannot read every document.',
        }),
      })
      .meta({ id: 'DocumentSchedule' }),
    problems: [],
    example: {},
  },
});
