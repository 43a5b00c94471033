import { defineMessages } from '../../../lib/messages.ts';

export const suggestionMessages = defineMessages({
  en: {
    writing: 'The AI writer is writing…',
    suggested: 'The highlighted text is a suggestion',
    none: 'Nothing was written',
    cut: 'The text was cut off at the maximum length.',
    stop: 'Stop',
    accept: 'Accept',
    refuse: 'Reject',
    close: 'Close',
    readOnly: 'You can’t edit this text right now',
  },
  de: {
    writing: 'Der KI-Texter schreibt…',
    suggested: 'Der hervorgehobene Text ist ein Vorschlag',
    none: 'Es wurde nichts geschrieben',
    cut: 'Der Text wurde bei der größten Länge abgeschnitten.',
    stop: 'Anhalten',
    accept: 'Annehmen',
    refuse: 'Ablehnen',
    close: 'Schließen',
    readOnly: 'Dieser Text lässt sich gerade nur lesen',
  },
});
