import { defineMessages } from '../../../lib/messages.ts';

export const assistantMessages = defineMessages({
  en: {
    about:
      'Writes at the cursor or replaces the selection. The suggestion becomes part of your text when you accept it.',
    prompt: 'What to write',
    write: 'Write',
    needsPrompt: 'Enter what to write',
    readOnly: 'You can’t edit this text right now',
    used: (count: string) => `${count} tokens used today`,
    usedOf: (count: string, most: string) => `${count} of ${most} tokens used today`,
  },
  de: {
    about:
      'Schreibt an der Schreibmarke oder ersetzt die Auswahl. Der Vorschlag wird Teil Ihres Textes, wenn Sie ihn annehmen.',
    prompt: 'Was geschrieben werden soll',
    write: 'Schreiben',
    needsPrompt: 'Geben Sie ein, was geschrieben werden soll',
    readOnly: 'Dieser Text lässt sich gerade nur lesen',
    used: (count: string) => `Heute ${count} Tokens verbraucht`,
    usedOf: (count: string, most: string) => `Heute ${count} von ${most} Tokens verbraucht`,
  },
});
