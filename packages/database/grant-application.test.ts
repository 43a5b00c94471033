import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { silentLogger } from '@galley/kernel';
import { openDatabase, type Database, type DatabaseHandle } from './database.ts';
import { Project } from './embedded/fixtures.ts';
import { grantApplication } from './grant-application.ts';
import { migrateToLatest } from './migrate.ts';

const role = 'galley_app';
const refused = { code: '42501' };

let project: Project;
let handles: DatabaseHandle[];
let owner: Database;
let app: Database;

beforeAll(async () => {
  project = await Project.create();
  const server = await project.attach();
  handles = [server.ownerConnection(), server.connection()].map((address) =>
    openDatabase({ address, poolSize: 4, logger: silentLogger }),
  );
  [owner, app] = handles.map(({ db }) => db) as [Database, Database];
  await migrateToLatest(owner);
  await grantApplication(owner, role);
});

afterAll(async () => {
  await Promise.all(handles.map((handle) => handle.close()));
  await project[Symbol.asyncDispose]();
});

const rest = {
  actor: 'ada',
  target: 'posts/ink.md',
  outcome: 'success',
  address: '127.0.0.1',
  request_id: 'request',
  details: '{}',
} as const;

async function addEntry(action: string, at = new Date()): Promise<void> {
  await app
    .insertInto('audit_entries')
    .values({ ...rest, action, at })
    .execute();
}

async function actions(): Promise<string[]> {
  const rows = await app.selectFrom('audit_entries').select('action').orderBy('id').execute();
  return rows.map(({ action }) => action);
}

describe('the audit log, for the role of the application', () => {
  beforeEach(async () => {
    await sql`alter table audit_entries disable trigger user`.execute(owner);
    await sql`truncate audit_entries`.execute(owner);
    await sql`alter table audit_entries enable trigger user`.execute(owner);
    await addEntry('login');
  });

  test.each([
    `update audit_entries set actor = 'nobody'`,
    `delete from audit_entries`,
    `delete from audit_entries where at < now() - interval '1 year'`,
    `merge into audit_entries using (select 1) as one on true when matched then delete`,
    `insert into audit_entries overriding system value select * from audit_entries on conflict (id) do update set actor = ''`,
    `select * from audit_entries for update`,
    `truncate audit_entries`,
    `truncate audit_entries cascade`,
    `drop table audit_entries`,
    `drop schema public cascade`,
    `drop function prune_audit_entries(timestamptz)`,
    `drop trigger keep_audit_entries on audit_entries`,
    `alter table audit_entries disable trigger all`,
    `alter table audit_entries rename to other_entries`,
    `alter table audit_entries owner to galley_app`,
    `create trigger another before insert on audit_entries for each row execute function keep_audit_entries()`,
    `create rule another as on insert to audit_entries do instead nothing`,
    `create or replace function keep_audit_entries() returns trigger language plpgsql as 'begin return old; end'`,
    `create table public.another (at timestamptz)`,
    `set session_replication_role = replica`,
    `set role galley`,
    `set session authorization galley`,
    `grant galley to galley_app`,
    `alter role galley_app superuser`,
    `alter system set session_replication_role = replica`,
    `delete from kysely_migration`,
    `update kysely_migration_lock set is_locked = 1`,
  ])('rejects: %s', async (statement) => {
    await expect(sql.raw(statement).execute(app)).rejects.toMatchObject(refused);
    expect(await actions()).toEqual(['login']);
  });

  test('grants nothing when the role grants itself the privilege, which PostgreSQL accepts without effect', async () => {
    await sql`grant update, delete on audit_entries to galley_app`.execute(app);
    await expect(sql`delete from audit_entries`.execute(app)).rejects.toMatchObject(refused);
  });

  test('allows adding and reading', async () => {
    await addEntry('logout');
    expect(await actions()).toEqual(['login', 'logout']);
  });

  test('allows pruning entries older than 30 days, whatever time is given', async () => {
    const daysAgo = (days: number): Date => new Date(Date.now() - days * 24 * 3_600_000);
    await addEntry('long ago', daysAgo(400));
    await addEntry('a while ago', daysAgo(31));
    await addEntry('lately', daysAgo(29));
    const prune = async (before: Date): Promise<number> =>
      (await sql<{ gone: number }>`select prune_audit_entries(${before}) as gone`.execute(app))
        .rows[0]!.gone;
    expect(await prune(daysAgo(100))).toBe(1);
    expect(await actions()).toEqual(['login', 'a while ago', 'lately']);
    expect(await prune(new Date())).toBe(1);
    expect(await actions()).toEqual(['login', 'lately']);
  });

  test('prunes the real table, not one of the caller whose triggers would run as the owner', async () => {
    await sql`grant temporary on database galley to galley_app`.execute(owner);
    await app.connection().execute(async (connection) => {
      for (const statement of [
        `create temporary table audit_entries as select now() - interval '1 year' as at`,
        `create function pg_temp.seize() returns trigger language plpgsql as
          'begin alter role galley_app superuser; return old; end'`,
        `create trigger seize before delete on pg_temp.audit_entries for each row execute function pg_temp.seize()`,
        `select public.prune_audit_entries(now())`,
        `drop table pg_temp.audit_entries cascade`,
      ])
        await sql.raw(statement).execute(connection);
    });
    await sql`revoke temporary on database galley from galley_app`.execute(owner);
    const { rows } = await sql`select rolsuper from pg_roles where rolname = ${role}`.execute(app);
    expect(rows).toEqual([{ rolsuper: false }]);
  });
});

describe('history, editorial events and receipts, for the role of the application (GAP-DOC-12, CMS-EVT-2)', () => {
  const adding = `with document as (
      insert into documents (path, public_id, type, lang, slug, title, url, taxonomies, fields, params, status, revision,
        head_hash, materialised)
      values ('posts/ink.md', '', '', '', '', '', '', '{}', '{}', '{}', 'in_review', 'r', 'h', true) returning id
    ), entry as (
      insert into document_history select id, 1, 'h', null, 'rosa', '', 'editorial', 'in_review', 'r', now(), '' from document
    ), event as (
      insert into editorial_events select 'e', id, now(), 'approve', 'rosa', 'r', null, '{}' from document
    )
    insert into approval_receipts (id, document_id, seq, event_id, approver, at, revision, hash, diff_method, diff_sha256,
      receipt_hash)
    select 'a', id, 1, 'e', 'rosa', now(), 'r', 'h', 'lines-1', '', 'x' from document`;

  beforeAll(() => sql.raw(adding).execute(app));

  const guarded = [
    ['approval_receipts', 'approver', 'id'],
    ['document_history', 'author', 'document_id, seq'],
    ['editorial_events', 'actor', 'id'],
  ] as const;

  const attempts = guarded.flatMap(([table, who, key]) => [
    `update ${table} set ${who} = 'nobody'`,
    `delete from ${table}`,
    `merge into ${table} using (select 1) as one on true when matched then update set ${who} = 'nobody'`,
    `merge into ${table} using (select 1) as one on true when matched then delete`,
    `insert into ${table} select * from ${table} on conflict (${key}) do update set ${who} = 'nobody'`,
    `with gone as (delete from ${table} returning 1) select count(*) from gone`,
    `select * from ${table} for update`,
    `select * from ${table} for key share`,
    `truncate ${table}`,
    `truncate ${table} cascade`,
    `drop table ${table}`,
    `alter table ${table} disable trigger all`,
    `alter table ${table} disable trigger keep_${table}`,
    `alter table ${table} add column another text`,
    `alter table ${table} rename column ${who} to another`,
    `alter table ${table} rename to another`,
    `alter table ${table} owner to galley_app`,
    `alter table ${table} enable row level security`,
    `drop trigger keep_${table} on ${table}`,
    `create trigger another before insert on ${table} for each row execute function keep_appended()`,
    `create rule another as on insert to ${table} do instead nothing`,
    `create rule another as on insert to ${table} do also delete from ${table}`,
    `create policy another on ${table} using (false)`,
    `create temporary table ${table} (like public.${table})`,
    `create view another as select * from ${table}`,
    `copy ${table} to program 'true'`,
    `copy ${table} from '/etc/hostname'`,
  ]);

  const kept = async (): Promise<unknown[]> =>
    (
      await sql`select receipt.approver, entry.author, event.actor, event.details
        from approval_receipts as receipt
        join document_history as entry using (document_id, hash)
        join editorial_events as event on event.id = receipt.event_id`.execute(app)
    ).rows;

  test.each([
    ...attempts,
    'truncate documents cascade',
    `create or replace function keep_appended() returns trigger language plpgsql as 'begin return old; end'`,
    'drop function keep_appended() cascade',
    'drop function keep_approval_receipts()',
    'create schema another',
    `insert into project_facts values ('approvals_before_receipts', '["e"]')`,
    `update project_facts set name = 'approvals_before_receipts'`,
    `insert into project_facts values ('another', '[]')
      on conflict (name) do update set name = 'approvals_before_receipts'`,
  ])('reject: %s', async (statement) => {
    await sql`insert into project_facts values ('another', '[]') on conflict do nothing`.execute(
      app,
    );
    await expect(sql.raw(statement).execute(app)).rejects.toMatchObject(refused);
    expect(await kept()).toEqual([
      { approver: 'rosa', author: 'rosa', actor: 'rosa', details: {} },
    ]);
  });

  test('are not removed or moved with their document', async () => {
    const moves = ['delete from documents', 'update documents set id = default'];
    for (const statement of moves)
      await expect(sql.raw(statement).execute(app)).rejects.toThrow(/foreign key|append-only/);
    expect(await kept()).toHaveLength(1);
  });

  const changes = guarded.flatMap(([table, who]) => [
    [table, 'UPDATE', `update ${table} set ${who} = 'nobody'`] as const,
    [table, 'DELETE', `delete from ${table}`] as const,
    [table, 'TRUNCATE', `truncate ${table} cascade`] as const,
  ]);

  test('are protected by triggers where privileges are lost, also against the owner and a replica', async () => {
    await sql`grant all on all tables in schema public to galley_app`.execute(owner);
    await sql`grant set on parameter session_replication_role to galley_app`.execute(owner);
    for (const db of [app, owner]) {
      for (const [, what, statement] of changes) {
        const attempt = db.transaction().execute(async (transaction) => {
          await sql`set local session_replication_role = replica`.execute(transaction);
          await sql.raw(statement).execute(transaction);
        });
        const message = expect.stringMatching(`append-only: ${what} is refused`) as unknown;
        await expect(attempt).rejects.toMatchObject({ ...refused, message });
      }
    }
    await sql`revoke set on parameter session_replication_role from galley_app`.execute(owner);
    await grantApplication(owner, role);
    expect(await kept()).toHaveLength(1);
  });

  test.each(guarded)('include columns of later migrations: %s', async (table) => {
    const [id, change] = [sql.id(table), sql`update ${sql.id(table)} set later = 'y'`];
    await sql`alter table ${id} add column later text default 'x'`.execute(owner);
    for (const db of [app, owner]) await expect(change.execute(db)).rejects.toMatchObject(refused);
    await sql`alter table ${id} drop column later`.execute(owner);
  });
});

test('the application can use every other table fully, and read which migrations ran', async () => {
  const { rows } = await sql<{ name: string; all: boolean }>`
    select relname as name, (select bool_and(has_table_privilege(${role}, oid, right_))
      from unnest(array['select', 'insert', 'update', 'delete']) as right_) as all
    from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname
  `.execute(owner);
  expect(rows.length).toBeGreaterThan(10);
  expect(rows.filter(({ all }) => !all).map(({ name }) => name)).toEqual([
    'approval_receipts',
    'audit_entries',
    'document_history',
    'editorial_events',
    'kysely_migration',
    'kysely_migration_lock',
  ]);
  expect(await migrateNames(app)).toEqual(await migrateNames(owner));
});

async function migrateNames(db: Database): Promise<unknown[]> {
  return (await sql`select name from kysely_migration order by name`.execute(db)).rows;
}

test('the application works: identity columns, references, locks, notifications, transactions', async () => {
  const values = { name: 'Ada', email: '', role: 'author', created_at: new Date() };
  await app.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('users')
      .values({ ...values, username: 'ada' })
      .execute();
    await transaction.selectFrom('users').selectAll().forUpdate().execute();
  });
  await app.updateTable('users').set({ username: 'ida' }).execute();
  await sql`select pg_advisory_lock(1), pg_advisory_unlock(1), pg_notify('saved', '')`.execute(app);
  const gone = await app.deleteFrom('users').where('username', '=', 'ida').executeTakeFirst();
  expect(gone.numDeletedRows).toBe(1n);
});

test('granting again changes nothing, revokes extra privileges, and is safe concurrently', async () => {
  const rights = async (): Promise<unknown[]> =>
    (
      await sql`select relname, relacl::text from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'S') order by relname`.execute(
        owner,
      )
    ).rows;
  const before = await rights();
  await sql`grant all on audit_entries to public`.execute(owner);
  await sql`grant update (actor) on audit_entries to ${sql.id(role)}`.execute(owner);
  await sql`grant create on schema public to public`.execute(owner);
  expect(await rights()).not.toEqual(before);
  await Promise.all(Array.from({ length: 6 }, () => grantApplication(owner, role)));
  expect(await rights()).toEqual(before);
  const { rows } = await sql`
    select has_schema_privilege(${role}, 'public', 'create') as make,
      has_column_privilege(${role}, 'audit_entries', 'actor', 'update') as change
  `.execute(owner);
  expect(rows).toEqual([{ make: false, change: false }]);
});

test('role names are quoted', async () => {
  const name = `o'"; drop table users; --`;
  await sql`create role ${sql.id(name)}`.execute(owner);
  await grantApplication(owner, name);
  const { rows } = await sql`select has_table_privilege(${name}, 'users', 'update') as may`.execute(
    owner,
  );
  expect(rows).toEqual([{ may: true }]);
});

test.each([
  ['a superuser', 'alter role mighty superuser'],
  ['the owner of the database', 'alter database galley owner to mighty'],
  ['the owner of the schema', 'alter schema public owner to mighty'],
  ['the owner of the table', 'alter table audit_entries owner to mighty'],
  ['one of a role that owns it', 'grant galley to mighty with inherit false'],
  ['one of a role that writes everything', 'grant pg_write_all_data to mighty'],
  ['one of a role that writes files of the server', 'grant pg_write_server_files to mighty'],
  ['one of a role that runs programs', 'grant pg_execute_server_program to mighty'],
  ['one that may switch triggers off', 'grant set on parameter session_replication_role to mighty'],
])('%s is rejected as the application role and gets no privileges', async (_who, make) => {
  await sql`create role mighty`.execute(owner);
  await sql.raw(make).execute(owner);
  try {
    await expect(grantApplication(owner, 'mighty')).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(
        /"mighty" could still change the history.*ordinary user/,
      ) as unknown,
    });
  } finally {
    await sql`alter database galley owner to galley`.execute(owner);
    await sql`alter schema public owner to pg_database_owner`.execute(owner);
    await sql`alter table audit_entries owner to galley`.execute(owner);
    await sql`drop owned by mighty`.execute(owner);
    await sql`drop role mighty`.execute(owner);
  }
});
