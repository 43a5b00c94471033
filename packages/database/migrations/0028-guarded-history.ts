import { sql, type Kysely } from 'kysely';

/** The triggers name no column: later migrations may add some. They fire whatever `session_replication_role` says. */
function guard(table: string): string {
  return `
create trigger keep_${table} before update or delete on ${table}
  for each row execute function keep_appended();
create trigger keep_all_${table} before truncate on ${table}
  for each statement execute function keep_appended();
alter table ${table} enable always trigger keep_${table};
alter table ${table} enable always trigger keep_all_${table};
`;
}

const refusal = `
create function keep_appended() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only: % is refused', tg_table_name, tg_op using errcode = 'insufficient_privilege';
end
$$;
`;

/**
 * `approvals_before_receipts` exempts approvals from having a receipt, so only the owner (a migration, or restoring a
 * database) writes it.
 */
const exemptions = `
create function keep_approvals_before_receipts() returns trigger language plpgsql as $$
declare
  fact constant text := 'approvals_before_receipts';
begin
  if ((tg_op <> 'INSERT' and old.name = fact) or (tg_op <> 'DELETE' and new.name = fact))
    and not pg_has_role(current_user, (select relowner from pg_class where oid = tg_relid), 'usage') then
    raise exception 'the fact % is append-only: % is refused', fact, tg_op using errcode = 'insufficient_privilege';
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  return new;
end
$$;
create trigger keep_approvals_before_receipts before insert or update or delete on project_facts
  for each row execute function keep_approvals_before_receipts();
alter table project_facts enable always trigger keep_approvals_before_receipts;
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [refusal, guard('document_history'), guard('editorial_events'), exemptions])
    await sql.raw(part).execute(db);
}
