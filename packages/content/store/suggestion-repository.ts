import type { Database, Transaction } from '@galley/database';

/** Suggestions as the store of documents needs them; `comments/` has the rest. */
export class SuggestionRepository {
  readonly #db: Database | Transaction;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  acceptance(ids: readonly string[], { by, at }: { readonly by: string; readonly at: Date }) {
    return this.#db
      .updateTable('comment_threads')
      .set({ state: 'accepted', decided_by: by, decided_at: at })
      .where('id', 'in', ids)
      .where('kind', '=', 'suggestion')
      .where('state', '=', 'open');
  }
}
