import { sql, type RawBuilder } from 'kysely';
import type { Database, DocumentRow } from '@galley/database';
import type { EditorialEvent } from '@galley/editorial';
import type { HistoryEntry } from '../document/document.ts';
import { textChangeOf, type TextChange } from '../document/text-change.ts';
import { contributorsTo } from './contributors-read-model.ts';
import { firstWithText } from './history-read-model.ts';
import { isMovingToTrash, type FoundRow } from '../store/document-repository.ts';
import { documentColumns, indexedDocument, type Json } from '../store/document-rows.ts';
import type { EditLock } from '../store/edit-lock.ts';
import type { ReconciledDocument } from '../store/reconciled-document.ts';
import type { WorkingCopyState } from '../store/working-copy.ts';

/** Everything beside the text that an open document shows. */
export interface DocumentDetails {
  /** Newest first, at most 100. */
  readonly events: readonly EditorialEvent[];
  /** To the current revision (ADD-IND-1). */
  readonly contributors: readonly string[];
  readonly lastChange: TextChange | null;
  readonly lock: EditLock | null;
  /** The reader's own. */
  readonly workingCopy: WorkingCopyState | null;
  /** Day on which it is due (ADD-CAL-2). */
  readonly dueOn: string | null;
  /** Display names of the people in the document and in these details, by username. */
  readonly names: Readonly<Record<string, string>>;
}

export interface DetailedDocument extends ReconciledDocument {
  readonly details: DocumentDetails;
}

export interface DetailedRow extends FoundRow {
  readonly details: DocumentDetails | undefined;
}

interface Reader {
  readonly username: string;
  readonly now: Date;
}

const maxListedEvents = 100;
/** As text, which Kysely need not compile for each reader. */
const columns = sql.raw(documentColumns.join(', '));

/** Reads a document with its details in a single statement. */
export class DocumentDetailsReadModel {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async findByPath(path: string, reader: Reader): Promise<DetailedRow> {
    const isWanted = sql`documents.path = ${path} and documents.deleted_at is null`;
    const row = await this.#find(isWanted, reader);
    if (!row) return { indexed: undefined, isTrashing: false, details: undefined };
    return {
      indexed: indexedDocument(row),
      isTrashing: row.is_trashing,
      details: detailsFrom(row),
    };
  }

  async get(documentId: number, reader: Reader): Promise<DocumentDetails> {
    return detailsFrom((await this.#find(sql`documents.id = ${documentId}`, reader))!);
  }

  async #find(
    isWanted: RawBuilder<unknown>,
    { username, now }: Reader,
  ): Promise<DetailsRow | undefined> {
    const { rows } = await sql<DetailsRow>`
      select ${columns},
        ${isMovingToTrash()} as is_trashing,
        happened.events, involved.contributors, changed.last_change, held.lock, typed.working_copy,
        (select due_on::text from deadlines where document_id = documents.id) as due_on,
        (
          select json_object_agg(users.username, users.name) from users
          where users.name <> '' and users.username in (
            select unnest(array[
              documents.author, documents.last_editor, documents.assignee, documents.reviewer,
              documents.approved_by, documents.first_approved_by,
              held.lock ->> 'holder', changed.last_change ->> 'author'
            ])
            union select unnest(involved.contributors)
            union select event ->> 'actor' from json_array_elements(happened.events) as event
            union select detail.value #>> '{}' from json_array_elements(happened.events) as event
              cross join json_each(event -> 'details') as detail
              where json_typeof(detail.value) = 'string'
          )
        ) as names
      from documents
      cross join lateral (
        select coalesce(json_agg(recent order by at desc, id desc), '[]') as events from (
          select id, action, actor, at, revision, note, details from editorial_events
          where document_id = documents.id order by at desc, id desc limit ${maxListedEvents}
        ) as recent
      ) as happened
      cross join lateral (
        select array(${contributorsTo(sql.ref('documents.id'))}) as contributors
        -- Otherwise PostgreSQL plans and runs it once per use.
        offset 0
      ) as involved
      left join lateral (
        select to_json(first) as last_change from (
          ${firstWithText(sql.ref('documents.id'))}
        ) as first
      ) as changed on true
      left join lateral (
        select json_build_object(
          'documentId', document_id, 'holder', holder, 'token', token, 'expiresAt', expires_at
        ) as lock
        from document_locks where document_id = documents.id and expires_at > ${now}
      ) as held on true
      left join lateral (
        select json_build_object(
          'baseRevision', base_revision, 'savedAt', saved_at,
          'isStale', documents.revision is distinct from base_revision
        ) as working_copy
        from working_copies where document_id = documents.id and username = ${username}
      ) as typed on true
      where ${isWanted}
    `.execute(this.#db);
    return rows[0];
  }
}

interface DetailsRow extends DocumentRow {
  readonly is_trashing: boolean;
  readonly events: readonly Json<EditorialEvent>[];
  readonly contributors: readonly string[];
  readonly last_change: Json<Pick<HistoryEntry, 'kind' | 'author' | 'at'>> | null;
  readonly lock: Json<NonNullable<DocumentDetails['lock']>> | null;
  readonly working_copy: Json<WorkingCopyState> | null;
  readonly due_on: string | null;
  readonly names: Readonly<Record<string, string>> | null;
}

function detailsFrom(row: DetailsRow): DocumentDetails {
  const { contributors, names, lock, last_change: change, working_copy: copy } = row;
  return {
    events: row.events.map((event) => ({ ...event, at: new Date(event.at) })),
    contributors,
    lastChange: change && textChangeOf({ ...change, at: new Date(change.at) }),
    lock: lock && { ...lock, expiresAt: new Date(lock.expiresAt) },
    workingCopy: copy && { ...copy, savedAt: new Date(copy.savedAt) },
    dueOn: row.due_on,
    names: names ?? {},
  };
}
