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
  readonly type: NotificationType | 'token_expiring';
  /** Current, like title and state; empty for a token. */
  readonly path: string;
  /** Title of the document, or name of the token. */
  readonly title: string;
  /** Null for a token. */
  readonly documentStatus: DocumentStatus | null;
  /** User name; `galley` for Galley itself. Of a token, its owner. */
  readonly actor: string;
  /** Note of the actor, the reason of a failure, or the end of a token as a time. */
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

/** A token that is about to end (ADD-SVC-9). */
export interface TokenNotice {
  readonly eventId: number;
  /** User name of the person or service account. */
  readonly owner: string;
  readonly name: string;
  readonly expiresAt: string;
  readonly at: Date;
  readonly usernames: readonly string[];
}
