import { z } from 'zod';
import { fieldFault } from '@galley/kernel';
import { durationParameter, maxWaitMs } from './run-events.ts';
import { defineNoun } from './operation.ts';
import { dateTime, matching } from './shapes.ts';

const changeId = () => matching(/^\d{1,15}$/, fieldFault('not_an_id'));

const change = z
  .object({
    id: changeId(),
    type: z.string().meta({
      description:
        '`document.…` as in webhooks, also `document.locked` and `document.unlocked`; `comment.…` for a thread of the document; `media.uploaded`, `build.finished`, `proposal.…`, `notification`; `reset`: changes before this one may be missing, so load again what is shown.',
    }),
    at: dateTime,
    path: z.string().nullable().meta({ description: 'Path of the document, when it changed.' }),
    actor: z.string().nullable().meta({
      description: 'User name, `galley`, or `external` for an edit on disk.',
    }),
    revision: z.string().nullable(),
    status: z.string().nullable().meta({ description: 'Status of the document after the change.' }),
    lock_expires_at: dateTime.nullable().meta({
      description: 'For `document.locked`, whose `actor` holds the lock.',
    }),
  })
  .meta({ id: 'Change' });

/** ADD-LIVE-1. */
export const changes = defineNoun('changes', {
  list: {
    get: '/changes',
    access: 'signed_in',
    summary:
      'Changes as they happen, of documents the caller may read: a page, a long poll, or, with `Accept: text/event-stream`, a live stream',
    query: z.strictObject({
      after: changeId().optional().meta({
        description: 'Only changes after this one. Without it, changes from now on.',
      }),
      wait: durationParameter(maxWaitMs).optional().meta({
        description: 'How long to wait if there are no changes yet; a stream always waits.',
      }),
    }),
    answer: z
      .object({
        items: z.array(change),
        next: changeId().meta({
          description: '`after` of the next request, even without further changes.',
        }),
      })
      .meta({ id: 'ChangesPage' }),
    eventStream: change,
    problems: ['too_many_waiting', 'unauthenticated'],
    example: {},
  },
});
