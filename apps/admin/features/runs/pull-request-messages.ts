import { defineMessages, withValues } from '../../lib/messages.ts';

export const pullRequestMessages = defineMessages('pullRequest', {
  title: 'Pull request',
  opening: 'Pull request: not open yet',
  open: 'Pull request: open',
  merged: 'Pull request: merged',
  closed: 'Pull request: closed',
  branch: 'Branch',
  link: withValues<{ number: number }>('Open pull request #{number}'),
});
