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
      .meta({ description: 'Why it could not be done when its time had come.' }),
  })
  .meta({ id: 'ScheduledAct' });

export const documentSchedule = defineNoun('documents', {
  schedule: {
    get: '/documents/schedule',
    access: { capability: 'documents.read' },
    summary: 'What is to be published and to go off the public, and when: the next 200',
    answer: z
      .object({
        items: z.array(scheduledAct),
        next_due_at: dateTime
          .nullable()
          .meta({ description: 'Of the documents that the caller may read.' }),
        last_run_at: dateTime.nullable().meta({
          description:
            'When something was published or hidden by the clock last; null for callers who may not read every document.',
        }),
      })
      .meta({ id: 'DocumentSchedule' }),
    problems: [],
    example: {},
  },
});
