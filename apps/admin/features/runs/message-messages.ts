import { defineMessages, withValues } from '../../lib/messages.ts';

export const messageMessages = defineMessages('message', {
  conversation: 'Messages to agents',
  none: 'An agent gets a turn with your words, and its last words appear here.',
  to: 'To',
  message: 'Message',
  chooseAgent: 'Choose an agent.',
  missing: 'Enter a message.',
  send: 'Send',
  sent: 'Message sent. The agent gets a turn with it.',
  fromTo: withValues<{ from: string; to: string }>('{from} to {to}'),
  noReply: 'No reply yet.',
  toTurn: 'View turn',
  deliberations: 'Deliberations',
  noPosts: 'No posts yet.',
  openedBy: withValues<{ who: string }>('opened by {who}'),
  truncated: withValues<{ count: number }>('Only the first {count} are shown.'),
});
