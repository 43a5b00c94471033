import { z } from 'zod';
import { defineNoun } from './operation.ts';
import { dateTime, okResponse } from './shapes.ts';

export const documentLock = z
  .object({ holder: z.string(), expires_at: dateTime })
  .meta({ id: 'DocumentLock', description: 'Who is editing a document, and until when.' });

export const documentLocks = defineNoun('documents', {
  lock: {
    post: '/documents/lock',
    access: { capability: 'documents.write' },
    summary: 'Keep a document for oneself for two minutes, or go on keeping it',
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
    summary: 'Release a lock, or, as an administrator with `force`, break somebody else’s',
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
