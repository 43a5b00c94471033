import { defineMessages, withValues } from '../../lib/messages.ts';

export const budgetMessages = defineMessages('budget', {
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
  used: withValues<{ amount: string }>('{amount} used'),
  usedOf: withValues<{ amount: string; limit: string }>('{amount} of {limit}'),
  notNumber: 'Enter a number above 0, or leave the field empty',
  withoutCost: withValues<{ count: number }>(
    '{count, plural, =1 {1 turn reported no cost} other {{count} turns reported no cost}}',
  ),
  save: 'Save budget',
  saved: 'Budget saved',
  resumed: 'Budget raised, the run continues',
});
