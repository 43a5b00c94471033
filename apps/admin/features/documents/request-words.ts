import { defineWords } from '../../lib/words.ts';

export const requestWords = defineWords({
  en: {
    title: 'Request a review',
    request: 'Request',
    whom: 'Whom to ask',
    whomHelp: 'They are told. Others who may review can decide too.',
    anybody: 'Whoever may review',
    assigned: (reviewer: string) => `${reviewer} is its reviewer, and is told.`,
    note: 'Note',
    noteHelp: 'For the reviewer; it may be empty.',
  },
  de: {
    title: 'Prüfung anfordern',
    request: 'Anfordern',
    whom: 'Wen fragen',
    whomHelp: 'Wird benachrichtigt. Andere, die prüfen dürfen, können auch entscheiden.',
    anybody: 'Wer prüfen darf',
    assigned: (reviewer: string) => `${reviewer} soll es prüfen und wird benachrichtigt.`,
    note: 'Notiz',
    noteHelp: 'Für die Prüfung; sie darf leer sein.',
  },
});
