import { z } from 'zod';
import { documentStatus } from './documents.ts';
import { defineNoun } from './operation.ts';
import { dateTime, displayName, integerParameter, okResponse } from './shapes.ts';

/** Ids are strings on the wire; longer ones than any real id are refused. */
const id = () => z.string().regex(/^\d{1,15}$/, 'must be the id of a notification');

const notification = z
  .object({
    id: id(),
    type: z.enum([
      'review_requested',
      'assigned',
      'approved',
      'changes_requested',
      'schedule_missed',
      'published',
    ]),
    path: z.string().meta({ description: 'Where the document is now.' }),
    title: z.string().meta({ description: 'What it is called now.' }),
    document_status: documentStatus.meta({ description: 'What has become of it since.' }),
    actor: z.string().meta({ description: 'User name, `galley` for Galley itself.' }),
    actor_name: displayName,
    note: z.string().nullable().meta({
      description: 'What they wrote, or of `schedule_missed` why it could not be done.',
    }),
    revision: z.string().nullable().meta({ description: 'The revision that it was about.' }),
    at: dateTime,
    read_at: dateTime.nullable(),
  })
  .meta({ id: 'Notification' });

const unread = z.int().meta({ description: 'How many are unread, on whatever page.' });

export const notifications = defineNoun('notifications', {
  list: {
    get: '/notifications',
    access: 'signed_in',
    summary:
      'What the caller was told of documents that they may read now, newest first: 50, unless `limit` says otherwise, and 200 at most',
    query: z.strictObject({
      unread: z
        .enum(['true', 'false'])
        .optional()
        .meta({ description: '`true`: those alone that are unread.' }),
      limit: integerParameter(1).optional(),
      before: id().optional().meta({ description: 'The `next_cursor` of the page before.' }),
    }),
    answer: z
      .object({
        items: z.array(notification),
        unread,
        has_more: z.boolean(),
        next_cursor: z.string().nullable(),
      })
      .meta({ id: 'NotificationsResponse' }),
    problems: [],
    example: {},
  },

  read: {
    post: '/notifications/read',
    access: 'signed_in',
    summary: 'Mark notifications of the caller’s as read',
    body: z
      .strictObject({
        ids: z
          .array(id())
          .min(1)
          .max(200)
          .optional()
          .meta({ description: 'These; ids of others change nothing.' }),
        all: z.literal(true).optional().meta({ description: 'Instead of `ids`.' }),
        up_to: id()
          .optional()
          .meta({ description: 'With `all`: those alone that came up to this one.' }),
      })
      .superRefine(({ ids, all, up_to }, context) => {
        const complain = (field: string, message: string): void =>
          context.addIssue({ code: 'custom', path: [field], message });
        if ((ids === undefined) === (all === undefined))
          complain('ids', 'either this or all is needed, and not both');
        if (up_to !== undefined && all === undefined) complain('up_to', 'goes with all only');
      }),
    answer: okResponse.extend({ unread }),
    problems: [],
    example: { body: { all: true } },
  },
});
