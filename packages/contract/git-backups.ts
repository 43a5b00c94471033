import { z } from 'zod';
import { fieldFault } from '@galley/kernel';
import { backupInfo } from './backups.ts';
import { defineNoun } from './operation.ts';
import { dateTime, integerParameter, matching, text } from './shapes.ts';

const hash = z.string().meta({ description: 'Commit hash: 40 hexadecimal digits.' });

const gitSnapshot = backupInfo
  .omit({ include_media: true, encrypted: true })
  .extend({
    id: hash,
    name: z.string().meta({ description: 'Commit message.' }),
    created_by: z.string().meta({ description: 'Name of the commit author.' }),
    type: z.literal('git'),
    size: z.int().meta({ description: 'Total size of the new and changed files in bytes.' }),
    created: z.boolean().meta({
      description:
        'False if the content was unchanged; the response then describes the latest existing commit.',
    }),
    files_changed: z.int().meta({ description: 'Number of new, changed and deleted files.' }),
    left_out: z
      .array(z.object({ path: z.string(), reason: z.string() }))
      .meta({ description: 'Files that could not be committed; ignored files are not listed.' }),
    pushed: z.boolean().nullable().meta({
      description:
        'Whether the commit was pushed to `backup.git.push_url`; null without that setting.',
    }),
    push_problem: z.string().nullable().meta({ description: 'Reason why the push failed.' }),
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
    summary: 'Commit the current content tree to its git repository, with the caller as author',
    body: z.strictObject({
      message: matching(/\S/, fieldFault('empty'), text().max(10_000)),
    }),
    answer: gitSnapshot,
    problems: ['git_unusable', 'backup_failed', 'insufficient_storage'],
    example: { body: { message: 'Before the redesign' } },
  },

  gitLog: {
    get: '/backups/git-log',
    access: { capability: 'operations.manage' },
    summary: 'Latest commits of the content tree, newest first; empty without a repository',
    query: z.strictObject({
      count: integerParameter(1)
        .optional()
        .meta({ description: 'Number of commits; default 20, at most 200.' }),
    }),
    answer: z.array(gitLogEntry),
    problems: ['git_unusable'],
    example: { query: { count: '5' } },
  },
});
