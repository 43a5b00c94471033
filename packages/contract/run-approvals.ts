import { z } from 'zod';
import { exampleProject } from './example-project.ts';
import { defineNoun } from './operation.ts';
import { dateTime, integerParameter, text } from './shapes.ts';

const workspaceId = z.string().meta({ description: 'Of the workspace.' });
const name = () => text().min(1).max(200).optional();

const approvalRequest = z
  .object({
    id: z.string(),
    run_id: z.string().nullable(),
    proposal_id: z.string().nullable(),
    task_id: z.string().nullable(),
    status: z.string().meta({ description: '`requested` until it is `approved` or `rejected`.' }),
    requested_by: z.string(),
    requested_at: dateTime,
    decided_by: z.string().nullable(),
    decided_at: dateTime.nullable(),
    patch_sha256: z
      .string()
      .nullable()
      .meta({ description: 'Of the patch that was decided on; null where there was none.' }),
    reason: z
      .string()
      .nullable()
      .meta({ description: 'What is to be approved, and why, in the words of who asked.' }),
    note: z.string().nullable().meta({ description: 'Of who decided.' }),
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
    patch_sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 of 64 hexadecimal digits')
      .nullable()
      .optional()
      .meta({
        override: { type: ['string', 'null'], pattern: '^[0-9a-f]{64}$' },
        description:
          'Of the patch that was read: the newest of the proposal. Null, or left out, exactly when it has none, or the request is about no proposal.',
      }),
    note: text()
      .max(1_000)
      .optional()
      .meta({ description: 'Kept with the decision, without what looks like a secret.' }),
  }),
  answer: approvalRequest,
  problems: [
    'idempotency_key_required',
    'idempotency_key_reuse',
    'idempotency_in_progress',
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
    summary: 'What people were asked to approve in a workspace, newest first',
    params: z.object({ id: workspaceId }),
    query: z.strictObject({
      limit: integerParameter(1).optional().meta({ description: '50, and 200 at most.' }),
      after: name().meta({ description: 'The `next` of the page before.' }),
      status: name().meta({ description: 'Of this status alone.' }),
      run_id: name().meta({ description: 'Of this run alone.' }),
    }),
    answer: z.object({
      items: z.array(approvalRequest),
      next: z
        .string()
        .nullable()
        .meta({ description: 'Where the next page begins; null on the last.' }),
    }),
    problems: ['workspace_not_found', 'store_unavailable'],
    example: { params: { id: exampleProject.workspace } },
  },

  approve: {
    ...decision,
    post: '/workspaces/{id}/approvals/{approval}/approve',
    audited: { action: 'run.approve', withTheChange: true },
    summary: 'Approve what was asked for, and exactly the patch that was read',
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
    summary: 'Reject what was asked for, and exactly the patch that was read',
    example: {
      params: { id: exampleProject.workspace, approval: 'no-such-request' },
      body: { note: 'Too dark.' },
      refused: [404, 'approval_not_found'],
    },
  },
});
