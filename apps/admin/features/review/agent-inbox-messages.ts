import { defineMessages, withValues } from '../../lib/messages.ts';

export const agentInboxMessages = defineMessages('agentInbox', {
  title: 'From agents',
  questions: 'Questions of agents',
  proposals: 'Agent proposals',
  approvals: 'Approval requests',
  stuck: 'Runs that wait for you',
  asks: withValues<{ who: string }>('{who} asks'),
  run: withValues<{ goal: string }>('Run: {goal}'),
  noReason: 'No reason given.',
  more: withValues<{ count: number }>('and {count} more'),
});
