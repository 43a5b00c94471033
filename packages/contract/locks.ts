import { z } from 'zod';
import { defineNoun } from './operation.ts';
import { dateTime, okResponse } from './shapes.ts';

export const documentLock = z.object({ holder: z.string(), expires_at: dateTime }).meta({
  id: 'DocumentLock',
  description: 'Current editor of a document, and when their lock expires.',
});

export const documentLocks = defineNoun('documents', {
  lock: {
    post: '/documents/lock',
    access: { capability: 'documents.write' },
    summary: 'Lock a document for two minutes, or renew the lock',
    body: z.strictObject({ path: z.string().min(1), lock_token: z.string().optional() }),
    answer: okResponse
      .extend({ lock_token: z.string(), ...documentLock.shape })
      .meta({ id: 'LockResponse' }),
    problems: ['invalid_path', 'not_found', 'document_locked'],
    // A document that no other example changes: a lock would block those.
    example: { body: { path: 'posts/public.md' } },
  },

  unlock: {
    post: '/documents/unlock',
    access: { capability: 'documents.write' },
    summary: 'Release a lock; administrators can break another user’s lock with `force`',
    body: z.strictObject({
      path: z.string().min(1),
      lock_token: z.string().optional(),
      force: z.boolean().optional(),
    }),
    answer: okResponse,
    problems: ['invalid_path', 'not_found', 'document_locked'],
    example: { body: { path: 'posts/public.md' } },
  },
});
