import { defineProblems } from '@galley/kernel';

export const authProblems = defineProblems({
  unauthenticated: ['unauthenticated', 'You are not signed in'],
  invalid_credentials: ['unauthenticated', 'The user name or the password is wrong'],
  totp_required: ['unauthenticated', 'Second factor required'],
  totp_invalid: ['unauthenticated', 'The code is wrong'],
  totp_not_enabled: ['conflict', 'No second factor is enabled'],
  rate_limited: ['rate_limited', 'Too many requests'],
  unavailable: ['unavailable', 'Not available at the moment'],
  setup_link_invalid: ['forbidden', 'This set-up link does not work'],
  reset_link_invalid: ['forbidden', 'This link does not work'],
  forbidden: ['forbidden', 'You may not do this'],
  not_found: ['not_found', 'There is nothing here'],
  last_admin: ['conflict', 'This is the last administrator'],
  in_use: ['conflict', 'It is still in use'],
  invalid_fields: ['unprocessable', 'Some fields are not valid'],
});
