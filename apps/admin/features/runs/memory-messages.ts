import { defineMessages, withValues } from '../../lib/messages.ts';

export const memoryMessages = defineMessages('memory', {
  title: 'Memories',
  about:
    'Notes that agents keep for later turns and runs. Delete a wrong note, because every later run can read it.',
  search: 'Search notes',
  agent: 'Agent',
  allAgents: 'All agents',
  none: 'No notes yet',
  noneText: 'What agents record for later appears here.',
  noMatch: 'No notes match',
  noMatchText: 'Choose another agent, or search for other words.',
  fromRun: 'Run',
  remove: 'Delete',
  removeTitle: 'Delete this note?',
  removeText: withValues<{ topic: string }>(
    'Agents no longer find the note “{topic}”. It can’t be restored.',
  ),
  removed: 'Note deleted.',
});
