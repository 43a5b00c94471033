import { defineMessages, withValues } from '../../lib/messages.ts';

export const ownAccountMessages = defineMessages('ownAccount', {
  confirmed: 'Confirmed',
  notConfirmed: 'Not confirmed',
  notConfirmedHelp: 'Messages about documents are sent only to a confirmed address.',
  sendLink: 'Send confirmation link',
  sendLinkAgain: 'Send link again',
  linkSent: withValues<{ email: string }>('We’ve sent a link to {email}. Open it to confirm.'),
  pending: withValues<{ email: string }>(
    '{email} is waiting for confirmation. Open the link that we sent there.',
  ),
  cancelEmail: 'Keep current address',
  emailCancelled: 'Your e-mail address stays as it is.',
  zoneAndNotices: 'Time zone and notifications',
  zone: 'Time zone',
  zoneHelp: withValues<{ zone: string }>(
    'For times in the admin and in messages. Dates of documents are in the time zone of the site, {zone}.',
  ),
  browserZone: withValues<{ zone: string }>('Browser’s time zone ({zone})'),
  notice: 'Notification',
  inbox: 'In the admin',
  mail: 'By e-mail',
  security: 'Sign-ins and changes of your account',
  always: 'Always on',
  mailOff: 'This site can’t send e-mail.',
  mailUnconfirmed: 'Confirm your e-mail address to get messages.',
  saved: 'Saved.',
  data: 'Your data',
  dataAbout:
    'The file holds your profile, sessions, tokens without secrets, audit entries, and lists of your documents and reviews.',
  download: 'Download your data',
  delete: 'Delete account',
  deleteTitle: 'Delete your account?',
  deleteText:
    'You’re signed out everywhere, and your tokens stop working. Your name stays in the history of documents and in the audit log. You can’t undo this.',
  deleteType: withValues<{ username: string }>('Type your user name, {username}'),
  deleteTypeNeeded: 'Type your user name first',
  reassign: 'New owner of your documents',
  reassignHelp: withValues<{ count: number }>(
    'The user name of a person who takes over {count, plural, one {# document} other {# documents}} that you own, are assigned or review.',
  ),
  deleted: 'Your account is deleted.',
  confirmEmail: 'Confirm e-mail address',
  confirmEmailText: withValues<{ username: string }>(
    'Do you want to use the address that received this link for your account {username}?',
  ),
  confirm: 'Confirm address',
  emailConfirmed: withValues<{ email: string }>('{email} is confirmed.'),
  toAccount: 'Your account',
  linkInvalid: 'This link doesn’t work',
  linkInvalidText: 'It has been used or has expired, or it belongs to another account.',
  keepEmail: 'Keep this e-mail address',
  keepEmailText:
    'Another e-mail address was entered for your account. If this wasn’t you, keep the address that received this link.',
  keep: 'Keep this address',
  emailKept: 'Your e-mail address stays as it was.',
  emailKeptText:
    'Your password may be known to others. Choose a new one now, and tell an administrator.',
  emailReverted: 'Your earlier e-mail address is back, and all devices are signed out.',
  newPassword: 'Choose a new password',
  unsubscribe: 'Unsubscribe',
  unsubscribeText: 'You’ll no longer get e-mail of this kind. Notifications in the admin stay.',
  unsubscribed: 'You’re unsubscribed.',
  unsubscribedText: withValues<{ notice: string }>(
    'You no longer get e-mail of the kind “{notice}”. You can turn it on again on your account page.',
  ),
});
