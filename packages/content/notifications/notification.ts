import type { DocumentStatus } from '@galley/editorial';
import type { DomainEventType } from '@galley/kernel';

export const notificationTypes = [
  'review_requested',
  'assigned',
  'approved',
  'changes_requested',
  'schedule_missed',
  'published',
  'due_soon',
  'overdue',
  'mentioned',
  'commented',
] as const;
/** About a document. */
export type DocumentNotice = (typeof notificationTypes)[number];

export type NotificationType = DocumentNotice | 'new_device' | 'token_expiring';

export const notifiedEvents: Readonly<Partial<Record<DomainEventType, DocumentNotice>>> = {
  'document.review_requested': 'review_requested',
  'document.assigned': 'assigned',
  'document.approved': 'approved',
  'document.changes_requested': 'changes_requested',
  'document.schedule_missed': 'schedule_missed',
  'document.published': 'published',
  'document.due_soon': 'due_soon',
  'document.overdue': 'overdue',
  'comment.mentioned': 'mentioned',
  'comment.added': 'commented',
};

export interface Notification {
  readonly id: number;
  readonly type: NotificationType;
  /** Current, like title and state; null, like the state, for a notification about an account or a token. */
  readonly path: string | null;
  /** Name of the token for `token_expiring`; null for `new_device`. */
  readonly title: string | null;
  readonly documentStatus: DocumentStatus | null;
  /** User name; `galley` for Galley itself. For a token, its owner. */
  readonly actor: string;
  /** Note of the actor, the reason of a failure, the end of a token as a time, or the day of a deadline. */
  readonly note: string | null;
  readonly revision: string | null;
  readonly at: Date;
  readonly readAt: Date | null;
}

export interface DocumentAnnouncement extends Announcement {
  readonly type: DocumentNotice;
  readonly documentId: number;
}

export interface Announcement {
  readonly eventId: number;
  readonly type: NotificationType;
  /** Null for a notification about the account. */
  readonly documentId: number | null;
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
