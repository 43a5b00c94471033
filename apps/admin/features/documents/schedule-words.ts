import { defineWords } from '../../lib/words.ts';

export const scheduleWords = defineWords({
  en: {
    zone: (zone: string) => `Times of the site: ${zone}.`,
    publishAt: 'Publish at',
    unpublishAt: 'Take off the site at',
    unpublishHelp: 'Empty: never.',
    needed: 'Choose a day and a time.',
    past: 'This is over already.',
    order: 'This has to be after it is published.',
  },
  de: {
    zone: (zone: string) => `Zeiten der Website: ${zone}.`,
    publishAt: 'Veröffentlichen am',
    unpublishAt: 'Von der Website nehmen am',
    unpublishHelp: 'Leer: nie.',
    needed: 'Wählen Sie Tag und Uhrzeit.',
    past: 'Das ist schon vorbei.',
    order: 'Das muss nach der Veröffentlichung sein.',
  },
});
