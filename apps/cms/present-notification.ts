import type { AnswerOf, listNotificationsOperation } from '@galley/contract';
import type { Notification } from '@galley/content';

type WireNotification = AnswerOf<typeof listNotificationsOperation>['items'][number];

export function presentNotification({
  id,
  at,
  readAt,
  documentStatus,
  ...notification
}: Notification): WireNotification {
  return {
    ...notification,
    id: String(id),
    document_status: documentStatus,
    at: at.toISOString(),
    read_at: readAt?.toISOString() ?? null,
  };
}
