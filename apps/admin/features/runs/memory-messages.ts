import { defineMessages } from '../../lib/messages.ts';

export const memoryMessages = defineMessages({
  en: {
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
    removeText: (topic: string) =>
      `Agents no longer find the note “${topic}”. It can’t be restored.`,
    removed: 'Note deleted.',
  },
  de: {
    title: 'Gedächtnis',
    about:
      'Notizen, die Agenten für spätere Züge und Läufe behalten. Löschen Sie eine falsche Notiz, denn jeder spätere Lauf kann sie lesen.',
    search: 'Notizen durchsuchen',
    agent: 'Agent',
    allAgents: 'Alle Agenten',
    none: 'Noch keine Notizen',
    noneText: 'Was Agenten für später festhalten, erscheint hier.',
    noMatch: 'Keine passende Notiz',
    noMatchText: 'Wählen Sie einen anderen Agenten, oder suchen Sie nach anderen Wörtern.',
    fromRun: 'Lauf',
    remove: 'Löschen',
    removeTitle: 'Diese Notiz löschen?',
    removeText: (topic: string) =>
      `Agenten finden die Notiz „${topic}“ nicht mehr. Sie lässt sich nicht wiederherstellen.`,
    removed: 'Notiz gelöscht.',
  },
});
