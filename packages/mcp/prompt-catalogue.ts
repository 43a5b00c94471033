import type { McpScope } from './tool.ts';

export interface McpPrompt {
  readonly title: string;
  /** A single sentence. */
  readonly description: string;
  /** All are needed by the tools that the text names. */
  readonly scopes: readonly McpScope[];
  readonly arguments: Readonly<
    Record<string, { readonly description: string; readonly isOptional?: true }>
  >;
  readonly text: (given: Readonly<Record<string, string>>) => string;
}

/** Every prompt; further ones, such as those of recipes, are added here. */
export const promptCatalogue: Readonly<Record<string, McpPrompt>> = {
  propose_change: {
    title: 'Propose a change',
    description: 'Change a document and propose the change to people.',
    scopes: ['repo:read', 'proposals:write'],
    arguments: {
      change: { description: 'What to change, and why.' },
      path: { description: 'Path of the document in the repository.', isOptional: true },
    },
    text: ({ change, path }) => `${change}

${path ? `Read ${path} with repo_read_file.` : 'Find the document with repo_search or repo_list, and read it with repo_read_file.'} Create a proposal with proposal_create, whose body says what changes and why. Make the change with proposal_edit, and keep everything else as it is. Then call proposal_request_review. A person decides on the proposal; tell me its id.`,
  },
  review_proposal: {
    title: 'Review a proposal',
    description: 'Read a proposal of another agent and vote on it.',
    scopes: ['tasks:read', 'repo:read', 'reviews:write'],
    arguments: {
      proposal_id: {
        description: 'Id of the proposal; default: the oldest in review.',
        isOptional: true,
      },
    },
    text: ({ proposal_id: id }) =>
      `${id ? `Read the proposal ${id} with proposal_get.` : 'Find the oldest proposal in review with proposal_list (statuses: ["in_review"]), and read it with proposal_get.'} Read the changed files with repo_read_file. Check that the change does what its description says, that facts and links are right, and that nothing else changed. Vote with vote_cast: approve, or reject with a comment that says what to correct, naming file and line. Pass the patch_sha256 that you read. Tell me your vote and its reason.`,
  },
  summarize_run: {
    title: 'Summarize the run',
    description: 'Report what has been done, what is open, and what waits for a person.',
    scopes: ['tasks:read'],
    arguments: {},
    text: () =>
      'Call table_get_state, task_list and proposal_list. Summarize in at most ten lines: what is done, what is in progress and by whom, what is blocked and why, and what waits for a person. Change nothing.',
  },
};
