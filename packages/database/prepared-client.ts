import { sql, type RawBuilder } from 'kysely';
import pg from 'pg';

const marked = /^\s*\/\* prepared: (\w+) \*\//;

/** A client that has statements prepared that say so by `prepared`: once for each connection. */
export class PreparedClient extends pg.Client {
  override query(...given: unknown[]): never {
    const [text, values, ...others] = given;
    const name = typeof text === 'string' ? marked.exec(text)?.[1] : undefined;
    const asked = name === undefined ? given : [{ name, text, values }, ...others];
    return (super.query as (...args: unknown[]) => never)(...asked);
  }
}

/**
 * Stands at the beginning of a statement that is asked for very often, and whose plan takes as long to make as it takes
 * to run: its text must always be the same under one name, and name the columns that it gives.
 */
export function prepared(name: string): RawBuilder<unknown> {
  return sql.raw(`/* prepared: ${name} */`);
}
