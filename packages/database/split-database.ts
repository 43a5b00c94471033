import { Kysely, type ConnectionBuilder, type Dialect } from 'kysely';
import type { Schema } from './schema.ts';

/** Work that asks for its own connection (`connection()`), as advisory locks do, bypasses the pooler. */
export class SplitDatabase extends Kysely<Schema> {
  readonly #direct: Kysely<Schema>;

  constructor(dialect: Dialect, direct: Kysely<Schema>) {
    super({ dialect });
    this.#direct = direct;
  }

  override connection(): ConnectionBuilder<Schema> {
    return this.#direct.connection();
  }

  override async destroy(): Promise<void> {
    await Promise.all([super.destroy(), this.#direct.destroy()]);
  }
}
