import { defineMessages, knownText, withValues } from '../../lib/messages.ts';

const checkNames = defineMessages('checkName', {
  links: 'Links',
  'alt-texts': 'Alt texts',
  schema: 'Fields',
  preview: 'Pages',
});

/** Checks that are commands of the project have names of their own. */
export const checkName = (check: string): string => knownText(checkNames, check) ?? check;

export const checkMessages = defineMessages('check', {
  title: 'Checks',
  none: 'No checks for this patch.',
  pending: 'Running checks…',
  passed: 'Checks passed',
  failed: 'Checks failed',
  error: 'Checks incomplete',
  pass: 'Passed',
  fail: 'Failed',
  notRun: 'Not run',
  details: 'Details',
  failedTitle: 'Some checks failed',
  failedText: withValues<{ names: string }>(
    'Failed: {names}. You can still accept this proposal, or request a revision.',
  ),
  acceptAnyway: 'Accept anyway',
  acceptPending: 'The checks of this patch haven’t finished yet.',
  acceptFailed: withValues<{ names: string }>('These checks failed: {names}.'),
  acceptError: withValues<{ names: string }>('These checks could not run: {names}.'),
});
