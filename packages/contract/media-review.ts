import { z } from 'zod';
import { exampleProject } from './example-project.ts';
import { defineNoun } from './operation.ts';
import { dateTime, freeForm, okResponse, text } from './shapes.ts';

const version = z
  .object({
    type: z.string(),
    size: z.int(),
    hash: z.string().meta({ description: 'SHA-256 of the bytes.' }),
    width: z.int().nullable(),
    height: z.int().nullable(),
    metadata: freeForm.meta({
      description: '`title alt caption credit tags decorative focal_x focal_y`.',
    }),
  })
  .meta({ id: 'MediaVersion' });

export const mediaReview = defineNoun('media', {
  pending: {
    get: '/media/pending',
    access: { capability: 'media.review' },
    summary: 'Media changes that await approval, oldest first',
    answer: z.array(
      z
        .object({
          path: z.string(),
          change: z.enum(['added', 'replaced', 'described', 'deleted']),
          hash: z.string().meta({
            description: 'Hash of the pending version; pass it as `expected_hash` to a review.',
          }),
          contributors: z
            .array(z.string())
            .meta({ description: 'Everyone who changed the file; they cannot decide on it.' }),
          can_review: z
            .boolean()
            .meta({ description: 'Whether the caller can decide on the change.' }),
          since: dateTime,
          changed_at: dateTime,
          changes_requested: z
            .object({ by: z.string(), at: dateTime, note: z.string() })
            .meta({ id: 'MediaChangesRequested' })
            .nullable(),
          public: version.nullable().meta({ description: 'Public version; null without one.' }),
          pending: version.nullable().meta({
            description: 'Public version after an approval; null if the file becomes unavailable.',
          }),
        })
        .meta({ id: 'PendingMedia' }),
    ),
    problems: [],
    example: {},
  },

  review: {
    post: '/media/review',
    access: { capability: 'media.review' },
    audited: { action: 'media.approve', target: 'path' },
    summary: 'Approve a pending change of a media file, or request changes',
    body: z.strictObject({
      path: text().min(1),
      action: z.enum(['approve', 'request_changes']),
      expected_hash: text().min(1).meta({ description: '`hash` of the reviewed pending version.' }),
      note: text()
        .max(5_000)
        .optional()
        .meta({ description: 'Note for the people who changed the file.' }),
    }),
    answer: okResponse.extend({
      state: z.enum(['public', 'pending']).meta({ description: '`public` after an approval.' }),
    }),
    problems: [
      'invalid_path',
      'not_found',
      'not_independent',
      'stale_revision',
      'storage_failed',
      'insufficient_storage',
    ],
    example: {
      body: { path: exampleProject.media, action: 'approve', expected_hash: 'another' },
      refused: [404, 'not_found'],
    },
  },

  file: {
    get: '/media/file',
    access: { capability: 'media.read' },
    summary: 'Bytes of a media file, in its public or its pending version',
    query: z.strictObject({
      path: z.string().min(1),
      version: z.enum(['public', 'pending']),
      v: text().optional().meta({
        description: 'Any text; a new value bypasses the browser cache.',
      }),
    }),
    answer: z.object({}).meta({ override: { type: 'string', format: 'binary' } }),
    streams: ['*/*'],
    problems: ['invalid_path', 'not_found'],
    example: { query: { path: exampleProject.media, version: 'public' } },
  },
});
