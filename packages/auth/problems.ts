import { defineProblems } from '@galley/kernel';

export const authProblems = defineProblems({
  unauthenticated: ['unauthenticated', 'You are not signed in'],
  invalid_credentials: ['unauthenticated', 'The user name or password is wrong'],
  totp_required: ['unauthenticated', 'Second factor required'],
  totp_invalid: ['unauthenticated', 'The code is wrong'],
  totp_not_enabled: ['conflict', 'No second factor is enabled'],
  passkey_invalid: ['unauthenticated', 'The passkey could not be verified'],
  passkey_unverified: ['unauthenticated', 'The passkey did not check who uses it'],
  passkey_copied: ['unauthenticated', 'The passkey may have been copied'],
  passkeys_unavailable: ['conflict', 'Passkeys do not work at this address'],
  last_way_in: ['conflict', 'This is the last way to sign in'],
  rate_limited: ['rate_limited', 'Too many requests'],
  unavailable: ['unavailable', 'Temporarily unavailable'],
  setup_link_invalid: ['forbidden', 'This setup link is invalid or has expired'],
  reset_link_invalid: ['forbidden', 'This password reset link is invalid or has expired'],
  forbidden: ['forbidden', 'You do not have permission to do this'],
  not_found: ['not_found', 'Not found'],
  last_admin: ['conflict', 'This is the last administrator'],
  already_exists: ['conflict', 'It already exists'],
  in_use: ['conflict', 'It is still in use'],
  invalid_fields: ['unprocessable', 'Some fields are not valid'],
});
