import { z } from 'zod';
import { fieldError, type FieldError } from '@galley/kernel';
import { documentStatus, sourceProblem } from './documents.ts';
import { exampleProject } from './example-project.ts';
import { defineNoun } from './operation.ts';
import { dateTime, displayName, freeForm, integerParameter, refuse, text } from './shapes.ts';

const retainedSnapshot = z.object({
  seq: z.int().meta({ description: 'Sequence number within the document, starting at 1.' }),
  hash: z.string(),
  author: z.string(),
  on_behalf_of: z.array(z.string()).optional().meta({
    description:
      'People for whom a plugin, an agent or an unsigned edit acted; absent without any.',
  }),
  message: z.string(),
  timestamp: dateTime,
  revision: z.string(),
  status: documentStatus,
  kind: z.string(),
  parent_hash: z.string().nullable(),
  renamed_from: z.string().optional().meta({
    description: 'Former path, in the entry that records a rename on disk; absent otherwise.',
  }),
});

export const historyEntry = retainedSnapshot
  .extend({ author_name: displayName })
  .meta({ id: 'DocumentHistoryEntry' });

const comparedSide = z
  .object({
    hash: z.string(),
    path: z.string(),
    revision: z.string(),
    author: z.string(),
    timestamp: dateTime,
    problem: sourceProblem.nullable(),
  })
  .meta({
    id: 'ComparedSide',
    description:
      'Compared snapshot; `problem` gives the reason if its frontmatter is not compared.',
  });

const bodyLine = z.object({
  op: z.enum(['equal', 'insert', 'delete']),
  left_line: z.int().nullable(),
  right_line: z.int().nullable(),
  text: z.string().meta({ description: 'The line, including its line ending.' }),
});

const frontmatterChange = z.object({
  field: z
    .string()
    .meta({ description: 'Path of the field, such as `fields.price` for a key in a mapping.' }),
  kind: z.enum(['added', 'removed', 'changed']),
  before: z.unknown(),
  after: z.unknown(),
});

type SideNames = Readonly<
  Partial<Record<'path' | 'left' | 'right' | 'left_path' | 'right_path', string>>
>;

function findSideMistakes({ path, ...names }: SideNames): FieldError[] {
  const isAboutTwo = names.left_path !== undefined || names.right_path !== undefined;
  if (!isAboutTwo) {
    const keys = ['path', 'left_path, right_path'];
    return path === undefined ? [fieldError('path', 'exactly_one_required', { keys })] : [];
  }
  const missing = (['left_path', 'right_path'] as const).filter((name) => !names[name]);
  const alien = (['left', 'right'] as const).filter((name) => names[name] !== undefined);
  return [
    ...(path === undefined
      ? []
      : [fieldError('path', 'not_with', { other: 'left_path, right_path' })]),
    ...missing.map((name) =>
      fieldError(name, 'required_with', {
        other: name === 'left_path' ? 'right_path' : 'left_path',
      }),
    ),
    ...alien.map((name) => fieldError(name, 'only_with', { other: 'path' })),
  ];
}

const revisionName = text()
  .min(1)
  .optional()
  .meta({ description: 'A history hash, or `current`.' });

export const revisions = defineNoun('documents', {
  history: {
    get: '/documents/history',
    access: { capability: 'documents.history' },
    summary: 'Retained snapshots of a document, newest first; 200 by default',
    query: z.strictObject({
      path: z.string().min(1),
      limit: integerParameter(1).optional(),
      before: text()
        .min(1)
        .optional()
        .meta({ description: 'Only snapshots before this entry, given by its `seq` or `hash`.' }),
    }),
    answer: z.array(historyEntry),
    problems: ['invalid_path', 'not_found'],
    example: { query: { path: exampleProject.draft } },
  },

  revision: {
    get: '/documents/revision',
    access: { capability: 'documents.history' },
    summary: 'One retained snapshot of a document, with its text',
    query: z.strictObject({ path: z.string().min(1), hash: text().min(1) }),
    answer: retainedSnapshot
      .extend({
        path: z.string(),
        title: z.string(),
        raw: z.string(),
        raw_body: z.string(),
        frontmatter: freeForm,
        problem: sourceProblem.nullable(),
      })
      .meta({ id: 'DocumentRevision' }),
    problems: ['invalid_path', 'not_found'],
    example: {
      query: { path: exampleProject.draft, hash: '0'.repeat(64) },
      refused: [404, 'not_found'],
    },
  },

  diff: {
    post: '/documents/diff',
    access: { capability: 'documents.diff' },
    summary:
      'Compare two revisions of a document, by default the last two, or the current versions of two documents',
    body: z
      .strictObject({
        path: z.string().min(1).optional(),
        left: revisionName,
        right: revisionName,
        left_path: z.string().min(1).optional(),
        right_path: z.string().min(1).optional(),
      })
      .superRefine((body, context) => {
        for (const error of findSideMistakes(body)) refuse(context, error);
      }),
    answer: z
      .object({
        diff: z.string(),
        left_raw: z.string(),
        right_raw: z.string(),
        body_diff: z.array(bodyLine),
        frontmatter_changes: z.array(frontmatterChange),
        left: comparedSide.nullable(),
        right: comparedSide,
      })
      .meta({ id: 'DocumentComparison' }),
    problems: ['invalid_path', 'not_found', 'comparison_too_large'],
    example: { body: { path: exampleProject.draft } },
  },
});
