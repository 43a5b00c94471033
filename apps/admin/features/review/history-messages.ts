import type { DocumentHistoryEntry } from '@galley/sdk';
import { defineMessages, withValues, type TextsOf } from '../../lib/messages.ts';

export const historyMessages = defineMessages('history', {
  title: 'History',
  about: 'All saved versions, newest first. Select two to compare.',
  timeline: 'Activity',
  save: 'Saved',
  autosave: 'Autosaved',
  status: 'Status changed',
  editorial: 'Editorial',
  restore: 'Restored',
  external: 'Changed on disk',
  renamedFrom: withValues<{ path: string }>('Renamed from {path}'),
  moved: withValues<{ from: string; to: string }>('From “{from}” to “{to}”'),
  scheduleChanged: 'Schedule changed',
  publishAt: withValues<{ when: string }>('publish at {when}'),
  unpublishAt: withValues<{ when: string }>('unpublish at {when}'),
  restoredVersion: withValues<{ when: string }>('Restored the version of {when}'),
  request_review: 'Review requested',
  asked: withValues<{ name: string }>('Reviewer: {name}'),
  assign: 'Assigned',
  approve: 'Approved',
  request_changes: 'Changes requested',
  owner: 'owner',
  assignee: 'assignee',
  reviewer: 'reviewer',
  nobody: 'none',
  saves: withValues<{ count: number }>(
    '{count, plural, one {# version saved} other {# versions saved}}',
  ),
  receipt: 'Approval receipt',
  receiptText: 'Approved version',
  receiptDiff: 'Changes',
  lines: withValues<{ added: number; removed: number }>(
    '{added, plural, one {# line} other {# lines}} added, {removed, number} removed',
  ),
  notCounted: 'too large to count',
  receiptHash: 'Receipt hash',
  receiptChain: 'Previous receipt',
  receiptFirst: 'none (first receipt)',
  nothing: 'No activity yet.',
  right: 'Compare to',
  leftOf: withValues<{ what: string }>('Compare from {what}'),
  rightOf: withValues<{ what: string }>('Compare to {what}'),
  view: 'View',
  restoreThis: 'Restore this version',
  mayNotRestore: 'You don’t have permission to restore versions',
  restoreTitle: 'Restore this version?',
  restoreText: withValues<{ when: string }>(
    'The document returns to its version of {when}. The current version stays in the history.',
  ),
  restored: 'Version restored.',
  undo: 'Undo',
  undone: 'Restore undone.',
  group: withValues<{ count: number }>(
    '{count, plural, one {# version} other {# versions}} saved in a row',
  ),
  older: 'Show older',
  viewTitle: withValues<{ when: string }>('Version of {when}'),
  page: 'Page',
  source: 'File',
  chooseTwo: 'Select two versions to compare',
  swap: 'Swap sides',
  review: 'Review',
  edit: 'Open in editor',
  mayNotCompare: 'You don’t have permission to compare versions',
});

type Messages = TextsOf<typeof historyMessages>;
const kinds = ['save', 'autosave', 'status', 'editorial', 'restore', 'external'] as const;

/** Unknown kinds of a newer server keep their id. */
export function kindName(messages: Messages, kind: string): string {
  const known = kinds.find((one) => one === kind);
  return known ? messages[known] : kind;
}

export function entryName(
  messages: Messages,
  { kind, renamed_from: from }: Pick<DocumentHistoryEntry, 'kind' | 'renamed_from'>,
): string {
  return from === undefined ? kindName(messages, kind) : messages.renamedFrom({ path: from });
}
