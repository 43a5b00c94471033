import { z } from 'zod';
import { exampleProject } from './example-project.ts';
import { defineNoun } from './operation.ts';
import { dateTime, freeForm, integerParameter, okResponse, text } from './shapes.ts';

const mediaType = z.enum(['image', 'video', 'audio', 'document']);

export const state = z.enum(['public', 'pending']).meta({
  description:
    '`pending`: a change awaits approval, and the public sees the version before it (ADD-MED-1).',
});

const mediaItem = z
  .object({
    path: z.string().meta({ description: '`media/2026/06/press.jpg`: in the content tree.' }),
    name: z.string(),
    type: z.string().meta({ description: 'Media type: `image/jpeg`.' }),
    url: z.string(),
    thumbnail_url: z
      .string()
      .nullable()
      .meta({ description: 'Of a small picture; null for what is no picture.' }),
    uploaded_by: z.string(),
    size: z.int(),
    uploaded_at: dateTime,
    metadata: freeForm.meta({
      description:
        '`title alt caption credit tags decorative focal_x focal_y` as somebody wrote them, and `width height hash` of the file.',
    }),
    exif: freeForm.meta({
      description: 'What the camera wrote; where it was only where that is asked for.',
    }),
    metadata_revision: z.string().meta({ description: 'Another one after each change of them.' }),
    missing_alt: z.boolean(),
    state,
    problem: z
      .string()
      .nullable()
      .meta({ description: 'Why a file that was put there by hand cannot be used.' }),
  })
  .meta({ id: 'MediaItem' });

export const path = text().min(1);
/** The service validates the path. */
const asked = z.strictObject({ path: z.string().min(1) });

const uploadAnswer = mediaItem
  .extend({
    duplicates: z.array(z.string()).meta({ description: 'Files that have the same bytes.' }),
  })
  .meta({ id: 'UploadedMedia' });

const uploadProblems = [
  'invalid_path',
  'unsupported_media_type',
  'invalid_media',
  'storage_failed',
  'insufficient_storage',
] as const;

const share = z.number().min(0).max(1);

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
      .meta({ description: 'The picture says nothing, and needs no `alt`.' }),
    focal_x: share.nullish().meta({ description: 'Of what matters, from 0 (left) to 1.' }),
    focal_y: share.nullish().meta({ description: 'Of what matters, from 0 (top) to 1.' }),
  })
  .meta({ id: 'MediaMetadataChanges', description: 'Absent keeps, null clears.' });

export const force = z
  .boolean()
  .optional()
  .meta({ description: 'Also when documents use it, which then show nothing there.' });

export const media = defineNoun('media', {
  list: {
    get: '/media',
    access: { capability: 'media.read' },
    summary: 'Files of the media library, the newest first unless `sort` says otherwise',
    query: z.strictObject({
      q: text()
        .max(500)
        .optional()
        .meta({ description: 'Parts of words, all of which are in the name or the metadata.' }),
      type: mediaType.optional(),
      folder: text().optional().meta({ description: '`media/2026`: with what is below it.' }),
      uploaded_by: text().optional(),
      missing_alt: z.enum(['true', 'false']).optional(),
      duplicates: z
        .enum(['true'])
        .optional()
        .meta({ description: 'What is there more than once, byte for byte.' }),
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
    summary: 'One file of the media library, and the others with the same bytes',
    query: asked.extend({
      location: z.enum(['true', 'false']).optional().meta({
        description:
          'With `true`, `exif` also tells where the camera was: `latitude longitude altitude`.',
      }),
    }),
    answer: mediaItem
      .extend({
        duplicates: z.array(z.string()),
        needs_approval: z.boolean().meta({
          description: 'Whether a change needs approval: a public page uses the file (ADD-MED-1).',
        }),
      })
      .meta({ id: 'MediaDetail' }),
    problems: ['invalid_path', 'not_found'],
    example: { query: { path: exampleProject.media } },
  },

  folders: {
    get: '/media/folders',
    access: { capability: 'media.read' },
    summary: 'The folders of the media library, and how many files are in them',
    answer: z.array(
      z
        .object({
          path: z.string(),
          files: z.int(),
          total: z.int().meta({ description: 'With those of the folders below.' }),
          size: z.int().meta({ description: 'Bytes of all of them.' }),
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
    summary: 'Bring a file into the media library; a name that is taken gets a number',
    multipart: true,
    body: z.strictObject({
      path: text().max(1_000).optional().meta({
        description:
          'The folder, `media/press`; or, with the ending of a file, the whole path. Without it, the folder of this month.',
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
    summary: 'Put another file in the place of one, at the same address and with its metadata',
    multipart: true,
    body: z.strictObject({
      path,
      expected_hash: text()
        .optional()
        .meta({ description: 'The `hash` of the file that is to be replaced.' }),
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
    summary: 'Change what is said about a file',
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
    summary: 'Give a file another name or folder, and so another address',
    body: z.strictObject({
      path,
      to: path.meta({ description: 'The new path; a folder, when it ends with /.' }),
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
    summary: 'Move a file to the trash, with what is said about it',
    body: z.strictObject({ path, force }),
    answer: okResponse.extend({ trash_path: z.string(), state }),
    problems: ['invalid_path', 'not_found', 'in_use', 'storage_failed', 'insufficient_storage'],
    example: { body: { path: 'media/none.txt' }, refused: [404, 'not_found'] },
  },

  restore: {
    post: '/media/restore',
    access: { capability: 'media.lifecycle' },
    audited: { action: 'media.restore', target: 'path' },
    summary: 'Put a file back from the trash, to where it was',
    body: z.strictObject({
      path: path.meta({
        description:
          'The path of a trash entry, or where the file was: then the one that was deleted last.',
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
    summary: 'Files in the trash, newest first, 1,000 entries at most',
    answer: z.array(
      z
        .object({
          path: z.string().meta({ description: 'Of the file in the trash; `restore` takes it.' }),
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
    summary: 'Delete a file in the trash for good',
    body: z.strictObject({ path: path.meta({ description: 'Of the trash entry.' }) }),
    answer: okResponse,
    problems: ['invalid_path', 'not_found', 'storage_failed', 'insufficient_storage'],
    example: { body: { path: '.trash/media/none.txt' }, refused: [404, 'not_found'] },
  },

  usage: {
    get: '/media/usage',
    access: { capability: 'media.read' },
    summary: 'Documents that name a file, of those that the caller may read',
    query: asked,
    answer: z
      .object({
        path: z.string(),
        total: z.int().meta({ description: 'Of all documents, also of those not to be read.' }),
        documents: z.array(
          z
            .object({
              path: z.string(),
              title: z.string(),
              type: z.string(),
              lang: z.string(),
              status: z.string(),
              in_text: z
                .boolean()
                .meta({ description: 'The document as it is being worked on names it.' }),
              is_public: z.boolean().meta({ description: 'What is public of it does.' }),
            })
            .meta({ id: 'MediaUse' }),
        ),
      })
      .meta({ id: 'MediaUsage' }),
    problems: ['invalid_path'],
    example: { query: { path: exampleProject.media } },
  },
});
