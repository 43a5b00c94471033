import { defineProblems } from '@galley/kernel';

export const httpProblems = defineProblems({
  invalid_json: ['invalid', 'The body is not JSON'],
  unknown_host: ['invalid', 'This host is not served here'],
  invalid_request: ['invalid', 'The request is not valid'],
  unauthenticated: ['unauthenticated', 'You are not signed in'],
  forbidden: ['forbidden', 'You do not have permission to do this'],
  csrf_failed: ['forbidden', 'The request could not be traced to this site'],
  reauthentication_required: ['forbidden', 'Confirm that it is you'],
  not_found: ['not_found', 'Not found'],
  method_not_allowed: ['method_not_allowed', 'This address does not take that method'],
  payload_too_large: ['too_large', 'The request is too large'],
  unsupported_media_type: ['unsupported', 'This kind of content is not understood'],
  rate_limited: ['rate_limited', 'Too many requests'],
  idempotency_key_required: ['invalid', 'The request needs an idempotency key'],
  idempotency_key_reuse: ['unprocessable', 'This idempotency key belongs to another request'],
  idempotency_in_progress: ['conflict', 'The same request is still being worked on'],
  internal: ['internal', 'Something went wrong here'],
});
