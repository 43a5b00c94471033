import { defineMessages, withValues } from '../../lib/messages.ts';

export const notificationMessages = defineMessages('notification', {
  title: 'Notifications',
  all: 'All',
  unread: 'Unread',
  filter: 'Filter notifications',
  count: withValues<{ count: number }>('{count, plural, one {# unread} other {# unread}}'),
  markAll: 'Mark all as read',
  markOne: 'Mark as read',
  marked: 'All notifications marked as read.',
  noneUnread: 'No unread notifications',
  isUnread: 'unread',
  none: 'No notifications yet',
  noneText: 'Review requests, assignments and decisions appear here.',
  noneUnreadText: 'You’re all caught up.',
  older: 'Show older',
  review_requested: 'Review requested',
  assigned: 'Assigned to you',
  approved: 'Approved',
  changes_requested: 'Changes requested',
  schedule_missed: 'Schedule missed',
  published: 'Published',
});
