import { defineMessages, withValues } from '../../lib/messages.ts';

export const linkMessages = defineMessages('link', {
  title: 'Preview links',
  about:
    'Anyone with a preview link can view the current version of this document without an account until the link expires.',
  hours: 'Valid for',
  day: '1 day',
  days: withValues<{ count: number }>('{count} days'),
  make: 'Create link',
  made: 'Link address',
  once: 'Copy the link now. It’s shown only once.',
  none: 'No preview links yet.',
  by: withValues<{ name: string }>('by {name}'),
  until: 'until',
  expired: 'expired',
  revoked: 'revoked',
  opened: withValues<{ count: number }>('opened {count, plural, one {# time} other {# times}}'),
  neverOpened: 'never opened',
  revoke: 'Revoke',
  revokeTitle: 'Revoke this link?',
  revokeText: 'The link stops working immediately. You can’t undo this.',
  isRevoked: 'Link revoked.',
  guests: 'Readers of the link can comment',
  guestsHelp: 'They enter a name and appear as guests. They see only comments of guests.',
  hasGuests: 'Guest comments',
});
