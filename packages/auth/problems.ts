import { defineProblems } from '@galley/kernel';

export const authProblems = defineProblems({
  unauthenticated: ['unauthenticated', 'You are not signed in'],
  invalid_credentials: ['unauthenticated', 'The user name or password is wrong'],
  totp_required: ['unauthenticated', 'Second factor required'],
  totp_invalid: ['unauthenticated', 'The code is wrong'],
  totp_not_enabled: ['conflict', 'No second factor is enabled'],
  rate_limited: ['rate_limited', 'Too many requests'],
  unavailable: ['unavailable', 'Temporarily unavailable'],
  setup_link_invalid: ['forbidden', 'This setup link is invalid or has expired'],
  reset_link_invalid: ['forbidden', 'This password reset link is invalid or has expired'],
  forbidden: ['forbidden', 'You do not have permission to do this'],
  not_found: ['not_found', 'Not found'],
  last_admin: ['conflict', 'This is the last administrator'],
  in_use: ['conflict', 'It is still in use'],
  invalid_fields: ['unprocessable', 'Some fields are not valid'],
});
