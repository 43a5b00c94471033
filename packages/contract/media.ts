import { z } from 'zod';
import { exampleProject } from './example-project.ts';
import { defineNoun } from './operation.ts';
import { dateTime, freeForm, integerParameter, okResponse, text } from './shapes.ts';

const mediaType = z.enum(['image', 'video', 'audio', 'document']);

export const state = z.enum(['public', 'pending']).meta({
  description:
    '`pending`: a change awaits approval, and the public sees the previous version (ADD-MED-1).',
});

export const mediaItem = z
  .object({
    path: z
      .string()
      .meta({ description: 'Path in the content tree, such as `media/2026/06/press.jpg`.' }),
    name: z.string(),
    type: z.string().meta({ description: 'Media type, such as `image/jpeg`.' }),
    url: z.string(),
    thumbnail_url: z
      .string()
      .nullable()
      .meta({ description: 'Address of a small version of the picture; null for other files.' }),
    uploaded_by: z.string(),
    size: z.int(),
    uploaded_at: dateTime,
    metadata: freeForm.meta({
      description:
        '`title alt caption credit tags decorative focal_x focal_y` as entered by people, and `width height hash` of the file.',
    }),
    exif: freeForm.meta({
      description: 'Camera data; the location is included only on request.',
    }),
    metadata_revision: z.string().meta({ description: 'Changes with every metadata update.' }),
    missing_alt: z.boolean(),
    state,
    problem: z
      .string()
      .nullable()
      .meta({ description: 'Reason why a file that was added outside Galley cannot be used.' }),
  })
  .meta({ id: 'MediaItem' });

export const path = text().min(1);
/** The service validates the path. */
const pathQuery = z.strictObject({ path: z.string().min(1) });

const uploadAnswer = mediaItem
  .extend({
    duplicates: z.array(z.string()).meta({ description: 'Files with the same bytes.' }),
  })
  .meta({ id: 'UploadedMedia' });

const uploadProblems = [
  'invalid_path',
  'unsupported_media_type',
  'invalid_media',
  'storage_failed',
  'insufficient_storage',
] as const;

const fraction = z.number().min(0).max(1);

const metadataChanges = z
  .strictObject({
    title: text().max(500).nullish(),
    alt: text().max(2_000).nullish(),
    caption: text().max(5_000).nullish(),
    credit: text().max(500).nullish(),
    tags: z.array(text().min(1).max(100)).max(100).nullish(),
    decorative: z
      .boolean()
      .nullish()
      .meta({ description: 'Decorative picture, which needs no `alt`.' }),
    focal_x: fraction
      .nullish()
      .meta({ description: 'Horizontal focal point, from 0 (left) to 1.' }),
    focal_y: fraction.nullish().meta({ description: 'Vertical focal point, from 0 (top) to 1.' }),
  })
  .meta({ id: 'MediaMetadataChanges', description: 'Absent keeps, null clears.' });

export const force = z.boolean().optional().meta({
  description: 'Proceed even if documents use the file; they then show nothing in its place.',
});

export const media = defineNoun('media', {
  list: {
    get: '/media',
    access: { capability: 'media.read' },
    summary: 'Files of the media library, newest first unless `sort` is set',
    query: z.strictObject({
      q: text()
        .max(500)
        .optional()
        .meta({ description: 'Parts of words that must all occur in the name or the metadata.' }),
      type: mediaType.optional(),
      folder: text()
        .optional()
        .meta({ description: 'Folder, including its subfolders, such as `media/2026`.' }),
      uploaded_by: text().optional(),
      missing_alt: z.enum(['true', 'false']).optional(),
      duplicates: z
        .enum(['true'])
        .optional()
        .meta({ description: 'Only files that exist more than once, byte for byte.' }),
      sort: z.enum(['name', 'size', 'uploaded_at']).optional(),
      order: z.enum(['asc', 'desc']).optional(),
      page: integerParameter(1).optional(),
      limit: integerParameter(1).optional(),
    }),
    answer: z
      .object({
        items: z.array(mediaItem),
        page: z.int(),
        page_size: z.int(),
        total: z.int(),
        has_more: z.boolean(),
      })
      .meta({ id: 'PagedMediaResponse' }),
    problems: ['invalid_path'],
    example: { query: { q: 'press' } },
  },

  get: {
    get: '/media/item',
    access: { capability: 'media.read' },
    summary: 'One file of the media library, with its duplicates',
    query: pathQuery.extend({
      location: z.enum(['true', 'false']).optional().meta({
        description:
          '`true` includes the camera location in `exif`: `latitude longitude altitude`.',
      }),
    }),
    answer: mediaItem
      .extend({
        duplicates: z.array(z.string()),
        needs_approval: z.boolean().meta({
          description:
            'Whether a change needs approval, because a public page uses the file (ADD-MED-1).',
        }),
      })
      .meta({ id: 'MediaDetail' }),
    problems: ['invalid_path', 'not_found'],
    example: { query: { path: exampleProject.media } },
  },

  folders: {
    get: '/media/folders',
    access: { capability: 'media.read' },
    summary: 'Folders of the media library, with their numbers of files',
    answer: z.array(
      z
        .object({
          path: z.string(),
          files: z.int(),
          total: z.int().meta({ description: 'Number of files, including subfolders.' }),
          size: z.int().meta({ description: 'Size of these files in bytes.' }),
        })
        .meta({ id: 'MediaFolder' }),
    ),
    problems: [],
    example: {},
  },

  upload: {
    post: '/media/upload',
    access: { capability: 'media.write' },
    audited: { action: 'media.upload' },
    summary: 'Upload a file to the media library; a number is added to a name that is taken',
    multipart: true,
    body: z.strictObject({
      path: text().max(1_000).optional().meta({
        description:
          'A folder such as `media/press`, or a whole path with a file extension. Default: the folder of the current month.',
      }),
    }),
    answer: uploadAnswer,
    problems: uploadProblems,
    example: {
      body: { path: 'media/press' },
      file: { name: 'a.svg', content: '<html/>' },
      refused: [422, 'invalid_media'],
    },
  },

  replace: {
    post: '/media/replace',
    access: { capability: 'media.write' },
    audited: { action: 'media.replace', target: 'path' },
    summary: 'Replace a file, keeping its address and metadata',
    multipart: true,
    body: z.strictObject({
      path,
      expected_hash: text().optional().meta({ description: '`hash` of the file to replace.' }),
    }),
    answer: uploadAnswer,
    problems: [...uploadProblems, 'not_found', 'stale_revision'],
    example: {
      body: { path: exampleProject.media, expected_hash: 'another' },
      file: { name: 'a.txt', content: 'Of another press.' },
      refused: [409, 'stale_revision'],
    },
  },

  metadata: {
    post: '/media/metadata',
    access: { capability: 'media.write' },
    audited: { action: 'media.metadata', target: 'path' },
    summary: 'Change the metadata of a file',
    body: z.strictObject({
      path,
      metadata: metadataChanges,
      expected_revision: text().optional().meta({ description: 'Its `metadata_revision`.' }),
    }),
    answer: mediaItem,
    problems: [
      'invalid_path',
      'not_found',
      'stale_revision',
      'invalid_metadata',
      'storage_failed',
      'insufficient_storage',
    ],
    example: { body: { path: exampleProject.media, metadata: { title: 'Press' } } },
  },

  move: {
    post: '/media/move',
    access: { capability: 'media.lifecycle' },
    audited: { action: 'media.move', target: 'path' },
    summary: 'Rename or move a file, which changes its address',
    body: z.strictObject({
      path,
      to: path.meta({ description: 'New path; a path that ends with / is a folder.' }),
      force,
    }),
    answer: mediaItem,
    problems: [
      'invalid_path',
      'not_found',
      'already_exists',
      'in_use',
      'unsupported_media_type',
      'storage_failed',
      'insufficient_storage',
    ],
    example: { body: { path: 'media/none.txt', to: 'media/press/' }, refused: [404, 'not_found'] },
  },

  delete: {
    post: '/media/delete',
    access: { capability: 'media.lifecycle' },
    audited: { action: 'media.delete', target: 'path' },
    summary: 'Move a file and its metadata to the trash',
    body: z.strictObject({ path, force }),
    answer: okResponse.extend({ trash_path: z.string(), state }),
    problems: ['invalid_path', 'not_found', 'in_use', 'storage_failed', 'insufficient_storage'],
    example: { body: { path: 'media/none.txt' }, refused: [404, 'not_found'] },
  },

  restore: {
    post: '/media/restore',
    access: { capability: 'media.lifecycle' },
    audited: { action: 'media.restore', target: 'path' },
    summary: 'Restore a file from the trash to its original path',
    body: z.strictObject({
      path: path.meta({
        description:
          'Path of a trash entry, or the original path of the file, which restores the latest deletion.',
      }),
    }),
    answer: mediaItem,
    problems: [
      'invalid_path',
      'not_found',
      'already_exists',
      'storage_failed',
      'insufficient_storage',
    ],
    example: { body: { path: 'media/none.txt' }, refused: [404, 'not_found'] },
  },

  trash: {
    get: '/media/trash',
    access: { capability: 'media.lifecycle' },
    summary: 'Files in the trash, newest first, at most 1,000',
    answer: z.array(
      z
        .object({
          path: z
            .string()
            .meta({ description: 'Path of the file in the trash; pass it to `restore`.' }),
          original_path: z.string(),
          type: z.string().nullable(),
          size: z.int().nullable(),
          deleted_by: z.string(),
          deleted_at: dateTime,
        })
        .meta({ id: 'MediaTrashEntry' }),
    ),
    problems: [],
    example: {},
  },

  purge: {
    post: '/media/trash/purge',
    access: { capability: 'media.lifecycle' },
    audited: { action: 'media.purge', target: 'path' },
    summary: 'Delete a file in the trash permanently',
    body: z.strictObject({ path: path.meta({ description: 'Path of the trash entry.' }) }),
    answer: okResponse,
    problems: ['invalid_path', 'not_found', 'storage_failed', 'insufficient_storage'],
    example: { body: { path: '.trash/media/none.txt' }, refused: [404, 'not_found'] },
  },

  usage: {
    get: '/media/usage',
    access: { capability: 'media.read' },
    summary: 'Documents that use a file, limited to those the caller can read',
    query: pathQuery,
    answer: z
      .object({
        path: z.string(),
        total: z.int().meta({
          description: 'Number of all documents, including those the caller cannot read.',
        }),
        documents: z.array(
          z
            .object({
              path: z.string(),
              title: z.string(),
              type: z.string(),
              lang: z.string(),
              status: z.string(),
              in_text: z.boolean().meta({
                description: 'Whether the working version of the document uses the file.',
              }),
              is_public: z
                .boolean()
                .meta({ description: 'Whether the public version of the document uses the file.' }),
            })
            .meta({ id: 'MediaUse' }),
        ),
      })
      .meta({ id: 'MediaUsage' }),
    problems: ['invalid_path'],
    example: { query: { path: exampleProject.media } },
  },
});
