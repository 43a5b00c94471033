import { z } from 'zod';
import { faultIssue, fieldError, fieldFault } from '@galley/kernel';
import {
  documentDetail,
  documentStatus,
  editorialState,
  includedForm,
  savedDocument,
} from './documents.ts';
import { exampleProject } from './example-project.ts';
import { defineNoun } from './operation.ts';
import { refuse, text } from './shapes.ts';

export const note = text().max(4_000);
const username = text().max(200);

const actions = ['assign', 'approve', 'request_changes'] as const;

const plannedTime = text().nullable().optional();

/** Parts of an assignment; absent ones stay. */
export const assignment = {
  owner: username
    .optional()
    .meta({ description: 'Only with `assign`. An empty string keeps the owner.' }),
  assignee: username
    .optional()
    .meta({ description: 'Only with `assign`. An empty string clears it.' }),
  reviewer: username
    .optional()
    .meta({ description: 'Only with `assign`. An empty string clears it.' }),
};

export const statusChange = z.strictObject({
  status: documentStatus,
  scheduled_publish_at: plannedTime.meta({
    description:
      'With `scheduled`: a future time, as RFC 3339, or `YYYY-MM-DD[ HH:MM]` in the site’s time zone. Absent keeps the current time; null clears it.',
  }),
  scheduled_unpublish_at: plannedTime.meta({
    description: 'When to unpublish the document: a future time after its publication.',
  }),
  note: note.optional(),
});

export const editorial = defineNoun('documents', {
  editorial: {
    post: '/documents/editorial',
    // The service also requires documents.assign or documents.review, by action.
    access: { capability: 'documents.read' },
    // Other actions are recorded as document.approve and document.request_changes.
    audited: { action: 'document.assign', target: 'source_path' },
    summary: 'Assign a document, approve a revision of it, or request changes',
    body: z
      .strictObject({
        source_path: z.string().min(1),
        action: z.enum(actions),
        expected_revision: z.string().optional().meta({
          description: 'Reviewed revision; required by `approve` and `request_changes`.',
        }),
        note: note.optional(),
        ...assignment,
        lock_token: z
          .string()
          .optional()
          .meta({ description: 'Optional: locks only protect the text.' }),
      })
      .superRefine((body, context) => {
        if (body.action === 'assign') return;
        if (!body.expected_revision)
          refuse(context, fieldError('expected_revision', 'required_with', { other: body.action }));
        for (const field of ['owner', 'assignee', 'reviewer'] as const) {
          if (body[field] !== undefined)
            refuse(context, fieldError(field, 'only_with', { other: 'action: assign' }));
        }
      }),
    answer: editorialState,
    problems: [
      'invalid_path',
      'not_found',
      'not_independent',
      'not_assigned_reviewer',
      'stale_revision',
      'illegal_transition',
      'invalid_assignee',
      'frontmatter_broken',
      'frontmatter_not_editable',
    ],
    example: { body: { source_path: exampleProject.draft, action: 'assign', assignee: '' } },
  },

  status: {
    post: '/documents/status',
    // The service also requires documents.write or documents.publish, by status.
    access: { capability: 'documents.read' },
    audited: { action: 'document.status', target: 'path' },
    summary: 'Change the status or the schedule of a document; the text stays unchanged',
    body: statusChange
      .extend({
        path: z.string().min(1),
        expected_revision: z.string().optional(),
        ask: username.min(1).optional().meta({
          description:
            'Only with `in_review`: the reviewer to notify, who must have permission to review the document. The document stays unassigned, so others can decide too.',
        }),
        include: includedForm,
      })
      .refine(({ ask, status }) => ask === undefined || status === 'in_review', {
        ...faultIssue(fieldFault('only_with', { other: 'in_review' })),
        path: ['ask'],
      }),
    answer: documentDetail,
    minimalAnswer: savedDocument,
    problems: [
      'invalid_path',
      'not_found',
      'stale_revision',
      'approval_required',
      'illegal_transition',
      'invalid_assignee',
      'invalid_fields',
      'check_failed',
      'invalid_schedule',
      'frontmatter_broken',
      'frontmatter_not_editable',
    ],
    example: { body: { path: exampleProject.draft, status: 'draft' } },
  },
});
