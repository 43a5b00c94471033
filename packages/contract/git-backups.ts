import { z } from 'zod';
import { backupInfo } from './backups.ts';
import { defineNoun } from './operation.ts';
import { dateTime, integerParameter, text } from './shapes.ts';

const hash = z.string().meta({ description: 'Of the commit: 40 hexadecimal digits.' });

const gitSnapshot = backupInfo
  .omit({ include_media: true })
  .extend({
    id: hash,
    name: z.string().meta({ description: 'The message of the commit.' }),
    created_by: z.string().meta({ description: 'The name of its author.' }),
    type: z.literal('git'),
    size: z.int().meta({ description: 'Bytes of the files that are new or changed.' }),
    created: z.boolean().meta({
      description: 'False when nothing had changed: then this is the newest commit there was.',
    }),
    files_changed: z.int().meta({ description: 'How many files are new, changed, or gone.' }),
    left_out: z
      .array(z.object({ path: z.string(), reason: z.string() }))
      .meta({ description: 'What could not go in, beyond what ignore rules leave out.' }),
    pushed: z.boolean().nullable().meta({
      description: 'Whether the repository of `backup.git.push_url` has it; null without one.',
    }),
    push_problem: z.string().nullable().meta({ description: 'Why it has not.' }),
  })
  .meta({ id: 'GitSnapshot' });

const gitLogEntry = z
  .object({
    hash,
    author: z.string(),
    email: z.string(),
    date: dateTime,
    message: z.string(),
  })
  .meta({ id: 'GitLogEntry' });

export const gitBackups = defineNoun('backups', {
  gitSnapshot: {
    post: '/backups/git-snapshot',
    access: { capability: 'operations.manage' },
    audited: { action: 'backup.git_snapshot' },
    summary: 'Commit the content tree as it is to its own git repository, signed by who asks',
    body: z.strictObject({
      message: text().max(10_000).regex(/\S/, 'must say something'),
    }),
    answer: gitSnapshot,
    problems: ['git_unusable', 'backup_failed', 'insufficient_storage'],
    example: { body: { message: 'Before the redesign' } },
  },

  gitLog: {
    get: '/backups/git-log',
    access: { capability: 'operations.manage' },
    summary:
      'The newest commits of the content tree, newest first; none where there is no repository',
    query: z.strictObject({
      count: integerParameter(1)
        .optional()
        .meta({ description: 'How many, 20 unless said, at most 200.' }),
    }),
    answer: z.array(gitLogEntry),
    problems: ['git_unusable'],
    example: { query: { count: '5' } },
  },
});
