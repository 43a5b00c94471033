import { defineMessages, withValues } from '../../lib/messages.ts';

export const commentMessages = defineMessages('comment', {
  acceptChange: 'Accept this change',
  leftOut: 'Left out',
  acceptSome: withValues<{ chosen: number; all: number }>('Accept {chosen} of {all} changes'),
  acceptSomeText: withValues<{ omitted: number }>(
    'Only the changes you’ve selected are committed. {omitted, plural, one {# change is} other {# changes are}} left out, and the proposal is decided.',
  ),
  noneChosen: 'Select at least one change, or reject the proposal',
  didAcceptSome: 'Selected changes accepted.',
  commentOnLine: withValues<{ line: number }>('Comment on line {line}'),
  commentOnRemoved: withValues<{ line: number }>('Comment on removed line {line}'),
  draft: 'Draft, sent when you request a revision',
  draftHelp: 'Sent to the agent when you request a revision.',
  done: 'Done',
  discard: 'Discard',
  edit: 'Edit',
  line: withValues<{ line: number }>('line {line}'),
  outdated: 'Comments on other patches',
  unsent: 'not sent',
  discardUnsent: 'Discard unsent comments',
  noteWithComments: 'Note to the agent (optional)',
  sends: withValues<{ count: number }>(
    'Also sends {count, plural, one {# comment} other {# comments}} on lines.',
  ),
});
