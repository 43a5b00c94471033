import { sql, type RawBuilder } from 'kysely';
import type { Database, Transaction } from './database.ts';
import { guardedTables, isMighty } from './guarded-tables.ts';
import { databaseProblems } from './problems.ts';
import { withSchemaLock } from './schema-lock.ts';

/**
 * Grants insert and select alone on guarded tables. The owner runs it after each migration; concurrent runs are safe.
 * @throws `unavailable` when the role has too many rights from elsewhere
 */
export async function grantApplication(owner: Database, role: string): Promise<void> {
  await withSchemaLock(owner, async (connection) => {
    // A single transaction, so that a running process never lacks its rights.
    await connection.transaction().execute(async (transaction) => {
      for (const statement of statementsFor(await findPlace(transaction), role))
        await statement.execute(transaction);
      await rejectPrivilegedRole(transaction, role);
    });
  });
}

interface Place {
  readonly database: string;
  readonly schema: string;
}

async function findPlace(db: Database): Promise<Place> {
  const { rows } = await sql<Place>`
    select current_database() as database, current_schema() as schema
  `.execute(db);
  return rows[0]!;
}

function statementsFor({ database, schema: name }: Place, roleName: string): RawBuilder<unknown>[] {
  const [schema, role] = [sql.id(name), sql.id(roleName)];
  const guarded = sql.join(guardedTables.map((table) => sql.id(name, table)));
  const prune = sql`${sql.id(name, 'prune_audit_entries')}(timestamptz)`;
  const history = sql`${sql.id(name, 'kysely_migration')}, ${sql.id(name, 'kysely_migration_lock')}`;
  return [
    sql`grant connect on database ${sql.id(database)} to ${role}`,
    // A temporary table would shadow a guarded one for later requests on the same connection.
    sql`revoke temporary on database ${sql.id(database)} from public, ${role}`,
    sql`revoke create on schema ${schema} from public, ${role}`,
    sql`grant usage on schema ${schema} to ${role}`,
    sql`grant select, insert, update, delete on all tables in schema ${schema} to ${role}`,
    sql`grant usage, select on all sequences in schema ${schema} to ${role}`,
    sql`revoke all on ${guarded}, ${history} from public, ${role}`,
    sql`grant select, insert on ${guarded} to ${role}`,
    sql`grant select on ${history} to ${role}`,
    sql`grant execute on function ${prune} to ${role}`,
  ];
}

async function rejectPrivilegedRole(transaction: Transaction, role: string): Promise<void> {
  if (!(await isMighty(transaction, role))) return;
  throw databaseProblems.unavailable(
    `The database user "${role}" could still change the history, approvals and the audit log: it is a ` +
      'superuser, owns the database or a part of it, or belongs to a role that does. Connect the application ' +
      'as an ordinary user without ownership.',
  );
}
