import { z } from 'zod';
import { mediaItem, path } from './media.ts';
import { defineNoun } from './operation.ts';
import { dateTime, text } from './shapes.ts';

export const mediaVersions = defineNoun('media', {
  versions: {
    get: '/media/versions',
    access: { capability: 'media.read' },
    summary: 'Earlier versions of a file, which are in the trash, newest first',
    query: z.strictObject({ path: z.string().min(1) }),
    answer: z.array(
      z
        .object({
          path: z.string().meta({ description: 'Path in the trash; pass it to `revert`.' }),
          size: z.int().nullable(),
          replaced_by: z.string().meta({ description: 'User who replaced or deleted it.' }),
          replaced_at: dateTime,
        })
        .meta({ id: 'EarlierMediaVersion' }),
    ),
    problems: ['invalid_path'],
    example: { query: { path: 'media/none.txt' } },
  },

  revert: {
    post: '/media/revert',
    access: { capability: 'media.write' },
    audited: { action: 'media.replace', target: 'path' },
    summary: 'Replace a file by one of its earlier versions, keeping its address and metadata',
    body: z.strictObject({
      path,
      version: path.meta({ description: 'Path of the version in the trash.' }),
      expected_hash: text().optional().meta({ description: '`hash` of the file to replace.' }),
    }),
    answer: mediaItem,
    problems: [
      'invalid_path',
      'not_found',
      'stale_revision',
      'unsupported_media_type',
      'invalid_media',
      'storage_failed',
      'insufficient_storage',
    ],
    example: {
      body: { path: 'media/none.txt', version: '.trash/media/none.txt' },
      refused: [404, 'not_found'],
    },
  },
});
