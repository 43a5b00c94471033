import { defineMessages, withValues } from '../../lib/messages.ts';

export const scheduleMessages = defineMessages('schedule', {
  zone: withValues<{ zone: string }>('Time zone: {zone}.'),
  publishAt: 'Publish at',
  unpublishAt: 'Unpublish at',
  unpublishHelp: 'Leave empty to keep it published.',
  needed: 'Choose a date and time.',
  past: 'This time is in the past.',
  order: 'Choose a time after publishing.',
});
