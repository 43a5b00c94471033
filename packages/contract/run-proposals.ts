import { z } from 'zod';
import { exampleProject } from './example-project.ts';
import { defineNoun } from './operation.ts';
import { proposalDetail } from './run-records.ts';
import { text } from './shapes.ts';

const note = text()
  .max(1_000)
  .meta({ description: 'Stored with the decision; secrets are redacted.' });

const decision = {
  base: 'runs',
  access: { capability: 'runs.approve' },
  params: z.object({
    id: z.string().meta({ description: 'Id of the workspace.' }),
    proposal: z.string().meta({ description: 'Id of the proposal.' }),
  }),
  idempotent: true,
  body: z.strictObject({
    patch_sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 of 64 hexadecimal digits')
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
    summary: 'Accept exactly the reviewed patch, and commit it to the repository',
    problems: [
      ...decisionProblems,
      ...repositoryProblems,
      'base_not_found',
      'patch_does_not_apply',
      'invalid_patch',
      'base_moved',
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
    body: decision.body.extend({ note: note.min(1) }),
    audited: { action: 'proposal.request_revision', withTheChange: true },
    summary: 'Return a proposal to its agent with a revision note',
    problems: [...decisionProblems, 'note_required'],
    example: {
      params: { id: exampleProject.workspace, proposal: 'no-such-proposal' },
      body: { note: 'Say where the soot is from.' },
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
