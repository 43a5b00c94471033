import { defineMessages, withValues } from '../../lib/messages.ts';

export const passkeysMessages = defineMessages('passkeys', {
  title: 'Passkeys',
  about:
    'Sign in with your fingerprint, face or device PIN instead of a password. A passkey also completes a sign-in with your password.',
  theirAbout:
    'Passkeys let this person sign in. Remove one if its device was lost. You can’t add passkeys for others.',
  none: 'No passkeys yet',
  noneText: 'Add one from this device, your phone, a security key or your password manager.',
  theirNone: 'No passkeys.',
  add: 'Add passkey',
  addTitle: 'Add a passkey',
  addText: 'Your browser asks where to store the passkey. Your other devices are signed out.',
  name: 'Name',
  nameHelp: 'So that you recognise it, such as “Work laptop”.',
  needName: 'Enter a name first',
  proceed: 'Continue',
  added: withValues<{ name: string }>('Passkey “{name}” added.'),
  synced: 'Synced by a password manager',
  bound: 'On one device',
  created: 'Added',
  used: 'Last used',
  unused: 'Never used',
  rename: 'Rename',
  renameThis: withValues<{ name: string }>('Rename passkey: {name}'),
  renamed: 'Passkey renamed.',
  remove: 'Remove',
  removeThis: withValues<{ name: string }>('Remove passkey: {name}'),
  removeTitle: withValues<{ name: string }>('Remove the passkey “{name}”?'),
  removeText:
    'It no longer signs you in, and your other devices are signed out. Then delete it in your device or password manager too.',
  theirRemoveText: 'It no longer signs this person in, and they are signed out everywhere.',
  removed: 'Passkey removed.',
  elsewhere: withValues<{ origin: string }>(
    'Passkeys work only at {origin}. Open the admin there to add one.',
  ),
  nowhere:
    'Passkeys need a site address with https and a host name. An administrator sets it in Settings, General.',
  unsupported: 'This browser does not support passkeys.',
  due: 'Passkey required',
  dueText: 'Your role requires a passkey. Add one to continue.',
  orPasskey: 'Add a passkey instead',
});
