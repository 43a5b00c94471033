import { z } from 'zod';
import { text } from '@galley/contract';
import { checkOutcomes, type WorkProposal } from '@galley/runcoord';
import { id, instant, line, nextCursor, page, patchHash, prose, statuses } from '../fields.ts';
import { mutatingTool, readingTool } from '../tool.ts';
import { toWire } from '@galley/kernel';

const patchSummary = z.object({
  sha256: patchHash,
  base_revision: z.string(),
  attached_by: z.string(),
  attached_at: instant,
});

const proposal = z.object({
  id: z.string(),
  workspace_id: z.string().nullable(),
  run_id: z.string().nullable(),
  task_id: z.string().nullable(),
  title: z.string(),
  body: z.string(),
  risk: z.string(),
  status: z.string(),
  proposed_by: z.string(),
  created_at: instant,
  updated_at: instant,
  decided_by: z.string().nullable(),
  decided_at: instant.nullable(),
  decision_note: z.string().nullable(),
  decided_patch_sha256: z.string().nullable(),
  rolled_back_by: z.string().nullable(),
  rolled_back_at: instant.nullable(),
  patch: patchSummary.nullable().describe('The newest attached patch; null without one.'),
});

const comment = z.object({
  path: z.string(),
  side: z.enum(['old', 'new']),
  line: z.number(),
  quote: z.string(),
  body: z.string(),
  author: z.string(),
  is_outdated: z.boolean(),
});

const check = z.object({
  name: z.string(),
  outcome: z.enum(checkOutcomes),
  detail: z.string(),
});

const vote = z.object({
  proposal_id: z.string(),
  agent_id: z.string(),
  decision: z.enum(['approve', 'reject', 'abstain']),
  comment: z.string(),
  patch_sha256: z.string().nullable().describe('SHA-256 of the patch that the vote covers.'),
  cast_at: instant,
});

function toOutput(shown: WorkProposal): Record<string, unknown> {
  return { ...toWire(shown), patch: shown.patch && toWire(shown.patch) };
}

const edited = proposal.pick({ id: true, status: true, patch: true });

const proposalId = id('the proposal');
const path = text()
  .min(1)
  .max(1_000)
  .describe('Path from the root of the repository, with / as the separator.');
const write = 'proposals:write';
const read = 'tasks:read';

export const proposalTools = {
  proposal_create: mutatingTool({
    description: 'Proposes a change, which agents review and a person decides on.',
    scope: write,
    input: {
      title: line('Short summary of the change.'),
      body: prose('Description of the change and its reason, for reviewers.'),
      risk: z
        .enum(['low', 'medium', 'high'])
        .default('low')
        .describe('`high` also requests a review by security.'),
      task_id: id('the task that the proposal solves; default: that of your turn').optional(),
    },
    output: proposal,
    handle: async ({ work }, { task_id: taskId, title, body, risk }) =>
      toOutput(await work.proposals.create({ title, body, risk, taskId })),
  }),
  proposal_get: readingTool({
    description: 'Shows a proposal with its patch.',
    scope: read,
    input: { proposal_id: proposalId },
    output: proposal.extend({
      patch: patchSummary.extend({ patch: z.string() }).nullable(),
      comments: z.array(comment).describe('Comments of people on lines of a patch.'),
      left_out_hunks: z
        .array(z.object({ path: z.string(), header: z.string() }))
        .describe('Parts of the patch that the acceptance omitted.'),
      checks: z.array(check).nullable().describe('Null until finished.'),
      pull_request: z.object({ state: z.string(), url: z.string().nullable() }).nullable(),
    }),
    handle: async ({ work }, { proposal_id: id }) => {
      const found = await work.proposals.get(id);
      return {
        ...toWire(found),
        patch: found.patch && { ...toWire(found.patch), patch: found.patch.text },
        comments: found.comments.map((one) => ({
          ...one,
          is_outdated: one.patchSha256 !== found.patch?.sha256,
        })),
        left_out_hunks: found.leftOut,
        pull_request: found.pullRequest && {
          state: found.pullRequest.state,
          url: found.pullRequest.url,
        },
        checks: found.checks && found.checks.map(({ at: _, ...check }) => check),
      };
    },
  }),
  proposal_list: readingTool({
    description: 'Lists proposals without their patches.',
    scope: read,
    input: {
      statuses: statuses('proposals'),
      task_id: id('a task; lists only its proposals').optional(),
      ...page,
    },
    output: z.object({ proposals: z.array(proposal), next_cursor: nextCursor }),
    handle: async ({ work }, { task_id: taskId, cursor: after, ...rest }) => {
      const { items, next } = await work.proposals.list({ ...rest, taskId, after });
      return { proposals: items.map(toOutput), next_cursor: next };
    },
  }),
  proposal_attach_patch: mutatingTool({
    description: 'Attaches a patch to your proposal and replaces all its earlier changes.',
    scope: write,
    input: {
      proposal_id: proposalId,
      base_revision: text()
        .regex(/^([0-9a-f]{40}|[0-9a-f]{64})$/)
        .describe('The full hash of the commit that the patch applies to.'),
      patch: text()
        .min(1)
        .max(1_048_576)
        .describe('A unified diff, as `git diff` prints it, of files in the repository.'),
    },
    output: proposal,
    handle: async ({ work }, { proposal_id: id, base_revision: base, patch }) =>
      toOutput(await work.proposals.attachPatch(id, base, patch)),
  }),
  proposal_edit: mutatingTool({
    description: 'Replaces a text in a file of your proposal, or of the repository.',
    scope: write,
    input: {
      proposal_id: proposalId,
      path,
      old: text()
        .min(1)
        .max(1_048_576)
        .describe('The text to replace, exactly as it is; it must occur once in the file.'),
      new: text().max(1_048_576).describe('The text to put in its place.'),
    },
    output: edited,
    handle: async ({ work }, { proposal_id: id, ...edit }) =>
      toOutput(await work.proposals.edit(id, { kind: 'replace', ...edit })),
  }),
  proposal_put_file: mutatingTool({
    description: 'Adds a file to your proposal, or replaces its whole content.',
    scope: write,
    input: {
      proposal_id: proposalId,
      path,
      content: text().max(1_048_576).describe('The whole text of the file.'),
    },
    output: edited,
    handle: async ({ work }, { proposal_id: id, ...edit }) =>
      toOutput(await work.proposals.edit(id, { kind: 'put', ...edit })),
  }),
  proposal_delete_file: mutatingTool({
    description: 'Deletes a file in your proposal.',
    scope: write,
    input: { proposal_id: proposalId, path },
    output: edited,
    handle: async ({ work }, { proposal_id: id, path }) =>
      toOutput(await work.proposals.edit(id, { kind: 'delete', path })),
  }),
  proposal_request_review: mutatingTool({
    description: 'Requests a review of your proposal, also after a revision.',
    scope: write,
    input: { proposal_id: proposalId },
    output: proposal,
    handle: async ({ work }, { proposal_id: id }) =>
      toOutput(await work.proposals.requestReview(id)),
  }),
  proposal_withdraw: mutatingTool({
    description: 'Withdraws your undecided proposal.',
    scope: write,
    input: { proposal_id: proposalId },
    output: proposal,
    handle: async ({ work }, { proposal_id: id }) => toOutput(await work.proposals.withdraw(id)),
  }),
};

export const voteTools = {
  vote_cast: mutatingTool({
    description: 'Votes on another agent’s proposal, replacing your earlier vote.',
    scope: 'reviews:write',
    input: {
      proposal_id: proposalId,
      decision: vote.shape.decision.describe('Your vote.'),
      comment: text().max(20_000).default('').describe('Reason for the vote.'),
      patch_sha256: patchHash
        .optional()
        .describe(
          'SHA-256 of the patch that you reviewed; the server refuses the vote if a newer patch exists.',
        ),
    },
    output: vote,
    handle: async ({ work }, { proposal_id: proposalId, patch_sha256: patchSha256, ...rest }) =>
      toWire(await work.votes.cast({ ...rest, proposalId, patchSha256 })),
  }),
  vote_list: readingTool({
    description: 'Lists the votes on a proposal.',
    scope: read,
    input: { proposal_id: proposalId },
    output: z.object({ votes: z.array(vote) }),
    handle: async ({ work }, { proposal_id: id }) => ({
      votes: (await work.votes.list(id)).map(toWire),
    }),
  }),
};
