import { counted, defineWords } from '../../lib/words.ts';

export const scheduleWords = defineWords({
  en: {
    title: 'Schedule',
    about: 'What the clock publishes, and what it takes off the site.',
    month: 'Month',
    agenda: 'Agenda',
    views: 'How to show the schedule',
    next: 'Next month',
    previous: 'Previous month',
    today: 'Today',
    publish: 'Publish',
    unpublish: 'Take off the site',
    overdue: 'Overdue',
    overdueAbout: 'Its time has come, and it was not done.',
    noReason: 'It is tried again shortly.',
    none: 'Nothing is planned',
    noneText: 'Give a document a time in its editor or its review, and it shows up here.',
    lastRun: 'The clock last did something',
    more: (count: number) => `${count} more`,
    actsOf: (day: string, count: number) =>
      count === 0 ? day : `${day}, ${counted(count, 'act', 'acts')}`,
    onlyNext: 'The next 200 are shown.',
  },
  de: {
    title: 'Zeitplan',
    about: 'Was die Uhr veröffentlicht, und was sie von der Website nimmt.',
    month: 'Monat',
    agenda: 'Liste',
    views: 'Ansicht des Zeitplans',
    next: 'Nächster Monat',
    previous: 'Voriger Monat',
    today: 'Heute',
    publish: 'Veröffentlichen',
    unpublish: 'Von der Website nehmen',
    overdue: 'Überfällig',
    overdueAbout: 'Die Zeit ist gekommen, und es ist nicht geschehen.',
    noReason: 'Es wird gleich noch einmal versucht.',
    none: 'Nichts ist geplant',
    noneText:
      'Geben Sie einem Dokument im Editor oder bei der Prüfung eine Zeit, dann steht es hier.',
    lastRun: 'Zuletzt tat die Uhr etwas',
    more: (count) => `${count} weitere`,
    actsOf: (day, count) =>
      count === 0 ? day : `${day}, ${counted(count, 'Schritt', 'Schritte')}`,
    onlyNext: 'Die nächsten 200 werden gezeigt.',
  },
});
