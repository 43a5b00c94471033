import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { Database, Transaction } from './database.ts';
import { migrations } from './migrations/index.ts';
import { withSchemaLock } from './schema-lock.ts';

export interface SchemaContents {
  readonly tables: readonly string[];
  readonly connections: number;
}

export async function inspectSchema(db: Database | Transaction): Promise<SchemaContents> {
  const { rows } = await sql<SchemaContents>`
    select
      array(
        select relname::text from pg_class
        where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'm')
        order by relname
      ) as tables,
      (
        select count(*)::int from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()
          and application_name in ('galley', 'galley notifications', 'galley probe')
      ) as connections
  `.execute(db);
  return rows[0]!;
}

export interface SchemaRebuild {
  /** Tables that may be dropped; the schema must hold no others. */
  readonly tables: readonly string[];
  /** Migration whose schema `load` expects. */
  readonly upTo: string;
  readonly load: (transaction: Transaction) => Promise<void>;
}

/** In one transaction, recreates the schema, loads the data, migrates, and only then checks foreign keys. */
export async function rebuildSchema(owner: Database, rebuild: SchemaRebuild): Promise<void> {
  await withSchemaLock(owner, (connection) =>
    connection.transaction().execute(async (transaction) => {
      await dropSchemaContents(transaction, rebuild.tables);
      const migrator = new Migrator({
        db: transaction,
        provider: { getMigrations: () => Promise.resolve(migrations) },
      });
      await succeed(migrator.migrateTo(rebuild.upTo));
      const references = await dropReferences(transaction);
      await rebuild.load(transaction);
      for (const reference of references) await sql.raw(reference).execute(transaction);
      await advanceSequences(transaction);
      await succeed(migrator.migrateToLatest());
    }),
  );
}

async function succeed(migrating: ReturnType<Migrator['migrateToLatest']>): Promise<void> {
  const { error } = await migrating;
  if (error !== undefined) throw error as Error;
}

/** Drops tables, sequences and functions of the migrations; objects of extensions stay. */
async function dropSchemaContents(
  transaction: Transaction,
  tables: readonly string[],
): Promise<void> {
  for (const table of tables)
    await sql`drop table if exists ${sql.id(table)} cascade`.execute(transaction);
  const { rows } = await sql<{ statement: string }>`
    select format('drop function %s cascade', oid::regprocedure) as statement from pg_proc
    where pronamespace = current_schema()::regnamespace
      and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
    union all
    select format('drop sequence %s', oid::regclass) from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'S'
      and not exists (select from pg_depend where objid = pg_class.oid and deptype in ('e', 'a', 'i'))
  `.execute(transaction);
  for (const { statement } of rows) await sql.raw(statement).execute(transaction);
}

/** Returns the statements that restore them. */
async function dropReferences(transaction: Transaction): Promise<string[]> {
  const { rows } = await sql<{ drop: string; add: string }>`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname,
        pg_get_constraintdef(oid)) as add
    from pg_constraint
    where contype = 'f' and connamespace = current_schema()::regnamespace and conparentid = 0
  `.execute(transaction);
  for (const { drop } of rows) await sql.raw(drop).execute(transaction);
  return rows.map(({ add }) => add);
}

async function advanceSequences(transaction: Transaction): Promise<void> {
  const { rows } = await sql<{ statement: string }>`
    select format('select setval(%L, greatest((select max(%I) from %s), 1))',
      pg_get_serial_sequence(attrelid::regclass::text, attname), attname, attrelid::regclass
    ) as statement
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = current_schema()::regnamespace and relkind = 'r' and attidentity <> ''
      and not attisdropped
  `.execute(transaction);
  for (const { statement } of rows) await sql.raw(statement).execute(transaction);
}
