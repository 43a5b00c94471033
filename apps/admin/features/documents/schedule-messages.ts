import { defineMessages } from '../../lib/messages.ts';

export const scheduleMessages = defineMessages({
  en: {
    zone: (zone: string) => `Time zone: ${zone}.`,
    publishAt: 'Publish at',
    unpublishAt: 'Unpublish at',
    unpublishHelp: 'Leave empty to keep it published.',
    needed: 'Choose a date and time.',
    past: 'This time is in the past.',
    order: 'Choose a time after publishing.',
  },
  de: {
    zone: (zone: string) => `Zeitzone: ${zone}.`,
    publishAt: 'Veröffentlichen am',
    unpublishAt: 'Von der Website nehmen am',
    unpublishHelp: 'Leer: bleibt veröffentlicht.',
    needed: 'Wählen Sie Tag und Uhrzeit.',
    past: 'Diese Zeit liegt in der Vergangenheit.',
    order: 'Wählen Sie eine Zeit nach der Veröffentlichung.',
  },
});
