import { defineMessages, withValues } from '../../lib/messages.ts';

export const feedMessages = defineMessages('feed', {
  events: 'Events',
  order: 'Order',
  newest: 'Newest first',
  oldest: 'Oldest first',
  type: 'Type',
  allTypes: 'All types',
  pause: 'Hold updates',
  follow: 'Follow',
  waiting: withValues<{ count: number }>('{count, plural, one {# new event} other {# new events}}'),
  empty: 'No events yet',
  emptyText: 'Events appear here when a coordinator or an agent does something.',
  emptyType: 'No events of this type loaded',
  earlier: 'Load earlier events',
  showPayload: 'Show payload',
  hidePayload: 'Hide payload',
  toProposal: 'Open proposal',
});
