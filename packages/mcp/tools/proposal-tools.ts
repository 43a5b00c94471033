import { z } from 'zod';
import { text } from '@galley/contract';
import type { WorkProposal } from '@galley/runcoord';
import { id, instant, line, nextCursor, page, patchHash, prose, statuses } from '../fields.ts';
import { mutatingTool, readingTool } from '../tool.ts';
import { toWire } from '../wire.ts';

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
  decided_by: z.string().nullable().describe('The person who last decided on it.'),
  decided_at: instant.nullable(),
  decision_note: z.string().nullable().describe('What they said, such as what is to be revised.'),
  decided_patch_sha256: patchHash.nullable().describe('Of the patch that they decided on.'),
  rolled_back_by: z.string().nullable().describe('Who took it back after it was accepted.'),
  rolled_back_at: instant.nullable(),
  patch: patchSummary.nullable().describe('The newest that is attached; null when there is none.'),
});

const vote = z.object({
  proposal_id: z.string(),
  agent_id: z.string(),
  decision: z.enum(['approve', 'reject', 'abstain']),
  comment: z.string(),
  patch_sha256: z.string().nullable().describe('Of the patch that was voted on.'),
  cast_at: instant,
});

function toOutput(shown: WorkProposal): Record<string, unknown> {
  return { ...toWire(shown), patch: shown.patch && toWire(shown.patch) };
}

const proposalId = id('the proposal');
const write = 'proposals:write';
const read = 'tasks:read';

export const proposalTools = {
  'proposal.create': mutatingTool({
    description: 'Proposes a change, which is reviewed and which a person decides on.',
    scope: write,
    input: {
      title: line('What would change, in a few words.'),
      body: prose('What would change and why, for those who review it.'),
      risk: z
        .enum(['low', 'medium', 'high'])
        .default('low')
        .describe('With `high`, security reviews it too.'),
      task_id: id('the task that it is for').optional(),
    },
    output: proposal,
    handle: async ({ work }, { task_id: taskId, title, body, risk }) =>
      toOutput(await work.proposals.create({ title, body, risk, taskId })),
  }),
  'proposal.get': readingTool({
    description: 'Shows a proposal, with the patch that is attached to it.',
    scope: read,
    input: { proposal_id: proposalId },
    output: proposal.extend({ patch: patchSummary.extend({ patch: z.string() }).nullable() }),
    handle: async ({ work }, { proposal_id: id }) => {
      const found = await work.proposals.get(id);
      return {
        ...toWire(found),
        patch: found.patch && { ...toWire(found.patch), patch: found.patch.text },
      };
    },
  }),
  'proposal.list': readingTool({
    description: 'Lists proposals in the order of the database, without their patches.',
    scope: read,
    input: {
      statuses: statuses('proposals'),
      task_id: id('a task, to list only proposals for it').optional(),
      ...page,
    },
    output: z.object({ proposals: z.array(proposal), next_cursor: nextCursor }),
    handle: async ({ work }, { task_id: taskId, cursor: after, ...rest }) => {
      const { items, next } = await work.proposals.list({ ...rest, taskId, after });
      return { proposals: items.map(toOutput), next_cursor: next };
    },
  }),
  'proposal.attach_patch': mutatingTool({
    description: 'Attaches a patch to a proposal of yours, in place of the one before.',
    scope: write,
    input: {
      proposal_id: proposalId,
      base_revision: text()
        .regex(/^([0-9a-f]{40}|[0-9a-f]{64})$/)
        .describe('The full id of the commit that the patch applies to.'),
      patch: text()
        .min(1)
        .max(1_048_576)
        .describe(
          'A unified diff, as `git diff` prints it; it touches nothing outside the repository.',
        ),
    },
    output: proposal,
    handle: async ({ work }, { proposal_id: id, base_revision: base, patch }) =>
      toOutput(await work.proposals.attachPatch(id, base, patch)),
  }),
  'proposal.request_review': mutatingTool({
    description: 'Asks for a review of a proposal of yours, also after you have revised it.',
    scope: write,
    input: { proposal_id: proposalId },
    output: proposal,
    handle: async ({ work }, { proposal_id: id }) =>
      toOutput(await work.proposals.requestReview(id)),
  }),
  'proposal.withdraw': mutatingTool({
    description: 'Withdraws an undecided proposal of yours.',
    scope: write,
    input: { proposal_id: proposalId },
    output: proposal,
    handle: async ({ work }, { proposal_id: id }) => toOutput(await work.proposals.withdraw(id)),
  }),
};

export const voteTools = {
  'vote.cast': mutatingTool({
    description: 'Votes on another agent’s proposal, replacing your earlier vote.',
    scope: 'reviews:write',
    input: {
      proposal_id: proposalId,
      decision: vote.shape.decision.describe('What you would have done with it.'),
      comment: text().max(20_000).default('').describe('Why, for those who decide.'),
      patch_sha256: patchHash
        .optional()
        .describe(
          'Of the patch that you have reviewed; the vote is refused when there is a newer one.',
        ),
    },
    output: vote,
    handle: async ({ work }, { proposal_id: proposalId, patch_sha256: patchSha256, ...rest }) =>
      toWire(await work.votes.cast({ ...rest, proposalId, patchSha256 })),
  }),
  'vote.list': readingTool({
    description: 'Lists the votes on a proposal.',
    scope: read,
    input: { proposal_id: proposalId },
    output: z.object({ votes: z.array(vote) }),
    handle: async ({ work }, { proposal_id: id }) => ({
      votes: (await work.votes.list(id)).map(toWire),
    }),
  }),
};
