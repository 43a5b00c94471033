import type { Database } from '@galley/database';
import { inBatches } from '@galley/kernel';
import { ownedBy } from '../store/ownership-read-model.ts';

const size = 500;

/** For the export of a person's own data (ADD-ACC-9). */
export class PersonalWorkReadModel {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Documents that the person owns or is assigned. */
  documents(username: string) {
    const rows = this.#db
      .selectFrom('documents')
      .select(['id', 'path', 'title', 'status', 'author', 'assignee'])
      .where('deleted_at', 'is', null)
      .where(ownedBy(username))
      .orderBy('id')
      .limit(size);
    return inBatches((after: number) => rows.where('id', '>', after).execute(), { start: 0, size });
  }

  /** Reviews, decisions and comments of the person. */
  editorialActions(username: string) {
    const rows = this.#db
      .selectFrom('editorial_events')
      .innerJoin('documents', 'documents.id', 'editorial_events.document_id')
      .select([
        'editorial_events.id',
        'documents.path',
        'editorial_events.at',
        'editorial_events.action',
        'editorial_events.revision',
        'editorial_events.note',
      ])
      .where('editorial_events.actor', '=', username)
      .orderBy('editorial_events.id')
      .limit(size);
    return inBatches((after: string) => rows.where('editorial_events.id', '>', after).execute(), {
      start: '',
      size,
    });
  }
}
