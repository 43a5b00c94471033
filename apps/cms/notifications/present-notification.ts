import type { Notification } from '@galley/content';
import type { contract, AnswerOf } from '@galley/contract';
import type { UserNames } from '@galley/auth';

type WireNotification = AnswerOf<typeof contract.notifications.list>['items'][number];

export function presentNotification(
  { id, at, readAt, documentStatus, ...notification }: Notification,
  names: UserNames,
): WireNotification {
  return {
    ...notification,
    id: String(id),
    actor_name: names.get(notification.actor) ?? null,
    document_status: documentStatus,
    at: at.toISOString(),
    read_at: readAt?.toISOString() ?? null,
  };
}
