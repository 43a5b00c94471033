import { Pool, type PoolConfig } from 'pg';

/** Reads the row of a document by its path with one prepared statement: the minimum that any program needs. */
export class RowReadModel {
  readonly #pool: Pool;

  constructor(address: PoolConfig) {
    this.#pool = new Pool({ ...address, max: 10 });
  }

  async find(path: string): Promise<object | undefined> {
    const { rows } = await this.#pool.query<object>({
      name: 'row of a document',
      text: `
        select path, type, lang, title, url, summary, author, date, taxonomies, body, revision, published_at
        from published_documents where path = $1
      `,
      values: [path],
    });
    return rows[0];
  }

  close(): Promise<void> {
    return this.#pool.end();
  }
}
