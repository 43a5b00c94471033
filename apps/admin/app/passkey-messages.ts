import { defineMessages } from '../lib/messages.ts';

export const passkeyMessages = defineMessages('passkeySignIn', {
  or: 'or',
  signIn: 'Sign in with a passkey',
  factor: 'Use your passkey',
  factorHelp: 'Confirm with the device or password manager that holds your passkey.',
  confirm: 'Use a passkey instead',
});
