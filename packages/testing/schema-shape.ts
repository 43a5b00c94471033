import { sql } from 'kysely';
import type { Database } from '@galley/database';

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly hasDefault: boolean;
}

interface Condition {
  readonly table: string;
  readonly name: string;
  readonly columns: readonly string[];
  readonly isUniqueness: boolean;
  readonly definition: string;
}

export interface SchemaShape {
  readonly columns: readonly Column[];
  readonly conditions: readonly Condition[];
  readonly functions: readonly string[];
}

export async function shapeOfSchema(db: Database): Promise<SchemaShape> {
  const columns = await sql<Column>`
    select of_table.relname as "table", attname as name, format_type(atttypid, atttypmod) as type,
      attnotnull as "isRequired",
      atthasdef or attidentity <> '' or attgenerated <> '' as "hasDefault"
    from pg_attribute join pg_class as of_table on of_table.oid = attrelid
    where of_table.relnamespace = current_schema()::regnamespace and of_table.relkind = 'r'
      and attnum > 0 and not attisdropped
    order by of_table.relname, attnum
  `.execute(db);
  const conditions = await sql<Condition>`
    select of_table.relname as "table", conname as name, contype in ('u', 'p') as "isUniqueness",
      array(select attname::text from pg_attribute where attrelid = conrelid and attnum = any(conkey)) as columns,
      pg_get_constraintdef(pg_constraint.oid) as definition
    from pg_constraint join pg_class as of_table on of_table.oid = conrelid
    where of_table.relnamespace = current_schema()::regnamespace and contype in ('c', 'u', 'p', 'f', 'x')
    union all
    select of_table.relname, index.relname, true,
      array(select attname::text from pg_attribute where attrelid = indrelid and attnum = any(indkey::int2[])),
      substring(pg_get_indexdef(indexrelid) from ' USING .*')
    from pg_index
    join pg_class as of_table on of_table.oid = indrelid
    join pg_class as index on index.oid = indexrelid
    where of_table.relnamespace = current_schema()::regnamespace and indisunique
      and not exists (select from pg_constraint where conindid = indexrelid)
  `.execute(db);
  const functions = await sql<{ name: string }>`
    select proname || '(' || pg_get_function_identity_arguments(oid) || ')' as name from pg_proc
    where pronamespace = current_schema()::regnamespace and prorettype <> 'trigger'::regtype
  `.execute(db);
  return {
    columns: columns.rows,
    conditions: conditions.rows,
    functions: functions.rows.map(({ name }) => name),
  };
}

/** A sentence per thing that a program for the old schema can no longer do; additions are compatible. */
export function narrowings(before: SchemaShape, after: SchemaShape): string[] {
  return [
    ...takenAway(before, after),
    ...demanded(before, after),
    ...before.functions
      .filter((name) => !after.functions.includes(name))
      .map((name) => `the function ${name} is gone`),
  ];
}

const tablesOf = ({ columns }: SchemaShape) => new Set(columns.map(({ table }) => table));

const fullName = ({ table, name }: Pick<Column, 'table' | 'name'>): string => `${table}.${name}`;

function takenAway(before: SchemaShape, after: SchemaShape): string[] {
  const tables = tablesOf(after);
  const columns = new Map(after.columns.map((column) => [fullName(column), column]));
  const kept = before.columns.filter(({ table }) => tables.has(table));
  const changes = kept.flatMap((column) => {
    const name = fullName(column);
    const now = columns.get(name);
    if (!now) return [`the column ${name} is gone`];
    if (now.type !== column.type)
      return [`the column ${name} is ${now.type}, and was ${column.type}`];
    return now.isRequired && !column.isRequired
      ? [`the column ${name} no longer accepts null`]
      : [];
  });
  const same = (one: Condition) => (other: Condition) =>
    one.table === other.table && one.isUniqueness && one.definition === other.definition;
  return [
    ...[...tablesOf(before)]
      .filter((table) => !tables.has(table))
      .map((table) => `the table ${table} is gone`),
    ...changes,
    // An upsert names it in `on conflict`.
    ...before.conditions
      .filter(
        (one) => one.isUniqueness && tables.has(one.table) && !after.conditions.some(same(one)),
      )
      .map(({ table, name }) => `the uniqueness constraint ${name} of ${table} is gone`),
  ];
}

function demanded(before: SchemaShape, after: SchemaShape): string[] {
  const tables = tablesOf(before);
  const columns = new Set(before.columns.map(fullName));
  const conditions = new Set(before.conditions.map(fullName));
  return [
    ...after.columns
      .filter((one) => tables.has(one.table) && !columns.has(fullName(one)))
      .filter(({ isRequired, hasDefault }) => isRequired && !hasDefault)
      .map((one) => `the column ${fullName(one)} is new, rejects null and has no default`),
    ...after.conditions
      .filter((one) => tables.has(one.table) && !conditions.has(fullName(one)))
      .filter(({ table, columns: names }) =>
        names.some((name) => columns.has(fullName({ table, name }))),
      )
      .map(({ table, name }) => `${name} rejects rows of ${table} that were accepted before`),
  ];
}
