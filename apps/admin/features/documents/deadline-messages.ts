import { defineMessages, withValues } from '../../lib/messages.ts';

export const deadlineMessages = defineMessages('deadline', {
  due: 'Due',
  set: 'Set due date…',
  title: withValues<{ title: string }>('Due date of “{title}”'),
  day: 'Due on',
  help: 'Owner and assignee are reminded the day before, and when it is overdue.',
  save: 'Save',
  remove: 'Remove due date',
  saved: withValues<{ day: string }>('Due on {day}'),
  removed: 'Due date removed',
  mayNot: 'Your role can’t set due dates.',
});
