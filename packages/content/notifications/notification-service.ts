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
  /** How many are unread, on whatever page. */
  readonly unread: number;
  /** Names where the next page begins; null on the last. */
  readonly nextCursor: number | null;
}

/** Which are read now: these, or all of them up to one, or whatever there is. */
export type ReadNotifications =
  { readonly ids: readonly number[] } | { readonly upTo: number | undefined };

const day = 86_400_000;
const readLifetime = 90 * day;
const lifetime = 365 * day;
const removedAtOnce = 1_000;

/** What people were told; each sees and marks their own, of documents that they may read. */
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

  /** Those of others stay as they are; returns how many are unread now. */
  async markRead(actor: Actor, which: ReadNotifications): Promise<number> {
    const { username } = actor;
    await new NotificationRepository(this.#db).markRead({ username, ...which }, this.#clock.now());
    return this.#lists.countUnread(actor);
  }

  /** Deletes those of more than 90 days that were read, and all of more than 365; returns how many there were. */
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
