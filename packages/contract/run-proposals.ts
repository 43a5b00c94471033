import { z } from 'zod';
import { fieldFault } from '@galley/kernel';
import { exampleProject } from './example-project.ts';
import { defineNoun } from './operation.ts';
import { proposalDetail } from './run-records.ts';
import { matching, sha256Parameter, text } from './shapes.ts';

const note = text()
  .max(1_000)
  .meta({ description: 'Stored with the decision; secrets are redacted.' });

const comment = z.strictObject({
  path: text().min(1).max(1_000).meta({ description: 'Path of the file in the patch.' }),
  side: z.enum(['old', 'new']).meta({
    description: 'Side of the diff whose line numbers count: `old` for removed lines.',
  }),
  line: z.int().min(1).max(999_999_999),
  body: matching(/\S/, fieldFault('empty'), text().min(1).max(2_000)).meta({
    description: 'Secrets are redacted.',
  }),
});

const decision = {
  base: 'runs',
  access: { capability: 'runs.approve' },
  params: z.object({
    id: z.string().meta({ description: 'Id of the workspace.' }),
    proposal: z.string().meta({ description: 'Id of the proposal.' }),
  }),
  idempotent: true,
  body: z.strictObject({
    patch_sha256: sha256Parameter()
      .nullable()
      .optional()
      .meta({
        override: { type: ['string', 'null'], pattern: '^[0-9a-f]{64}$' },
        description:
          'SHA-256 of the reviewed patch, the newest one. Null or absent if the proposal has no patch.',
      }),
    base_revision: text().max(64).optional().meta({
      description: 'Base revision of the reviewed patch; the request is refused if it has changed.',
    }),
    note: note.optional(),
  }),
  answer: proposalDetail,
} as const;

const commonProblems = [
  'idempotency_key_required',
  'idempotency_key_reuse',
  'idempotency_in_progress',
  'workspace_not_found',
  'proposal_not_found',
  'store_unavailable',
];
const decisionProblems = [
  ...commonProblems,
  'own_request',
  'illegal_proposal_decision',
  'patch_changed',
  'proposal_applying',
];
const repositoryProblems = [
  'repository_missing',
  'repository_unusable',
  'no_branch',
  'uncommitted_changes',
  'decision_undone',
];

export const proposals = defineNoun('proposals', {
  accept: {
    ...decision,
    post: '/workspaces/{id}/proposals/{proposal}/accept',
    audited: { action: 'proposal.accept', withTheChange: true },
    summary:
      'Accept exactly the reviewed patch, or some of its hunks, and commit it to the repository',
    body: decision.body.extend({
      hunks: z.array(text().min(1).max(64)).max(10_000).optional().meta({
        description: 'Ids of the hunks to accept; all if absent. At least one.',
      }),
    }),
    problems: [
      ...decisionProblems,
      ...repositoryProblems,
      'base_not_found',
      'patch_does_not_apply',
      'invalid_patch',
      'base_moved',
      'no_hunks_chosen',
      'unknown_hunks',
    ],
    example: {
      params: { id: exampleProject.workspace, proposal: 'no-such-proposal' },
      body: { note: 'Well made.' },
      refused: [404, 'proposal_not_found'],
    },
  },

  reject: {
    ...decision,
    post: '/workspaces/{id}/proposals/{proposal}/reject',
    audited: { action: 'proposal.reject', withTheChange: true },
    summary: 'Reject a proposal permanently',
    problems: decisionProblems,
    example: {
      params: { id: exampleProject.workspace, proposal: 'no-such-proposal' },
      body: { note: 'Grey.' },
      refused: [404, 'proposal_not_found'],
    },
  },

  requestRevision: {
    ...decision,
    post: '/workspaces/{id}/proposals/{proposal}/request-revision',
    body: decision.body.extend({
      comments: z
        .array(comment)
        .max(200)
        .optional()
        .meta({ description: 'On lines of the patch. Without any, a note is required.' }),
    }),
    audited: { action: 'proposal.request_revision', withTheChange: true },
    summary: 'Return a proposal to its agent with a revision note, and comments on lines',
    problems: [...decisionProblems, 'note_required', 'line_not_in_patch'],
    example: {
      params: { id: exampleProject.workspace, proposal: 'no-such-proposal' },
      body: { note: 'Say where the soot is from.' },
      refused: [404, 'proposal_not_found'],
    },
  },

  comment: {
    ...decision,
    post: '/workspaces/{id}/proposals/{proposal}/comments',
    body: comment.extend({
      patch_sha256: sha256Parameter().meta({
        description: 'SHA-256 of the patch, the newest one.',
      }),
    }),
    audited: { action: 'proposal.comment', withTheChange: true },
    summary: 'Comment on a line of the newest patch of an undecided proposal',
    problems: [...commonProblems, 'proposal_closed', 'patch_changed', 'line_not_in_patch'],
    example: {
      params: { id: exampleProject.workspace, proposal: 'no-such-proposal' },
      body: {
        patch_sha256: 'a'.repeat(64),
        path: 'posts/ink.md',
        side: 'new',
        line: 3,
        body: 'Say how black.',
      },
      refused: [404, 'proposal_not_found'],
    },
  },

  rollback: {
    ...decision,
    post: '/workspaces/{id}/proposals/{proposal}/rollback',
    access: { capability: 'runs.control' },
    body: z.strictObject({ note: note.optional() }),
    audited: { action: 'proposal.rollback', withTheChange: true },
    summary: 'Revert an accepted proposal in the repository with a second commit',
    problems: [...commonProblems, ...repositoryProblems, 'not_applied', 'changed_since'],
    example: {
      params: { id: exampleProject.workspace, proposal: 'no-such-proposal' },
      body: { note: 'Grey.' },
      refused: [404, 'proposal_not_found'],
    },
  },
});
