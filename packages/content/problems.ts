import { defineProblems } from '@galley/kernel';

export const contentProblems = defineProblems({
  invalid_request: ['invalid', 'The request is not valid'],
  invalid_path: ['invalid', 'This is not a path of a document'],
  not_found: ['not_found', 'There is nothing here'],
  forbidden: ['forbidden', 'You may not do this'],
  already_exists: ['conflict', 'There is one already'],
  stale_revision: ['conflict', 'The document has changed since you opened it'],
  illegal_transition: ['conflict', 'The document cannot go to that state from here'],
  approval_required: ['conflict', 'This revision has not been approved'],
  invalid_fields: ['unprocessable', 'Some fields are not valid'],
  storage_failed: ['unavailable', 'The content folder cannot be written'],
  payload_too_large: ['too_large', 'The request is too large'],
});
