import { sql } from 'kysely';
import type { Database } from '@galley/database';
import type { DocumentStatus } from '@galley/editorial';
import { reach, type Actor } from '@galley/kernel';
import { ownedBy } from '../store/ownership-read-model.ts';
import type { Notification, NotificationType } from './notification.ts';

export interface NotificationQuery {
  readonly unread?: boolean | undefined;
  readonly before?: number | undefined;
  readonly limit: number;
}

export class NotificationListReadModel {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async list(
    actor: Actor,
    { unread = false, before, limit }: NotificationQuery,
  ): Promise<Notification[]> {
    const rows = await this.#readable(actor)
      .select([
        'notifications.id',
        'notifications.type',
        'documents.path',
        sql<string | null>`coalesce(documents.title, notifications.subject)`.as('title'),
        'documents.status as documentStatus',
        'notifications.actor',
        'notifications.note',
        'notifications.revision',
        'notifications.at',
        'notifications.read_at as readAt',
      ])
      .$if(unread, (query) => query.where('notifications.read_at', 'is', null))
      .$if(before !== undefined, (query) => query.where('notifications.id', '<', before!))
      .orderBy('notifications.id', 'desc')
      .limit(limit)
      .execute();
    return rows.map((row) => ({
      ...row,
      type: row.type as NotificationType,
      documentStatus: row.documentStatus as DocumentStatus | null,
    }));
  }

  async countUnread(actor: Actor): Promise<number> {
    const { unread } = await this.#readable(actor)
      .where('notifications.read_at', 'is', null)
      .select(sql<number>`count(*)`.as('unread'))
      .executeTakeFirstOrThrow();
    return unread;
  }

  #readable(actor: Actor) {
    const { username } = actor;
    const query = this.#db
      .selectFrom('notifications')
      // For each notification: joining all documents would scan them. `offset 0` keeps PostgreSQL from doing so.
      .leftJoinLateral(
        (notified) =>
          notified
            .selectFrom('documents')
            .select(['id', 'path', 'title', 'status', 'deleted_at', 'author', 'assignee'])
            .whereRef('documents.id', '=', 'notifications.document_id')
            .offset(0)
            .as('documents'),
        (join) => join.onTrue(),
      )
      .where('notifications.username', '=', username);
    const reached = reach(actor, 'documents.read');
    const isRead = {
      all: sql<boolean>`true`,
      own: ownedBy(username),
      none: sql<boolean>`false`,
    }[reached];
    return query.where(
      sql<boolean>`(notifications.document_id is null or documents.deleted_at is null and ${isRead})`,
    );
  }
}
