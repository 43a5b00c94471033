import { z } from 'zod';
import { text } from '@galley/contract';
import { limit, nextCursor, page } from '../fields.ts';
import { readingTool } from '../tool.ts';
import { toWire } from '@galley/kernel';

const path = text().min(1).max(1_000);
const revision = text()
  .regex(/^[0-9A-Za-z][0-9A-Za-z._/-]{0,199}$/)
  .optional()
  .describe('A commit, branch or tag; by default the newest commit of the workspace.');
const resolvedRevision = z.string().describe('The full hash of the commit that was read.');
const scope = 'repo:read';

export const repositoryTools = {
  repo_list: readingTool({
    description: 'Lists the files and folders of a folder of the repository.',
    scope,
    input: {
      path: path
        .optional()
        .describe('Path of the folder from the root of the repository; by default the root.'),
      revision,
      ...page,
    },
    output: z.object({
      path: z.string(),
      revision: resolvedRevision,
      entries: z.array(
        z.object({
          name: z.string(),
          kind: z.enum(['file', 'folder', 'link', 'submodule']),
          size: z.int().nonnegative().nullable(),
        }),
      ),
      next_cursor: nextCursor,
    }),
    handle: async ({ repository, worker }, { cursor: after, ...query }) =>
      toWire(await repository.list(worker.workspaceId, { ...query, after })),
  }),
  repo_read_file: readingTool({
    description: 'Shows a text file of the repository.',
    scope,
    input: {
      path: path.describe('Path from the root of the repository, with / as the separator.'),
      revision,
      offset: z.int().min(0).default(0).describe('Character offset to start at.'),
      limit: limit(200_000, 50_000),
    },
    output: z.object({
      path: z.string(),
      revision: resolvedRevision,
      content: z.string(),
      total_characters: z.int().nonnegative(),
      next_offset: z.int().nullable().describe('Null at the end of the file.'),
    }),
    handle: async ({ repository, worker }, query) =>
      toWire(await repository.readFile(worker.workspaceId, query)),
  }),
  repo_search: readingTool({
    description: 'Searches the text files of the repository and returns matching lines.',
    scope,
    input: {
      query: text().min(1).max(200).describe('Text to search for; case-insensitive, no pattern.'),
      path: path.optional().describe('Search only this folder.'),
      revision,
      limit: limit(500, 100),
    },
    output: z.object({
      revision: resolvedRevision,
      matches: z.array(z.object({ path: z.string(), line: z.int().min(1), text: z.string() })),
      is_complete: z.boolean().describe('False if the search stopped before the end.'),
    }),
    handle: async ({ repository, worker }, query) =>
      toWire(await repository.search(worker.workspaceId, query)),
  }),
};
