import { defineMessages, withValues } from '../../lib/messages.ts';

export const requestMessages = defineMessages('request', {
  title: 'Request review',
  request: 'Request',
  whom: 'Reviewer',
  whomHelp: 'The reviewer gets a notification. Other reviewers can also decide.',
  anybody: 'Any reviewer',
  assigned: withValues<{ reviewer: string }>(
    '{reviewer} is the assigned reviewer and gets a notification.',
  ),
  missing: 'Fill in the required fields first',
  missingText:
    'The document can’t be published without them, and filling them in later cancels the approval.',
  note: 'Note',
  noteHelp: 'For the reviewer. Optional.',
});
