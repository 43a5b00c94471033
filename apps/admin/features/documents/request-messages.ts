import { defineMessages } from '../../lib/messages.ts';

export const requestMessages = defineMessages({
  en: {
    title: 'Request review',
    request: 'Request',
    whom: 'Reviewer',
    whomHelp: 'The reviewer gets a notification. Other reviewers can also decide.',
    anybody: 'Any reviewer',
    assigned: (reviewer: string) => `${reviewer} is the assigned reviewer and gets a notification.`,
    missing: 'Fill in the required fields first',
    missingText:
      'The document can’t be published without them, and filling them in later cancels the approval.',
    note: 'Note',
    noteHelp: 'For the reviewer. Optional.',
  },
  de: {
    title: 'Prüfung anfordern',
    request: 'Anfordern',
    whom: 'Prüfer',
    whomHelp: 'Wird benachrichtigt. Andere, die prüfen dürfen, können auch entscheiden.',
    anybody: 'Alle, die prüfen dürfen',
    assigned: (reviewer: string) => `${reviewer} soll es prüfen und wird benachrichtigt.`,
    missing: 'Füllen Sie zuerst die Pflichtfelder aus',
    missingText:
      'Ohne sie lässt sich das Dokument nicht veröffentlichen, und ein späteres Ausfüllen hebt die Freigabe auf.',
    note: 'Notiz',
    noteHelp: 'Für die Prüfung. Freiwillig.',
  },
});
