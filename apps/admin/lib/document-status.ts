import type { DocumentStatus, DocumentSummary } from '@galley/sdk';
import { defineMessages, currentMessages } from './messages.ts';

/** In workflow order. */
export const statuses: readonly DocumentStatus[] = [
  'draft',
  'in_review',
  'scheduled',
  'published',
  'archived',
];

export const statusMessages = defineMessages('status', {
  draft: 'Draft',
  in_review: 'In review',
  scheduled: 'Scheduled',
  published: 'Published',
  archived: 'Archived',
});

export function statusName(status: string): string {
  const messages: Readonly<Record<string, string>> = currentMessages(statusMessages);
  return messages[status] ?? status;
}

export function isApproved({
  status,
  approved_by: approver,
}: Pick<DocumentSummary, 'status' | 'approved_by'>): boolean {
  return status === 'in_review' && approver !== null;
}

export const allowedTransitions: Readonly<Record<DocumentStatus, readonly DocumentStatus[]>> = {
  draft: ['in_review', 'scheduled', 'published', 'archived'],
  in_review: ['draft', 'scheduled', 'published', 'archived'],
  scheduled: ['draft', 'published', 'archived'],
  published: ['draft', 'archived'],
  archived: ['draft', 'in_review', 'scheduled', 'published'],
};
