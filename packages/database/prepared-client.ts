import { sql, type RawBuilder } from 'kysely';
import pg from 'pg';

const marked = /^\s*\/\* prepared: (\w+) \*\//;

export class PreparedClient extends pg.Client {
  override query(...given: unknown[]): never {
    const [text, values, ...others] = given;
    const name = typeof text === 'string' ? marked.exec(text)?.[1] : undefined;
    const asked = name === undefined ? given : [{ name, text, values }, ...others];
    return (super.query as (...args: unknown[]) => never)(...asked);
  }
}

/** For frequent statements that are slow to plan. Text must always be the same under a name, and list its columns. */
export function prepared(name: string): RawBuilder<unknown> {
  return sql.raw(`/* prepared: ${name} */`);
}
