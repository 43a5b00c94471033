import { defineMessages } from '../../lib/messages.ts';

export const budgetMessages = defineMessages({
  en: {
    budget: 'Budget',
    raise: 'Raise budget',
    change: 'Change budget',
    title: 'Budget of the run',
    about:
      'A run that has used up a limit starts no further turn. Leave a field empty for no limit. Each limit must be above what is already used.',
    of: 'Budget of',
    wholeRun: 'The whole run',
    turns: 'Turns',
    minutes: 'Minutes',
    tokens: 'Tokens',
    usd: 'Cost (USD)',
    used: (amount: string) => `${amount} used`,
    usedOf: (amount: string, limit: string) => `${amount} of ${limit}`,
    notNumber: 'Enter a number above 0, or leave the field empty',
    withoutCost: (count: number) =>
      count === 1 ? '1 turn reported no cost' : `${count} turns reported no cost`,
    save: 'Save budget',
    saved: 'Budget saved',
    resumed: 'Budget raised, the run continues',
  },
  de: {
    budget: 'Budget',
    raise: 'Budget erhöhen',
    change: 'Budget ändern',
    title: 'Budget des Laufs',
    about:
      'Ein Lauf, der eine Grenze erreicht hat, beginnt keinen weiteren Zug. Ein leeres Feld bedeutet: keine Grenze. Jede Grenze muss über dem liegen, was schon verbraucht ist.',
    of: 'Budget für',
    wholeRun: 'Der ganze Lauf',
    turns: 'Züge',
    minutes: 'Minuten',
    tokens: 'Tokens',
    usd: 'Kosten (USD)',
    used: (amount: string) => `${amount} verbraucht`,
    usedOf: (amount: string, limit: string) => `${amount} von ${limit}`,
    notNumber: 'Geben Sie eine Zahl über 0 ein oder lassen Sie das Feld leer',
    withoutCost: (count: number) =>
      count === 1 ? '1 Zug hat keine Kosten gemeldet' : `${count} Züge haben keine Kosten gemeldet`,
    save: 'Budget speichern',
    saved: 'Budget gespeichert',
    resumed: 'Budget erhöht, der Lauf geht weiter',
  },
});
