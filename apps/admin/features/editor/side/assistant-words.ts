import { defineWords } from '../../../lib/words.ts';

export const assistantWords = defineWords({
  en: {
    about:
      'Writes at the cursor, or in the place of what is selected. It is part of your text only once you accept it.',
    prompt: 'What to write',
    write: 'Write',
    needsPrompt: 'Say what to write',
    readOnly: 'This text can only be read now',
    used: (count: string) => `${count} tokens used today`,
    usedOf: (count: string, most: string) => `${count} of ${most} tokens used today`,
  },
  de: {
    about:
      'Schreibt an der Schreibmarke oder anstelle der Auswahl. Teil Ihres Textes wird es erst, wenn Sie es annehmen.',
    prompt: 'Was geschrieben werden soll',
    write: 'Schreiben',
    needsPrompt: 'Sagen Sie, was geschrieben werden soll',
    readOnly: 'Dieser Text lässt sich gerade nur lesen',
    used: (count: string) => `Heute ${count} Tokens verbraucht`,
    usedOf: (count: string, most: string) => `Heute ${count} von ${most} Tokens verbraucht`,
  },
});
