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
    hash: z.string().meta({ description: 'The entry of the history that the approval made.' }),
    base_hash: z
      .string()
      .nullable()
      .meta({ description: 'That of the approval before; null of the first.' }),
    previous: z
      .string()
      .nullable()
      .meta({ description: '`receipt_hash` of the receipt before; null of the first.' }),
    diff: z
      .object({
        added: z.int().nullable(),
        removed: z.int().nullable(),
        sha256: z.string(),
      })
      .meta({
        description:
          'What is new since the approval before. Lines are not counted where a text has more than 1 MiB or 2,000 lines.',
      }),
    receipt_hash: z.string(),
    contributors: z.array(z.string()).nullable().meta({
      description: 'Who had a part in the text. Null in receipts of releases before 1.1.',
    }),
    approvers: z
      .array(z.string())
      .nullable()
      .meta({ description: 'One, or two contributors who approved it together.' }),
    independence: z
      .enum(['contributors', 'last_editor'])
      .nullable()
      .meta({ description: 'The rule by which the approval counted.' }),
    note: z.string().nullable(),
  })
  .meta({ id: 'ApprovalReceipt' });

export const documentApprovals = defineNoun('documents', {
  approvals: {
    get: '/documents/approvals',
    access: { capability: 'documents.history' },
    summary: 'Receipts of the approvals of a document, newest first, 1,000 at most',
    query: z.strictObject({ path: z.string().min(1) }),
    answer: z.array(approvalReceipt),
    problems: ['invalid_path', 'not_found'],
    example: { query: { path: exampleProject.draft } },
  },
});
