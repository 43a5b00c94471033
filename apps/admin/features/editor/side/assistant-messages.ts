import { defineMessages, withValues } from '../../../lib/messages.ts';

export const assistantMessages = defineMessages('assistant', {
  about:
    'Writes at the cursor or replaces the selection. The suggestion becomes part of your text when you accept it.',
  prompt: 'What to write',
  write: 'Write',
  needsPrompt: 'Enter what to write',
  readOnly: 'You can’t edit this text right now',
  used: withValues<{ count: string }>('{count} tokens used today'),
  usedOf: withValues<{ count: string; most: string }>('{count} of {most} tokens used today'),
});
