import pg from 'pg';

/** Bounds the memory of each PostgreSQL session: `in` lists and multi-row inserts have a text per length. */
const maxStatements = 400;
const usesBeforePreparing = 3;

/** The server refuses a prepared `select *` once a migration has added a column. */
const allColumns = /(?:select|returning|\.) ?\*/;

const uses = new Map<string, number>();
const names = new Map<string, string>();

/** Prepares frequent statements, so that PostgreSQL parses and plans them once per connection. */
export class PreparedClient extends pg.Client {
  override query(...given: unknown[]): never {
    const [text, values, ...others] = given;
    const name =
      typeof text === 'string' && Array.isArray(values) && values.length > 0
        ? nameOf(text)
        : undefined;
    const asked = name === undefined ? given : [{ name, text, values }, ...others];
    return (super.query as (...args: unknown[]) => never)(...asked);
  }
}

/** Undefined for a statement that is not prepared. */
function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size === maxStatements) return known;
  const count = (uses.get(text) ?? 0) + 1;
  if (count < usesBeforePreparing) {
    if (uses.size > 10 * maxStatements) uses.clear();
    uses.set(text, count);
    return undefined;
  }
  uses.delete(text);
  if (allColumns.test(text) || text.includes(plannedEachTime)) return undefined;
  const name = `galley_${names.size}`;
  names.set(text, name);
  return name;
}

/** Belongs in statements whose best plan depends on the values. */
export const plannedEachTime = '/* planned each time */';
