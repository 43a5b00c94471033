import { z } from 'zod';
import { documentDetail, documentStatus, editorialState } from './documents.ts';
import { exampleProject } from './example-project.ts';
import { defineNoun } from './operation.ts';
import { text } from './shapes.ts';

const note = text().max(4_000);
const username = text().max(200);

const actions = ['assign', 'approve', 'request_changes'] as const;

const plannedTime = text().nullable().optional();

/** New status for one or many documents. */
export const statusChange = z.strictObject({
  status: documentStatus,
  scheduled_publish_at: plannedTime.meta({
    description:
      'With `scheduled`: a future time, as RFC 3339, or `YYYY-MM-DD[ HH:MM]` in the site’s time zone. Absent keeps the time that there is, null takes it away.',
  }),
  scheduled_unpublish_at: plannedTime.meta({
    description: 'When it goes off the public again: after it is published, and in the future.',
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
          description: 'The revision that was read; approve and request_changes need it.',
        }),
        note: note.optional(),
        owner: username
          .optional()
          .meta({ description: 'Only with `assign`. An empty string keeps the owner.' }),
        assignee: username
          .optional()
          .meta({ description: 'Only with `assign`. An empty string clears it.' }),
        reviewer: username
          .optional()
          .meta({ description: 'Only with `assign`. An empty string clears it.' }),
        lock_token: z
          .string()
          .optional()
          .meta({ description: 'May be sent, and is not needed: a lock guards the text alone.' }),
      })
      .superRefine((body, context) => {
        const complain = (field: string, message: string): void =>
          context.addIssue({ code: 'custom', path: [field], message });
        if (body.action === 'assign') return;
        if (!body.expected_revision)
          complain('expected_revision', `${body.action} needs the revision that was read`);
        for (const field of ['owner', 'assignee', 'reviewer'] as const) {
          if (body[field] !== undefined) complain(field, 'goes with the action assign only');
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
    summary:
      'Bring a document to another state, or plan when it is public, without touching its text',
    body: statusChange
      .extend({
        path: z.string().min(1),
        expected_revision: z.string().optional(),
        ask: username.min(1).optional().meta({
          description:
            'Only with `in_review`: the reviewer to notify, who must be allowed to review the document. Nobody is assigned, so others may decide too.',
        }),
      })
      .refine(({ ask, status }) => ask === undefined || status === 'in_review', {
        message: 'goes with in_review only',
        path: ['ask'],
      }),
    answer: documentDetail,
    problems: [
      'invalid_path',
      'not_found',
      'stale_revision',
      'approval_required',
      'illegal_transition',
      'invalid_assignee',
      'invalid_fields',
      'invalid_schedule',
      'frontmatter_broken',
      'frontmatter_not_editable',
    ],
    example: { body: { path: exampleProject.draft, status: 'draft' } },
  },
});
