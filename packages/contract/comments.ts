import { z } from 'zod';
import { fieldError } from '@galley/kernel';
import { exampleProject } from './example-project.ts';
import { defineNoun } from './operation.ts';
import { dateTime, integerParameter, okResponse, refuse, text } from './shapes.ts';

const comment = z
  .object({
    id: z.string(),
    author: z.string().nullable().meta({ description: 'User name; null for a guest.' }),
    guest_name: z.string().nullable().meta({
      description: 'Name that a reader of a preview link entered; shown with “Guest” before it.',
    }),
    body: z.string().meta({ description: 'Plain text; `@name` mentions a person.' }),
    created_at: dateTime,
    edited_at: dateTime.nullable(),
    may_edit: z.boolean(),
    may_delete: z.boolean(),
  })
  .meta({ id: 'Comment' });

const commentThread = z
  .object({
    id: z.string(),
    kind: z.enum(['comment', 'suggestion']),
    state: z.enum(['open', 'resolved', 'accepted', 'rejected']),
    author: z.string().nullable(),
    created_at: dateTime,
    quote: z.string().nullable().meta({
      description: 'The passage when the thread began; null for the whole document.',
    }),
    replacement: z.string().nullable().meta({
      description: 'Suggested text instead of the passage; empty to delete it; null for a comment.',
    }),
    passage: z.enum(['document', 'found', 'edited', 'unsaved', 'gone']).meta({
      description:
        '`found`: as quoted. `edited`: with other words. `unsaved`: no saved text has it yet. `gone`: deleted, or ambiguous.',
    }),
    from: z.int().nullable().meta({
      description:
        'Where the passage begins in the body of the current revision, in UTF-16 units with `\\n` as line ending.',
    }),
    to: z.int().nullable(),
    current_text: z.string().nullable().meta({ description: 'Current words of the passage.' }),
    comments: z.array(comment).meta({
      description: 'Oldest first. Lists have the first and the newest nine comments of a thread.',
    }),
    comment_count: z.int(),
    decided_by: z.string().nullable(),
    decided_at: dateTime.nullable(),
    may_reply: z.boolean(),
    may_resolve: z.boolean(),
    may_delete: z.boolean(),
    may_decide: z.boolean().meta({ description: 'May accept and reject the suggestion.' }),
  })
  .meta({ id: 'CommentThread' });

const names = z.record(z.string(), z.string()).meta({ description: 'Display names by user name.' });

const threadAnswer = z
  .object({ revision: z.string(), thread: commentThread, names })
  .meta({ id: 'CommentThreadResponse' });

const body = () => text().trim().min(1).max(5_000);
const thread = text().min(1).max(64).meta({ description: 'Id of a thread.' });
const missing = 'no-such-comment';

export const comments = defineNoun('comments', {
  list: {
    get: '/documents/comments',
    access: { capability: 'documents.read' },
    summary:
      'Comments and suggestions of a document, in the order of its text; `limit` defaults to 100, at most 200',
    query: z.strictObject({
      path: z.string().min(1),
      state: z.enum(['open', 'closed', 'all']).optional().meta({ description: 'Default `open`.' }),
      page: integerParameter(1).optional(),
      limit: integerParameter(1).optional(),
    }),
    answer: z
      .object({
        revision: z.string().meta({ description: 'Revision that `from` and `to` refer to.' }),
        items: z.array(commentThread),
        names,
        open: z.int().meta({ description: 'Number of open threads of the document.' }),
        page: z.int(),
        page_size: z.int(),
        total: z.int(),
        has_more: z.boolean(),
      })
      .meta({ id: 'CommentsResponse' }),
    problems: ['invalid_path', 'not_found'],
    example: { query: { path: exampleProject.draft } },
  },

  thread: {
    get: '/documents/comments/thread',
    access: { capability: 'documents.read' },
    summary: 'A thread with all its comments',
    query: z.strictObject({ thread }),
    answer: threadAnswer,
    problems: ['not_found'],
    example: { query: { thread: missing }, refused: [404, 'not_found'] },
  },

  add: {
    post: '/documents/comments',
    access: { capability: 'documents.comment' },
    summary: 'Comment on a passage or a whole document, or suggest other words for a passage',
    body: z
      .strictObject({
        path: z.string().min(1),
        body: text().trim().max(5_000).meta({ description: 'May be empty for a suggestion.' }),
        passage: z
          .strictObject({
            revision: text()
              .min(1)
              .max(200)
              .meta({ description: 'Revision that the text of the caller is based on.' }),
            from: z.int().min(0),
            to: z.int().min(0),
            quote: text()
              .max(2_000)
              .meta({ description: 'Empty for a suggestion to insert text.' }),
            prefix: text().max(100).meta({ description: 'Text right before the quote.' }),
            suffix: text().max(100).meta({ description: 'Text right after the quote.' }),
          })
          .optional()
          .meta({
            description:
              'Words of the text of the caller, which may have unsaved changes. Without it, the thread is about the whole document.',
          }),
        replacement: text().max(10_000).optional().meta({
          description: 'Makes it a suggestion, which needs a passage; empty to delete the passage.',
        }),
      })
      .superRefine(({ body, passage, replacement }, context) => {
        if (replacement === undefined) {
          if (body === '')
            refuse(context, fieldError('body', 'required_without', { other: 'replacement' }));
          if (passage?.quote === '')
            refuse(
              context,
              fieldError('passage.quote', 'required_without', { other: 'replacement' }),
            );
        } else if (passage === undefined)
          refuse(context, fieldError('passage', 'required_with', { other: 'replacement' }));
      }),
    answer: threadAnswer,
    problems: ['invalid_path', 'not_found', 'invalid_fields', 'too_many_comments'],
    example: { body: { path: exampleProject.draft, body: 'Is this still true?' } },
  },

  reply: {
    post: '/documents/comments/reply',
    access: { capability: 'documents.comment' },
    summary: 'Reply in a thread',
    body: z.strictObject({ thread, body: body() }),
    answer: threadAnswer,
    problems: ['not_found', 'too_many_comments'],
    example: { body: { thread: missing, body: 'Yes.' }, refused: [404, 'not_found'] },
  },

  edit: {
    post: '/documents/comments/edit',
    access: { capability: 'documents.comment' },
    summary: 'Edit a comment of the caller',
    body: z.strictObject({ id: text().min(1).max(64), body: body() }),
    answer: threadAnswer,
    problems: ['not_found'],
    example: { body: { id: missing, body: 'Yes.' }, refused: [404, 'not_found'] },
  },

  remove: {
    post: '/documents/comments/delete',
    access: { capability: 'documents.comment' },
    summary: 'Delete a comment of the caller; administrators delete all',
    body: z.strictObject({ id: text().min(1).max(64) }),
    answer: okResponse,
    problems: ['not_found'],
    example: { body: { id: missing }, refused: [404, 'not_found'] },
  },

  removeThread: {
    post: '/documents/comments/delete-thread',
    access: { capability: 'documents.comment' },
    audited: { action: 'comment.delete_thread', target: 'thread' },
    summary:
      'Delete a thread that the caller began, or withdraw a suggestion; administrators delete all',
    body: z.strictObject({ thread }),
    answer: okResponse,
    problems: ['not_found'],
    example: { body: { thread: missing }, refused: [404, 'not_found'] },
  },

  resolve: {
    post: '/documents/comments/resolve',
    access: { capability: 'documents.comment' },
    summary: 'Resolve or reopen a thread; idempotent',
    body: z.strictObject({ thread, resolved: z.boolean() }),
    answer: threadAnswer,
    problems: ['not_found', 'invalid_request'],
    example: { body: { thread: missing, resolved: true }, refused: [404, 'not_found'] },
  },

  accept: {
    post: '/documents/suggestions/accept',
    access: { capability: 'documents.write' },
    audited: { action: 'document.save', target: 'path' },
    summary:
      'Save the current text with suggestions, all or none; the people who made them become contributors',
    body: z.strictObject({
      path: z.string().min(1),
      threads: z.array(thread).min(1).max(500),
      lock_token: z.string().optional(),
    }),
    answer: okResponse.extend({ revision: z.string() }).meta({ id: 'DecidedSuggestions' }),
    problems: [
      'invalid_path',
      'not_found',
      'suggestion_outdated',
      'stale_revision',
      'document_locked',
      'approval_required',
      'illegal_transition',
      'invalid_fields',
      'check_failed',
      'frontmatter_broken',
      'frontmatter_not_editable',
    ],
    example: {
      body: { path: exampleProject.draft, threads: [missing] },
      refused: [404, 'not_found'],
    },
  },

  reject: {
    post: '/documents/suggestions/reject',
    access: { capability: 'documents.write' },
    audited: { action: 'suggestion.reject', target: 'path' },
    summary: 'Reject suggestions',
    body: z.strictObject({
      path: z.string().min(1),
      threads: z.array(thread).min(1).max(500),
    }),
    answer: okResponse.extend({ revision: z.string() }).meta({ id: 'RejectedSuggestions' }),
    problems: ['invalid_path', 'not_found'],
    example: {
      body: { path: exampleProject.draft, threads: [missing] },
      refused: [404, 'not_found'],
    },
  },
});
