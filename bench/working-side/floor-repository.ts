import { Pool, type PoolConfig } from 'pg';

const databaseName = 'bench_floor';

/** Does in PostgreSQL what a read and a save need at least, in a database of its own. */
export class FloorRepository {
  static readonly database = databaseName;
  readonly #pool: Pool;

  private constructor(address: PoolConfig) {
    const options = '-c synchronous_commit=on';
    this.#pool = new Pool({ ...address, database: databaseName, options, max: 10 });
  }

  static async create(
    owner: PoolConfig,
    { documents, body }: { readonly documents: number; readonly body: string },
  ): Promise<FloorRepository> {
    const server = new Pool({ ...owner, max: 1 });
    await server.query(`create database ${databaseName}`);
    await server.end();
    const repository = new FloorRepository(owner);
    await repository.#fill(documents, body);
    return repository;
  }

  async read(id: number): Promise<object> {
    const { rows } = await this.#pool.query<object>({
      name: 'read',
      text: 'select * from documents where id = $1',
      values: [id],
    });
    return rows[0]!;
  }

  async write(id: number, body: string): Promise<void> {
    const client = await this.#pool.connect();
    try {
      await client.query('begin');
      await client.query({
        name: 'update',
        text: 'update documents set body = $2, revision = md5($2), updated_at = now() where id = $1',
        values: [id, body],
      });
      await client.query({
        name: 'history',
        text: 'insert into history (document_id, at, bytes) values ($1, now(), $2)',
        values: [id, Buffer.from(body)],
      });
      await client.query({
        name: 'event',
        text: "insert into events (type, at, data) values ('document.updated', now(), $1)",
        values: [JSON.stringify({ document_id: id })],
      });
      await client.query('commit');
    } finally {
      client.release();
    }
  }

  close(): Promise<void> {
    return this.#pool.end();
  }

  async #fill(documents: number, body: string): Promise<void> {
    await this.#pool.query(`
      create table documents (
        id bigint primary key, path text not null unique, title text not null, body text not null,
        revision text not null, updated_at timestamptz not null
      );
      create table history (
        id bigint generated always as identity primary key, document_id bigint not null,
        at timestamptz not null, bytes bytea not null
      );
      create index on history (document_id, id);
      create table events (
        id bigint generated always as identity primary key, type text not null,
        at timestamptz not null, data jsonb not null
      )
    `);
    await this.#pool.query(
      `insert into documents
        select number, 'posts/document-' || number || '.md', 'Title ' || number, $2, md5(number::text), now()
        from generate_series(1, $1::int) number`,
      [documents, body],
    );
    await this.#pool.query('vacuum analyze documents');
  }
}
