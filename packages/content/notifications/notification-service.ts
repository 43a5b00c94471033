import type { Database } from '@galley/database';
import type { Actor, Clock } from '@galley/kernel';
import {
  NotificationListReadModel,
  type NotificationQuery,
} from './notification-list-read-model.ts';
import { NotificationRepository } from './notification-repository.ts';
import type { Notification } from './notification.ts';

export interface NotificationPage {
  readonly items: readonly Notification[];
  /** On all pages. */
  readonly unread: number;
  readonly nextCursor: number | null;
}

export type ReadNotifications =
  { readonly ids: readonly number[] } | { readonly upTo: number | undefined };

const day = 86_400_000;
const readLifetime = 90 * day;
const lifetime = 365 * day;
const removedAtOnce = 1_000;

/** Each user sees and marks only their own, for documents that they may read. */
export class NotificationService {
  readonly #db: Database;
  readonly #clock: Clock;
  readonly #lists: NotificationListReadModel;

  constructor({ db, clock }: { readonly db: Database; readonly clock: Clock }) {
    this.#db = db;
    this.#clock = clock;
    this.#lists = new NotificationListReadModel(db);
  }

  async list(actor: Actor, query: NotificationQuery): Promise<NotificationPage> {
    const { limit } = query;
    const [found, unread] = await Promise.all([
      this.#lists.list(actor, { ...query, limit: limit + 1 }),
      this.#lists.countUnread(actor),
    ]);
    const items = found.slice(0, limit);
    return { items, unread, nextCursor: found.length > limit ? items.at(-1)!.id : null };
  }

  /** Ignores notifications of other users; returns the number of unread ones. */
  async markRead(actor: Actor, which: ReadNotifications): Promise<number> {
    const { username } = actor;
    await new NotificationRepository(this.#db).markRead({ username, ...which }, this.#clock.now());
    return this.#lists.countUnread(actor);
  }

  /** Read ones after 90 days, all others after 365. */
  async removeOld(): Promise<number> {
    const now = this.#clock.now().getTime();
    const ages = { read: new Date(now - readLifetime), any: new Date(now - lifetime) };
    const notifications = new NotificationRepository(this.#db);
    let total = 0;
    for (;;) {
      const removed = await notifications.removeOld(ages, removedAtOnce);
      total += removed;
      if (removed === 0) return total;
    }
  }
}
