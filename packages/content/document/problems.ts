import { defineProblems } from '@galley/kernel';

export const contentProblems = defineProblems({
  invalid_request: ['invalid', 'The request is not valid'],
  invalid_path: ['invalid', 'This is not a valid content path'],
  not_found: ['not_found', 'Not found'],
  forbidden: ['forbidden', 'You do not have permission to do this'],
  already_exists: ['conflict', 'It already exists'],
  stale_revision: ['conflict', 'It has changed since you opened it'],
  document_locked: ['conflict', 'The document is locked by another editor'],
  comparison_too_large: ['unprocessable', 'The revisions are too large to compare'],
  invalid_fields: ['unprocessable', 'Some fields are not valid'],
  storage_failed: ['unavailable', 'A file could not be read or written'],
  insufficient_storage: ['insufficient_storage', 'Not enough disk space'],
  too_many_comments: ['conflict', 'There are too many comments'],
  suggestion_outdated: ['conflict', 'The suggestion does not fit the current text'],
  payload_too_large: ['too_large', 'The request is too large'],
});

/** Same error for a missing document and one that the actor may not read. */
export function documentNotFound(path: string): Error {
  return contentProblems.not_found(
    `There is no document ${JSON.stringify(path)}, or you may not read it.`,
  );
}
