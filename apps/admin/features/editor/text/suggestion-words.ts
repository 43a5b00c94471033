import { defineWords } from '../../../lib/words.ts';

export const suggestionWords = defineWords({
  en: {
    writing: 'The AI writer is writing…',
    suggested: 'The highlighted text is a suggestion',
    none: 'Nothing was written',
    cut: 'It was cut at its greatest length.',
    stop: 'Stop',
    accept: 'Accept',
    refuse: 'Refuse',
    close: 'Close',
    readOnly: 'This text can only be read now',
  },
  de: {
    writing: 'Der KI-Texter schreibt…',
    suggested: 'Der hervorgehobene Text ist ein Vorschlag',
    none: 'Es wurde nichts geschrieben',
    cut: 'Er wurde bei der größten Länge abgeschnitten.',
    stop: 'Anhalten',
    accept: 'Annehmen',
    refuse: 'Ablehnen',
    close: 'Schließen',
    readOnly: 'Dieser Text lässt sich gerade nur lesen',
  },
});
