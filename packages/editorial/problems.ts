import { defineProblems } from '@galley/kernel';

export const editorialProblems = defineProblems({
  invalid_request: ['invalid', 'The request is not valid'],
  forbidden: ['forbidden', 'You do not have permission to do this'],
  stale_revision: ['conflict', 'It has changed since you opened it'],
  illegal_transition: ['conflict', 'The document cannot go from its current state to that state'],
  not_independent: ['forbidden', 'You contributed to this and cannot decide on it'],
  not_assigned_reviewer: ['forbidden', 'Another reviewer is assigned to this document'],
  invalid_assignee: ['unprocessable', 'That user cannot be assigned to this document'],
  approval_required: ['conflict', 'This revision is not approved'],
  invalid_schedule: ['unprocessable', 'The scheduled times are not valid'],
});
