import type { DocumentStatus } from '@galley/editorial';
import type { DomainEventType } from '@galley/kernel';

export const notificationTypes = [
  'review_requested',
  'assigned',
  'approved',
  'changes_requested',
  'schedule_missed',
  'published',
] as const;
export type NotificationType = (typeof notificationTypes)[number];

/** What people are told of, and what it is called then. */
export const toldEvents: Readonly<Partial<Record<DomainEventType, NotificationType>>> = {
  'document.review_requested': 'review_requested',
  'document.assigned': 'assigned',
  'document.approved': 'approved',
  'document.changes_requested': 'changes_requested',
  'document.schedule_missed': 'schedule_missed',
  'document.published': 'published',
};

/** That something happened to a document which concerns somebody. */
export interface Notification {
  /** In the order in which people were told. */
  readonly id: number;
  readonly type: NotificationType;
  /** Where the document is now, what it is called, and its state. */
  readonly path: string;
  readonly title: string;
  readonly documentStatus: DocumentStatus;
  /** User name, `galley` for Galley itself. */
  readonly actor: string;
  /** What whoever did it has written, or why it could not be done. */
  readonly note: string | null;
  /** The revision that it was about. */
  readonly revision: string | null;
  readonly at: Date;
  readonly readAt: Date | null;
}

/** An event, and everybody who is to be told of it. */
export interface Announcement {
  readonly eventId: number;
  readonly type: NotificationType;
  readonly documentId: number;
  readonly actor: string;
  readonly note: string | null;
  readonly revision: string | null;
  readonly at: Date;
  readonly usernames: readonly string[];
}
