import { defineProblems } from '@galley/kernel';

export const contentProblems = defineProblems({
  invalid_request: ['invalid', 'The request is not valid'],
  invalid_path: ['invalid', 'This is not a path of the content'],
  not_found: ['not_found', 'There is nothing here'],
  forbidden: ['forbidden', 'You may not do this'],
  already_exists: ['conflict', 'There is one already'],
  stale_revision: ['conflict', 'It has changed since you opened it'],
  document_locked: ['conflict', 'The document is being edited elsewhere'],
  comparison_too_large: ['unprocessable', 'The revisions are too large to compare'],
  invalid_fields: ['unprocessable', 'Some fields are not valid'],
  storage_failed: ['unavailable', 'A file could not be written or read'],
  insufficient_storage: ['insufficient_storage', 'There is not enough room on the disk'],
  payload_too_large: ['too_large', 'The request is too large'],
});

/** Same error for a missing document and one that the actor may not read. */
export function documentNotFound(path: string): Error {
  return contentProblems.not_found(
    `There is no document ${JSON.stringify(path)}, or you may not read it.`,
  );
}
