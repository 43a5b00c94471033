import { z } from 'zod';
import { exampleProject } from './example-project.ts';
import { defineNoun } from './operation.ts';
import {
  keyProblems,
  name,
  pageOf,
  pageQuery,
  workspaceId,
  workspaceProblems,
} from './run-shapes.ts';
import { dateTime, sha256Parameter, text } from './shapes.ts';

const approvalRequest = z
  .object({
    id: z.string(),
    run_id: z.string().nullable(),
    proposal_id: z.string().nullable(),
    task_id: z.string().nullable(),
    status: z.string().meta({ description: '`requested`, then `approved` or `rejected`.' }),
    requested_by: z.string(),
    requested_at: dateTime,
    decided_by: z.string().nullable(),
    decided_at: dateTime.nullable(),
    patch_sha256: z
      .string()
      .nullable()
      .meta({ description: 'SHA-256 of the decided patch; null without one.' }),
    reason: z
      .string()
      .nullable()
      .meta({ description: 'What needs approval and why, as stated by the requester.' }),
    note: z.string().nullable().meta({ description: 'Note of the person who decided.' }),
  })
  .meta({ id: 'ApprovalRequest' });

const decision = {
  base: 'runs',
  access: { capability: 'runs.approve' },
  params: z.object({
    id: workspaceId,
    approval: z.string().meta({ description: 'Id of the request.' }),
  }),
  idempotent: true,
  body: z.strictObject({
    patch_sha256: sha256Parameter()
      .nullable()
      .optional()
      .meta({
        override: { type: ['string', 'null'], pattern: '^[0-9a-f]{64}$' },
        description:
          'SHA-256 of the reviewed patch, the newest of the proposal. Null or absent if the proposal has no patch, or the request concerns no proposal.',
      }),
    note: text()
      .max(1_000)
      .optional()
      .meta({ description: 'Stored with the decision; secrets are redacted.' }),
  }),
  answer: approvalRequest,
  problems: [
    ...keyProblems,
    'workspace_not_found',
    'approval_not_found',
    'own_request',
    'already_decided',
    'patch_changed',
    'store_unavailable',
  ],
} as const;

export const approvals = defineNoun('approvals', {
  list: {
    get: '/workspaces/{id}/approvals',
    base: 'runs',
    access: { capability: 'runs.read' },
    summary: 'Approval requests of a workspace, newest first',
    params: z.object({ id: workspaceId }),
    query: z.strictObject({
      ...pageQuery,
      status: name().optional().meta({ description: 'Only requests with this status.' }),
      run_id: name().optional().meta({ description: 'Only requests of this run.' }),
    }),
    answer: pageOf(approvalRequest),
    problems: workspaceProblems,
    example: { params: { id: exampleProject.workspace } },
  },

  approve: {
    ...decision,
    post: '/workspaces/{id}/approvals/{approval}/approve',
    audited: { action: 'run.approve', withTheChange: true },
    summary: 'Approve a request, for exactly the reviewed patch',
    example: {
      params: { id: exampleProject.workspace, approval: 'no-such-request' },
      body: { note: 'Well made.' },
      refused: [404, 'approval_not_found'],
    },
  },

  reject: {
    ...decision,
    post: '/workspaces/{id}/approvals/{approval}/reject',
    audited: { action: 'run.reject', withTheChange: true },
    summary: 'Reject a request, for exactly the reviewed patch',
    example: {
      params: { id: exampleProject.workspace, approval: 'no-such-request' },
      body: { note: 'Too dark.' },
      refused: [404, 'approval_not_found'],
    },
  },
});
