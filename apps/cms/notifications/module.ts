import type { UserNamesReadModel } from '@galley/auth';
import type { NotificationService } from '@galley/content';
import type { contract } from '@galley/contract';
import type { Module } from '@galley/http';
import { presentNotification } from './present-notification.ts';

const defaultPageSize = 50;
const maxPageSize = 200;

export interface NotificationServices {
  readonly notifications: NotificationService;
  readonly userNames: UserNamesReadModel;
}

export function notificationsModule({
  notifications,
  userNames,
}: NotificationServices): Module<typeof contract.notifications> {
  return {
    list: async ({ actor, query }) => {
      const { items, unread, nextCursor } = await notifications.list(actor, {
        unread: query.unread === 'true',
        before: query.before === undefined ? undefined : Number(query.before),
        limit: Math.min(query.limit ?? defaultPageSize, maxPageSize),
      });
      const names = await userNames.find(items.map((item) => item.actor));
      return {
        items: items.map((item) => presentNotification(item, names)),
        unread,
        has_more: nextCursor !== null,
        next_cursor: nextCursor === null ? null : String(nextCursor),
      };
    },

    read: async ({ actor, body: { ids, up_to: upTo } }) => {
      const which = ids
        ? { ids: ids.map(Number) }
        : { upTo: upTo === undefined ? undefined : Number(upTo) };
      return { ok: true, unread: await notifications.markRead(actor, which) };
    },
  };
}
