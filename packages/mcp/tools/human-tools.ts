import { z } from 'zod';
import { text } from '@galley/contract';
import { id, instant } from '../fields.ts';
import { mutatingTool, readingTool } from '../tool.ts';
import { toWire } from '@galley/kernel';

const approval = z.object({
  id: z.string(),
  run_id: z.string().nullable(),
  proposal_id: z.string().nullable(),
  task_id: z.string().nullable(),
  status: z.string(),
  requested_by: z.string(),
  requested_at: instant,
  decided_by: z.string().nullable().describe('Username of the person; never an agent.'),
  decided_at: instant.nullable(),
  patch_sha256: z.string().nullable().describe('SHA-256 of the patch that the decision covers.'),
  reason: z.string().nullable(),
  note: z.string().nullable().describe('Note of the person who decided.'),
});

export const humanTools = {
  human_request_approval: mutatingTool({
    description: 'Requests a person’s approval of a proposal, a task or something else.',
    scope: 'proposals:write',
    input: {
      proposal_id: id('the proposal to approve').optional(),
      task_id: id('the task to approve').optional(),
      reason: text().min(1).max(4_000).describe('What to approve, and why.'),
    },
    output: approval,
    handle: async ({ work }, { proposal_id: proposalId, task_id: taskId, reason }) =>
      toWire(await work.approvals.request({ proposalId, taskId, reason })),
  }),
  human_approval_status: readingTool({
    description: 'Shows whether a person has approved your request.',
    scope: 'tasks:read',
    input: { approval_id: id('the approval') },
    output: approval,
    handle: async ({ work }, { approval_id: id }) => toWire(await work.approvals.get(id)),
  }),
};
