import { sql } from 'kysely';
import type { Transaction } from '@galley/database';

interface Column {
  readonly name: string;
  readonly type: string;
  readonly isNullable: boolean;
}

export class RestoredRowsRepository {
  readonly #db: Transaction;
  readonly #table: string;
  readonly #columns: readonly Column[];

  private constructor(db: Transaction, table: string, columns: readonly Column[]) {
    this.#db = db;
    this.#table = table;
    this.#columns = columns;
  }

  static async open(db: Transaction, table: string): Promise<RestoredRowsRepository> {
    const { rows } = await sql<Column>`
      select column_name as name, data_type as type, is_nullable = 'YES' as "isNullable"
      from information_schema.columns
      where table_schema = current_schema() and table_name = ${table} and is_generated = 'NEVER'
      order by ordinal_position
    `.execute(db);
    return new RestoredRowsRepository(db, table, rows);
  }

  /** A `delete` on an empty table could still fire its triggers. */
  async clear(): Promise<void> {
    const table = sql.id(this.#table);
    const { rows } = await sql<{ has: boolean }>`
      select exists (select from ${table}) as has
    `.execute(this.#db);
    if (rows[0]!.has) await sql`delete from ${table}`.execute(this.#db);
  }

  async insert(lines: readonly string[]): Promise<void> {
    const table = sql.id(this.#table);
    const names = sql.join(this.#columns.map(({ name }) => sql.id(name)));
    // In a backup, type `json` is text.
    const values = sql.join(
      this.#columns.map(({ name, type, isNullable }) => {
        if (type === 'json') return sql`(line ->> ${sql.lit(name)})::json`;
        // `jsonb_populate_record` would turn the JSON value null into SQL's null.
        if (type === 'jsonb' && !isNullable) return sql`line -> ${sql.lit(name)}`;
        return sql`filled.${sql.id(name)}`;
      }),
    );
    const texts = this.#columns.filter(({ type }) => type === 'json').map(({ name }) => name);
    await sql`
      insert into ${table} (${names}) overriding system value
      select ${values} from jsonb_array_elements(${`[${lines.join(',')}]`}::jsonb) as line,
        lateral jsonb_populate_record(null::${table}, line - ${sql.val(texts)}::text[]) as filled
    `.execute(this.#db);
  }

  static async forget(db: Transaction, facts: readonly string[]): Promise<void> {
    await db.deleteFrom('project_facts').where('name', 'in', facts).execute();
  }

  static async count(db: Transaction): Promise<{ documents: number; history: number }> {
    const { rows } = await sql<{ documents: number; history: number }>`
      select (select count(*)::int from documents where deleted_at is null) as documents,
        (select count(*)::int from document_history) as history
    `.execute(db);
    return rows[0]!;
  }

  static async administrators(db: Transaction): Promise<string[]> {
    const rows = await db
      .selectFrom('users')
      .select('username')
      .where('role', '=', 'admin')
      .where('enabled', '=', true)
      .orderBy('username')
      .execute();
    return rows.map(({ username }) => username);
  }
}

export async function tablesInUse(db: Transaction, tables: readonly string[]): Promise<string[]> {
  const used: string[] = [];
  for (const table of tables) {
    const { rows } = await sql<{ has: boolean }>`
      select exists (select from ${sql.id(table)}) as has
    `.execute(db);
    if (rows[0]!.has) used.push(table);
  }
  return used;
}
