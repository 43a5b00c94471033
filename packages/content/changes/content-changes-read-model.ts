import { DomainEventRepository, type Database } from '@galley/database';
import type { DomainEvent } from '@galley/kernel';

/** People for whom a capability for own documents counts. */
export interface OwnersOfDocument {
  readonly author: string | null;
  readonly assignee: string | null;
}

export interface DocumentEvent {
  readonly event: DomainEvent;
  /** `undefined` if the document is gone: then `owner` of the event's data counts. */
  readonly owners: OwnersOfDocument | undefined;
}

export interface HeldLock extends OwnersOfDocument {
  readonly path: string;
  readonly holder: string;
  readonly expiresAt: Date;
}

const batch = 500;

/** For `ChangeFeed`, which asks a few times a second while somebody follows. */
export class ContentChangesReadModel {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async lastEventId(): Promise<number> {
    const { id } = await this.#db
      .selectFrom('domain_events')
      .select((events) => events.fn.max<number | null>('id').as('id'))
      .executeTakeFirstOrThrow();
    return id ?? 0;
  }

  /** Events about documents, media and builds, in the order of ids, with the last id read. */
  async eventsAfter(id: number): Promise<{ events: DocumentEvent[]; last: number }> {
    const events = await new DomainEventRepository(this.#db).listAfter(id, batch);
    const owners = await this.#ownersOf(events);
    return {
      events: events.map((event) => ({ event, owners: owners.get(documentIdOf(event)) })),
      last: events.at(-1)?.id ?? id,
    };
  }

  async lastNotificationId(): Promise<number> {
    const { id } = await this.#db
      .selectFrom('notifications')
      .select((rows) => rows.fn.max<number | null>('id').as('id'))
      .executeTakeFirstOrThrow();
    return id ?? 0;
  }

  notifiedAfter(id: number): Promise<{ id: number; username: string }[]> {
    return this.#db
      .selectFrom('notifications')
      .select(['id', 'username'])
      .where('id', '>', id)
      .orderBy('id')
      .limit(batch)
      .execute();
  }

  heldLocks(now: Date): Promise<HeldLock[]> {
    return this.#db
      .selectFrom('document_locks')
      .innerJoin('documents', 'documents.id', 'document_locks.document_id')
      .select([
        'documents.path',
        'documents.author',
        'documents.assignee',
        'document_locks.holder',
        'document_locks.expires_at as expiresAt',
      ])
      .where('document_locks.expires_at', '>', now)
      .execute();
  }

  async #ownersOf(events: readonly DomainEvent[]): Promise<Map<number, OwnersOfDocument>> {
    const ids = [...new Set(events.map(documentIdOf))].filter((id) => id > 0);
    if (ids.length === 0) return new Map();
    const rows = await this.#db
      .selectFrom('documents')
      .select(['id', 'author', 'assignee'])
      .where('id', 'in', ids)
      .execute();
    return new Map(rows.map(({ id, ...owners }) => [id, owners]));
  }
}

/** 0 for an event about something else. */
function documentIdOf({ data }: DomainEvent): number {
  const id = data['document_id'];
  return typeof id === 'number' ? id : 0;
}
