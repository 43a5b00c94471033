import { sql, type RawBuilder } from 'kysely';
import type { Database } from '@galley/database';
import { maxEvents, type EditorialEvent } from '@galley/editorial';
import type { SuggestedText } from '../document/suggested-text.ts';
import type { Json } from './document-rows.ts';
import type { EditLock } from './edit-lock.ts';

/** Rows beside the document's that a change depends on. */
export interface DocumentContext {
  readonly lock: EditLock | undefined;
  /** Oldest first, as many as a file contains. */
  readonly events: readonly EditorialEvent[];
  /** Users with a working copy. */
  readonly writers: readonly string[];
  /** Users who changed the text in the document's room since it was last saved. */
  readonly roomWriters: readonly string[];
  /** All ever made, whatever became of them (ADD-SUG-3). */
  readonly suggestions: readonly StoredSuggestion[];
}

export interface StoredSuggestion extends SuggestedText {
  readonly id: string;
  readonly author: string;
  readonly isOpen: boolean;
}

export class DocumentContextReadModel {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Call it under the document's lock. */
  async get(documentId: number, now: Date): Promise<DocumentContext> {
    const { rows } = await sql<{ context: ContextRow }>`
      select ${contextOf(sql`${documentId}::bigint`, now)} as context
    `.execute(this.#db);
    return contextFrom(rows[0]!.context);
  }
}

/** SQL: the context as JSON. */
export function contextOf(documentId: RawBuilder<unknown>, now: Date): RawBuilder<ContextRow> {
  return sql`json_build_object(
    'lock', (
      select json_build_object(
        'documentId', document_id, 'holder', holder, 'token', token, 'expiresAt', expires_at
      )
      from document_locks where document_id = ${documentId} and expires_at > ${now}
    ),
    'events', (
      select json_agg(recent order by at, id) from (
        select id, action, actor, at, revision, note, details from editorial_events
        where document_id = ${documentId} order by at desc, id desc limit ${maxEvents}
      ) as recent
    ),
    'writers', array(select username from working_copies where document_id = ${documentId}),
    'roomWriters', array(
      select distinct username from room_writers
      join rooms using (document_id)
      where document_id = ${documentId} and room_writers.last_seq > saved_seq
    ),
    'suggestions', (
      select json_agg(json_build_object(
        'id', id, 'author', author, 'isOpen', state = 'open', 'isAnchored', revision is not null, 'quote', quote, 'prefix', prefix,
        'suffix', suffix, 'replacement', replacement
      ) order by id)
      from comment_threads where document_id = ${documentId} and kind = 'suggestion'
    )
  )`;
}

export function contextFrom({
  lock,
  events,
  writers,
  roomWriters,
  suggestions,
}: ContextRow): DocumentContext {
  return {
    lock: lock ? { ...lock, expiresAt: new Date(lock.expiresAt) } : undefined,
    events: (events ?? []).map((event) => ({ ...event, at: new Date(event.at) })),
    writers,
    roomWriters,
    suggestions: suggestions ?? [],
  };
}

interface ContextRow {
  readonly lock: Json<EditLock> | null;
  readonly events: readonly Json<EditorialEvent>[] | null;
  readonly writers: readonly string[];
  readonly roomWriters: readonly string[];
  readonly suggestions: readonly StoredSuggestion[] | null;
}
