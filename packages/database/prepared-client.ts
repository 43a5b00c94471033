import { sql, type RawBuilder } from 'kysely';
import pg from 'pg';

const marked = /^\s*\/\* prepared: (\w+) \*\//;

/** Client that prepares statements marked by `prepared`, once per connection. */
export class PreparedClient extends pg.Client {
  override query(...given: unknown[]): never {
    const [text, values, ...others] = given;
    const name = typeof text === 'string' ? marked.exec(text)?.[1] : undefined;
    const asked = name === undefined ? given : [{ name, text, values }, ...others];
    return (super.query as (...args: unknown[]) => never)(...asked);
  }
}

/**
 * Prefix for frequent statements whose planning takes as long as running them. The text must always be the same under
 * one name, and must list its result columns.
 */
export function prepared(name: string): RawBuilder<unknown> {
  return sql.raw(`/* prepared: ${name} */`);
}
