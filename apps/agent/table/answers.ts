import { z } from 'zod';

/** Schemas contain only the fields that the agent reads. */
export const taskShape = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  status: z.string(),
  assigned_agent_id: z.string().nullable(),
  fence: z.int(),
});

export type Task = z.output<typeof taskShape>;

const patchSummary = z.object({ sha256: z.string(), base_revision: z.string() });

export const proposalShape = z.object({
  id: z.string(),
  title: z.string(),
  task_id: z.string().nullable(),
  status: z.string(),
  proposed_by: z.string(),
  patch: patchSummary.nullable(),
});

export type Proposal = z.output<typeof proposalShape>;

export const proposalWithPatch = proposalShape.extend({
  patch: patchSummary.extend({ patch: z.string() }).nullable(),
  decision_note: z.string().nullish(),
  comments: z.array(
    z.object({
      line: z.number(),
      quote: z.string(),
      body: z.string(),
      is_outdated: z.boolean(),
    }),
  ),
});

export type ProposalWithPatch = z.output<typeof proposalWithPatch>;

export const voteShape = z.object({
  agent_id: z.string(),
  decision: z.string(),
  comment: z.string(),
  patch_sha256: z.string().nullable(),
});

export type Vote = z.output<typeof voteShape>;

export const anything = z.unknown();
