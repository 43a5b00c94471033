import type { Database } from '@galley/database';
import { ownedBy } from '../store/ownership-read-model.ts';

const batchSize = 500;

type Batches<T> = AsyncGenerator<readonly T[], void, undefined>;

/** For the export of a person's own data. A query a batch: memory is bounded, and a slow reader holds no connection. */
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
      .limit(batchSize);
    return inBatches((after: number) => rows.where('id', '>', after).execute(), 0);
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
      .limit(batchSize);
    return inBatches(
      (after: string) => rows.where('editorial_events.id', '>', after).execute(),
      '',
    );
  }
}

async function* inBatches<Row extends { readonly id: unknown }>(
  read: (after: Row['id']) => Promise<Row[]>,
  start: Row['id'],
): Batches<Row> {
  for (let after: Row['id'] = start; ;) {
    const rows = await read(after);
    if (rows.length > 0) yield rows;
    if (rows.length < batchSize) return;
    after = rows.at(-1)!.id;
  }
}
