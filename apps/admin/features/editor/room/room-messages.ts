import { defineMessages, withValues } from '../../../lib/messages.ts';

export const roomMessages = defineMessages('room', {
  people: 'People in this document',
  you: withValues<{ name: string }>('{name} (you)'),
  joined: withValues<{ name: string }>('{name} joined'),
  left: withValues<{ name: string }>('{name} left'),
  kept: 'All changes kept',
  keeping: 'Keeping changes…',
  offline: 'Offline. Your changes are in this browser.',
  keptAbout:
    'The text of this room is stored on the server, and everyone here sees it. Save to create a version of the document.',
  inText: 'The text contains it now.',
  fieldClash: withValues<{ field: string; value: string }>(
    'The field {field} was also changed by someone else, to “{value}”. Your value stays.',
  ),
  useOther: 'Use the other value',
  noValue: 'empty',
  ownTitle: 'You and others changed the same lines',
  ownText: 'The text shows the lines of the others. Your unsaved lines are kept until you choose.',
  useOwn: 'Use my lines',
  keepTheirs: 'Keep the others’',
  clashTitle: withValues<{ name: string }>('{name} saved other versions of lines changed here'),
  clashText: 'The text keeps the lines of this room. The other version is in the history.',
  compare: 'Compare',
  dismiss: 'Keep the text',
});
