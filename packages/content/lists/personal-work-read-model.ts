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

  comments(username: string) {
    const rows = this.#db
      .selectFrom('comments')
      .innerJoin('comment_threads', 'comment_threads.id', 'comments.thread_id')
      .innerJoin('documents', 'documents.id', 'comment_threads.document_id')
      .select(['comments.id', 'documents.path', 'comments.created_at as at', 'comments.body'])
      .where('comments.author', '=', username)
      .orderBy('comments.id')
      .limit(size);
    return inBatches((after: string) => rows.where('comments.id', '>', after).execute(), {
      start: '',
      size,
    });
  }

  /** Also those that are decided or withdrawn. */
  suggestions(username: string) {
    const rows = this.#db
      .selectFrom('comment_threads')
      .innerJoin('documents', 'documents.id', 'comment_threads.document_id')
      .select([
        'comment_threads.id',
        'documents.path',
        'comment_threads.created_at as at',
        'comment_threads.state',
        'comment_threads.replacement',
      ])
      .where('comment_threads.author', '=', username)
      .where('comment_threads.kind', '=', 'suggestion')
      .orderBy('comment_threads.id')
      .limit(size);
    return inBatches((after: string) => rows.where('comment_threads.id', '>', after).execute(), {
      start: '',
      size,
    });
  }
}
