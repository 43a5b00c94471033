import { z } from 'zod';
import { exampleProject } from './example-project.ts';
import { defineNoun } from './operation.ts';
import { dateTime } from './shapes.ts';

const approvalReceipt = z
  .object({
    id: z.string(),
    approver: z.string(),
    at: dateTime,
    revision: z.string(),
    hash: z.string().meta({ description: 'Hash of the history entry that the approval created.' }),
    base_hash: z
      .string()
      .nullable()
      .meta({ description: '`hash` of the previous approval; null for the first.' }),
    previous: z
      .string()
      .nullable()
      .meta({ description: '`receipt_hash` of the previous receipt; null for the first.' }),
    diff: z
      .object({
        added: z.int().nullable(),
        removed: z.int().nullable(),
        sha256: z.string(),
      })
      .meta({
        description:
          'Changes since the previous approval. Line counts are null for texts of more than 1 MiB or 2,000 lines.',
      }),
    receipt_hash: z.string(),
    contributors: z.array(z.string()).nullable().meta({
      description: 'Contributors to the text. Null in receipts of releases before 1.1.',
    }),
    approvers: z
      .array(z.string())
      .nullable()
      .meta({ description: 'One approver, or two contributors who approved together.' }),
    independence: z
      .enum(['contributors', 'last_editor'])
      .nullable()
      .meta({ description: 'Independence rule in force at the approval.' }),
    note: z.string().nullable(),
  })
  .meta({ id: 'ApprovalReceipt' });

export const documentApprovals = defineNoun('documents', {
  approvals: {
    get: '/documents/approvals',
    access: { capability: 'documents.history' },
    summary: 'Approval receipts of a document, newest first, at most 1,000',
    query: z.strictObject({ path: z.string().min(1) }),
    answer: z.array(approvalReceipt),
    problems: ['invalid_path', 'not_found'],
    example: { query: { path: exampleProject.draft } },
  },
});
