import { defineMessages, withValues } from '../../lib/messages.ts';

export const scheduleMessages = defineMessages('homeSchedule', {
  title: 'Schedule',
  about: 'Scheduled publishing and unpublishing.',
  month: 'Month',
  agenda: 'Agenda',
  views: 'Schedule view',
  next: 'Next month',
  previous: 'Previous month',
  today: 'Today',
  publish: 'Publish',
  unpublish: 'Unpublish',
  overdue: 'Overdue',
  overdueAbout: 'These actions didn’t run at their scheduled time.',
  noReason: 'Galley tries again shortly.',
  none: 'Nothing scheduled',
  noneText: 'Schedule a document in its editor or review, and it appears here.',
  lastRun: 'The last scheduled action ran',
  more: withValues<{ count: number }>('{count} more'),
  actsOf: withValues<{ day: string; count: number }>(
    '{count, plural, =0 {{day}} other {{day}, {count, plural, one {# action} other {# actions}}}}',
  ),
  onlyNext: 'Only the next 200 are shown.',
});
