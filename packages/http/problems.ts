import { defineProblems } from '@galley/kernel';

export const httpProblems = defineProblems({
  invalid_json: ['invalid', 'The body is not JSON'],
  unknown_host: ['invalid', 'Unknown host'],
  invalid_request: ['invalid', 'The request is not valid'],
  unauthenticated: ['unauthenticated', 'You are not signed in'],
  forbidden: ['forbidden', 'You do not have permission to do this'],
  csrf_failed: ['forbidden', 'The CSRF check failed'],
  reauthentication_required: ['forbidden', 'Password confirmation required'],
  not_found: ['not_found', 'Not found'],
  method_not_allowed: ['method_not_allowed', 'Method not allowed'],
  payload_too_large: ['too_large', 'The request is too large'],
  unsupported_media_type: ['unsupported', 'Unsupported content type'],
  rate_limited: ['rate_limited', 'Too many requests'],
  idempotency_key_required: ['invalid', 'The request needs an idempotency key'],
  idempotency_key_reuse: ['unprocessable', 'The idempotency key belongs to another request'],
  idempotency_in_progress: ['conflict', 'The same request is still in progress'],
  internal: ['internal', 'Internal error'],
});
