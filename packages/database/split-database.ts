import { Kysely, type ConnectionBuilder, type Dialect } from 'kysely';
import type { Schema } from './schema.ts';

/**
 * A database that is reached by two ways: through a pooler, where a connection is the caller's for one transaction, and
 * straight. Work that asks for a connection of its own (`connection()`), as all that takes advisory locks does, gets a
 * straight one.
 */
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
