import { defineProblems } from '@galley/kernel';

export const authProblems = defineProblems({
  unauthenticated: ['unauthenticated', 'You are not signed in'],
  invalid_credentials: ['unauthenticated', 'The user name or the password is wrong'],
  setup_link_invalid: ['forbidden', 'This set-up link does not work'],
  invalid_fields: ['unprocessable', 'Some fields are not valid'],
});
