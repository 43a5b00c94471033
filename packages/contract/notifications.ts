import { z } from 'zod';
import { fieldError, fieldFault } from '@galley/kernel';
import { documentStatus } from './documents.ts';
import { defineNoun } from './operation.ts';
import { dateTime, displayName, integerParameter, matching, okResponse, refuse } from './shapes.ts';

/** Ids are strings on the wire; longer ones than any real id are refused. */
const id = () => matching(/^\d{1,15}$/, fieldFault('not_an_id'));

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
      'due_soon',
      'overdue',
      'mentioned',
      'commented',
      'new_device',
      'token_expiring',
    ]),
    path: z.string().nullable().meta({
      description: 'Current path of the document; null for `new_device` and `token_expiring`.',
    }),
    title: z.string().nullable().meta({
      description: 'Current title of the document, or name of the token; null for `new_device`.',
    }),
    document_status: documentStatus
      .nullable()
      .meta({ description: 'Current status of the document, if any.' }),
    actor: z.string().meta({
      description: 'User name; `galley` for automatic actions. For a token, its owner.',
    }),
    actor_name: displayName,
    note: z.string().nullable().meta({
      description:
        'Note of the actor; for `schedule_missed`, the reason for the failure; for `new_device`, the device and its network; for `token_expiring`, the time at which the token ends; for `due_soon` and `overdue`, the day.',
    }),
    revision: z
      .string()
      .nullable()
      .meta({ description: 'Revision that the notification is about.' }),
    at: dateTime,
    read_at: dateTime.nullable(),
  })
  .meta({ id: 'Notification' });

const unread = z.int().meta({ description: 'Number of unread notifications on all pages.' });

export const notifications = defineNoun('notifications', {
  list: {
    get: '/notifications',
    access: 'signed_in',
    summary:
      'Notifications of the caller about documents they can read and tokens they answer for, newest first; `limit` defaults to 50, at most 200',
    query: z.strictObject({
      unread: z
        .enum(['true', 'false'])
        .optional()
        .meta({ description: '`true`: unread notifications only.' }),
      limit: integerParameter(1).optional(),
      before: id().optional().meta({ description: '`next_cursor` of the previous page.' }),
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
    summary: 'Mark notifications of the caller as read',
    body: z
      .strictObject({
        ids: z
          .array(id())
          .min(1)
          .max(200)
          .optional()
          .meta({ description: 'Ids of notifications; ids of other users are ignored.' }),
        all: z
          .literal(true)
          .optional()
          .meta({ description: 'Mark all notifications; replaces `ids`.' }),
        up_to: id()
          .optional()
          .meta({ description: 'With `all`: only notifications up to this id.' }),
      })
      .superRefine(({ ids, all, up_to }, context) => {
        if ((ids === undefined) === (all === undefined))
          refuse(context, fieldError('ids', 'exactly_one_required', { keys: ['ids', 'all'] }));
        if (up_to !== undefined && all === undefined)
          refuse(context, fieldError('up_to', 'only_with', { other: 'all' }));
      }),
    answer: okResponse.extend({ unread }),
    problems: [],
    example: { body: { all: true } },
  },
});
