import type { Database, Transaction } from '@galley/database';

export interface MediaMove {
  readonly id: string;
  readonly source: string;
  readonly target: string;
}

/** File moves whose rows are already moved. */
export class MediaMoveRepository {
  readonly #db: Database | Transaction;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  async insert(move: MediaMove): Promise<void> {
    await this.#db.insertInto('media_moves').values(move).execute();
  }

  /** Oldest first. */
  list(): Promise<MediaMove[]> {
    return this.#db.selectFrom('media_moves').selectAll().orderBy('id').execute();
  }

  listOf(source: string, target: string): Promise<MediaMove[]> {
    return this.#db
      .selectFrom('media_moves')
      .selectAll()
      .where('source', '=', source)
      .where('target', '=', target)
      .orderBy('id')
      .execute();
  }

  async remove(id: string): Promise<void> {
    await this.#db.deleteFrom('media_moves').where('id', '=', id).execute();
  }
}
