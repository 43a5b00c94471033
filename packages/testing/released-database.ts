import { sql, type RawBuilder } from 'kysely';
import { Migrator } from 'kysely/migration';
import { migrations, type Database } from '@galley/database';

export interface ReleasedDatabase {
  readonly migrations: readonly string[];
  /** Rows of each table as JSON, without generated columns. */
  readonly tables: Readonly<Record<string, readonly object[]>>;
}

interface Column {
  readonly table: string;
  readonly name: string;
  readonly isIdentity: boolean;
  readonly isGenerated: boolean;
  /** Required: not null, without default. */
  readonly isNeeded: boolean;
  readonly type: string;
  /** Column `table(name)` that it references. */
  readonly parent: { readonly table: string; readonly name: string } | null;
  /** Last text that a check constraint allows: among states, the final one. */
  readonly allowed: string | null;
}

export async function keepDatabase(db: Database): Promise<ReleasedDatabase> {
  const tables: Record<string, object[]> = {};
  for (const [table, columns] of await columnsOf(db)) {
    if (isOfMigrator(table)) continue;
    const generated = columns.filter(({ isGenerated }) => isGenerated).map(({ name }) => name);
    const { rows } = await sql<{ row: object }>`
      select to_jsonb(kept) - ${sql.val(generated)}::text[] as row from ${sql.id(table)} as kept
      order by (to_jsonb(kept) - ${sql.val(generated)}::text[])::text
    `.execute(db);
    tables[table] = rows.map(({ row }) => row);
  }
  const { rows } = await sql<{
    name: string;
  }>`select name from kysely_migration order by name`.execute(db);
  return { migrations: rows.map(({ name }) => name), tables };
}

export async function restoreReleasedDatabase(
  db: Database,
  released: ReleasedDatabase,
): Promise<void> {
  await sql`drop schema public cascade`.execute(db);
  await sql`create schema public`.execute(db);
  await migrateTo(db, released.migrations.at(-1)!);
  const columns = await columnsOf(db);
  await db.transaction().execute(async (transaction) => {
    // Disables triggers and foreign keys, so that rows can be inserted in any order.
    await sql`set local session_replication_role = replica`.execute(transaction);
    for (const [table, rows] of Object.entries(released.tables)) {
      const name = sql.id(table);
      // A migration may have inserted rows.
      await sql`delete from ${name}`.execute(transaction);
      const given = columns.get(table)!.filter(({ isGenerated }) => !isGenerated);
      const names = sql.join(given.map((column) => sql.id(column.name)));
      await sql`
        insert into ${name} (${names}) overriding system value
        select ${names} from jsonb_populate_recordset(null::${name}, ${JSON.stringify(rows)}::jsonb)
      `.execute(transaction);
      for (const column of given.filter(({ isIdentity }) => isIdentity)) {
        const sequence = sql`pg_get_serial_sequence(${`"${table}"`}, ${column.name})`;
        await sql`
          select setval(${sequence}, greatest((select max(${sql.id(column.name)}) from ${name}), 1))
        `.execute(transaction);
      }
    }
  });
}

export async function migrateTo(db: Database, name: string): Promise<void> {
  const provider = { getMigrations: () => Promise.resolve(migrations) };
  const { error } = await new Migrator({ db, provider }).migrateTo(name);
  if (error !== undefined) throw error as Error;
}

export async function countRows(db: Database): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const table of (await columnsOf(db)).keys()) {
    const { rows } = await sql<{ count: number }>`select count(*) from ${sql.id(table)}`.execute(
      db,
    );
    counts.set(table, rows[0]!.count);
  }
  return counts;
}

/** Inserts a row into each empty table except `but`: tables that only agents or other machines write. */
export async function fillEmptyTables(db: Database, but: readonly string[]): Promise<void> {
  const all = await columnsOf(db);
  const counts = [...(await countRows(db))].filter(([table]) => !but.includes(table));
  const empty = new Set(counts.filter(([, count]) => count === 0).map(([table]) => table));
  while (empty.size > 0) {
    const isWaiting = (columns: readonly Column[]): boolean =>
      columns.some(({ isNeeded, parent }) => isNeeded && parent && empty.has(parent.table));
    const next = [...empty].find((table) => !isWaiting(all.get(table)!))!;
    const needed = all.get(next)!.filter(({ isNeeded }) => isNeeded);
    const names = sql.join(needed.map(({ name }) => sql.id(name)));
    const values = sql.join(needed.map(valueFor));
    await sql`insert into ${sql.id(next)} (${names}) values (${values})`.execute(db);
    empty.delete(next);
  }
}

function valueFor({ type, parent, allowed }: Column): RawBuilder<unknown> {
  if (parent)
    return sql`(select ${sql.id(parent.name)} from ${sql.id(parent.table)} order by 1 limit 1)`;
  if (type.endsWith('[]')) return sql`'{}'`;
  if (type === 'bytea') return sql`'\\x00'`;
  if (type.startsWith('timestamp') || type === 'date') return sql`now()`;
  if (type === 'json' || type === 'jsonb') return sql`'{}'`;
  if (type === 'boolean') return sql`false`;
  return type === 'text' ? sql`${allowed ?? 'kept'}::text` : sql`1`;
}

const isOfMigrator = (table: string): boolean => table.startsWith('kysely_');

async function columnsOf(db: Database): Promise<ReadonlyMap<string, readonly Column[]>> {
  const { rows } = await sql<Column>`
    select of_table.relname as "table", attname as name, attidentity <> '' as "isIdentity",
      attgenerated <> '' as "isGenerated",
      attnotnull and not atthasdef and attidentity = '' as "isNeeded",
      format_type(atttypid, atttypmod) as type,
      (
        select jsonb_build_object('table', confrelid::regclass::text, 'name', (
          select parent.attname from pg_attribute as parent
          where parent.attrelid = confrelid and parent.attnum = confkey[array_position(conkey, one.attnum)]))
        from pg_constraint where contype = 'f' and conrelid = attrelid and one.attnum = any(conkey) limit 1
      ) as parent,
      (
        select substring(pg_get_constraintdef(oid) from '.*''([^'']+)''::text')
        from pg_constraint where contype = 'c' and conrelid = attrelid and conkey = array[one.attnum] limit 1
      ) as allowed
    from pg_attribute as one
    join pg_class as of_table on of_table.oid = attrelid
    where of_table.relnamespace = current_schema()::regnamespace and of_table.relkind = 'r'
      and attnum > 0 and not attisdropped
    order by of_table.relname, attnum
  `.execute(db);
  return Map.groupBy(rows, ({ table }) => table);
}
