import type { ApprovalRow, ProposalRow } from './console-view.ts';
import { pane, type Fact } from './pane.ts';
import { idColumn, patchColumn, statusColumn } from './shared-columns.ts';
import { momentText, timeText } from './time-text.ts';
import { clipped } from './visible-text.ts';

export const proposals = pane<ProposalRow>({
  label: 'Proposals',
  shortLabel: 'Props',
  list: (view) => view.proposals,
  columns: [
    idColumn,
    statusColumn,
    { heading: 'RISK', text: ({ risk }) => risk, maxWidth: [8, 12], dispensable: 2 },
    { heading: 'TITLE', text: ({ title }) => title },
    { heading: 'BY', text: ({ proposedBy }) => proposedBy, maxWidth: [14, 30], dispensable: 3 },
    patchColumn,
  ],
});

export const approvals = pane<ApprovalRow>({
  label: 'Approvals',
  shortLabel: 'Apprs',
  list: (view) => view.approvals,
  columns: [
    idColumn,
    { ...statusColumn, maxWidth: [10, 24] },
    { heading: 'FOR', text: (row) => subjectOf(row, 13) },
    { heading: 'BY', text: ({ requestedBy }) => requestedBy, maxWidth: [14, 30], dispensable: 2 },
    patchColumn,
    { heading: 'ASKED', text: (row, now) => timeText(row.requestedAt, now), maxWidth: [10, 10] },
  ],
  facts: approvalFacts,
});

function subjectOf({ proposalId, taskId }: ApprovalRow, length = Infinity): string {
  const shown = (id: string) => (id.length <= length ? id : clipped(id, length, 'end'));
  if (proposalId !== null) return `proposal ${shown(proposalId)}`;
  return taskId === null ? 'the run' : `task ${shown(taskId)}`;
}

function approvalFacts(approval: ApprovalRow): readonly Fact[] {
  return [
    ['Approval', approval.id],
    ['Status', approval.status],
    ['For', subjectOf(approval)],
    ['Requested by', `${approval.requestedBy}, ${momentText(approval.requestedAt)}`],
    ['Reason', approval.reason ?? 'none'],
    ['Decided by', approval.decidedBy ?? 'not decided yet'],
    ['Patch', approval.patchSha256 ?? 'none'],
    ['Note', approval.note ?? 'none'],
  ];
}
