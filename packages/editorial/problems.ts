import { defineProblems } from '@galley/kernel';

export const editorialProblems = defineProblems({
  invalid_request: ['invalid', 'The request is not valid'],
  forbidden: ['forbidden', 'You may not do this'],
  stale_revision: ['conflict', 'It has changed since you opened it'],
  illegal_transition: ['conflict', 'The document cannot go to that state from here'],
  not_independent: ['forbidden', 'You contributed to this yourself'],
  not_assigned_reviewer: ['forbidden', 'Somebody else is to review this document'],
  invalid_assignee: ['unprocessable', 'That user cannot be given this document'],
  approval_required: ['conflict', 'This revision has not been approved'],
  invalid_schedule: ['unprocessable', 'Those times do not fit'],
});
