import { defineProblems } from '@galley/kernel';

/** Problems of the media library. */
export const mediaProblems = defineProblems({
  invalid_request: ['invalid', 'The request is not valid'],
  invalid_path: ['invalid', 'This is not a path of the content'],
  forbidden: ['forbidden', 'You may not do this'],
  not_independent: ['forbidden', 'You contributed to this yourself'],
  not_found: ['not_found', 'There is nothing here'],
  already_exists: ['conflict', 'There is one already'],
  in_use: ['conflict', 'It is still in use'],
  stale_revision: ['conflict', 'It has changed since you opened it'],
  payload_too_large: ['too_large', 'The request is too large'],
  unsupported_media_type: ['unsupported', 'This kind of content is not understood'],
  invalid_media: ['unprocessable', 'The file cannot be used'],
  invalid_metadata: ['unprocessable', 'The metadata of the file is not valid'],
  storage_failed: ['unavailable', 'A file could not be written or read'],
  insufficient_storage: ['insufficient_storage', 'There is not enough room on the disk'],
});
