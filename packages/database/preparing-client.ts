import pg from 'pg';

/** Bounds the memory of each PostgreSQL session: `in` lists and multi-row inserts have a text per length. */
const maxStatements = 300;
/** Statements of every request reach it first. */
const usesBeforePreparing = 10;
const maxCounted = 5_000;

/** The server refuses a prepared `select *` once a migration has added a column. */
const allColumns = /(?:select|returning|\.) ?\*/;

/** For one pool. Prepares frequent statements, so that PostgreSQL parses and plans them once per connection. */
export function preparingClient(): typeof pg.Client {
  const statements = new FrequentStatements();
  return class PreparingClient extends pg.Client {
    override query(...given: unknown[]): never {
      const [text, values, ...others] = given;
      const name =
        typeof text === 'string' && Array.isArray(values) && values.length > 0
          ? statements.nameOf(text)
          : undefined;
      const asked = name === undefined ? given : [{ name, text, values }, ...others];
      return (super.query as (...args: unknown[]) => never)(...asked);
    }
  };
}

class FrequentStatements {
  readonly #uses = new Map<string, number>();
  readonly #names = new Map<string, string>();

  /** Undefined for a statement that is not prepared. */
  nameOf(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined || this.#names.size === maxStatements) return known;
    if (!this.#isFrequent(text)) return undefined;
    if (allColumns.test(text)) return undefined;
    const name = `galley_${this.#names.size}`;
    this.#names.set(text, name);
    return name;
  }

  #isFrequent(text: string): boolean {
    const count = (this.#uses.get(text) ?? 0) + 1;
    if (this.#uses.size === maxCounted) this.#uses.clear();
    this.#uses.set(text, count);
    return count >= usesBeforePreparing;
  }
}
