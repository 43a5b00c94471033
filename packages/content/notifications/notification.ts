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

export const notifiedEvents: Readonly<Partial<Record<DomainEventType, NotificationType>>> = {
  'document.review_requested': 'review_requested',
  'document.assigned': 'assigned',
  'document.approved': 'approved',
  'document.changes_requested': 'changes_requested',
  'document.schedule_missed': 'schedule_missed',
  'document.published': 'published',
};

export interface Notification {
  readonly id: number;
  readonly type: NotificationType;
  /** Current, like title and state. */
  readonly path: string;
  readonly title: string;
  readonly documentStatus: DocumentStatus;
  /** User name; `galley` for Galley itself. */
  readonly actor: string;
  /** Note of the actor, or the reason of a failure. */
  readonly note: string | null;
  readonly revision: string | null;
  readonly at: Date;
  readonly readAt: Date | null;
}

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
