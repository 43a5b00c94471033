import { defineProblems } from '@galley/kernel';

export const mediaProblems = defineProblems({
  invalid_request: ['invalid', 'The request is not valid'],
  invalid_path: ['invalid', 'This is not a valid content path'],
  forbidden: ['forbidden', 'You do not have permission to do this'],
  not_independent: ['forbidden', 'You contributed to this and cannot decide on it'],
  not_found: ['not_found', 'Not found'],
  already_exists: ['conflict', 'It already exists'],
  in_use: ['conflict', 'It is still in use'],
  stale_revision: ['conflict', 'It has changed since you opened it'],
  payload_too_large: ['too_large', 'The request is too large'],
  unsupported_media_type: ['unsupported', 'Unsupported content type'],
  invalid_media: ['unprocessable', 'The file cannot be used'],
  invalid_metadata: ['unprocessable', 'The metadata of the file is not valid'],
  storage_failed: ['unavailable', 'A file could not be read or written'],
  insufficient_storage: ['insufficient_storage', 'Not enough disk space'],
});
