import { onServer } from '@galley/testing';

/** A change of a row, as a trigger noted it in the transaction of the change. */
export interface Note {
  /** In the order of the changes; of two that lock each other out, in that of their commits too. */
  readonly id: number;
  /** Of the transaction. */
  readonly xid: string;
  /** Which transactions were over for everybody at that moment. */
  readonly snapshot: string;
  /** The name of the connection: a coordinator's begins with `coordinator-`. */
  readonly writer: string;
  readonly subject: Subject;
  readonly before: Row | null;
  readonly after: Row;
}

export const subjects = [
  'runs',
  'run_leases',
  'run_events',
  'tasks',
  'proposals',
  'audit_entries',
] as const;
export type Subject = (typeof subjects)[number];
export type Row = Readonly<Record<string, unknown>>;

/** For `withTables`. */
export type NoteTables = Readonly<
  Record<'coordination_notes', { [Column in keyof Note]: Note[Column] }>
>;

/** When a row of a table has changed in a way that matters. Renewing a lease does not. */
const events: Readonly<Partial<Record<Subject, string>>> = {
  run_leases: 'insert or update of epoch',
  run_events: 'insert',
  audit_entries: 'insert',
};

/** Has the database note every change that coordinators, people and workers make, from now on. */
export async function noteChanges(url: string): Promise<void> {
  const triggers = subjects.map(
    (table) => `create trigger noted after ${events[table] ?? 'insert or update'} on ${table}
      for each row execute function note_change();`,
  );
  await onServer(
    url,
    `create table coordination_notes (
      id bigint generated always as identity primary key,
      xid text not null, snapshot text not null, writer text not null,
      subject text not null, before jsonb, after jsonb not null
    );
    create function note_change() returns trigger language plpgsql as $$
    begin
      insert into coordination_notes (xid, snapshot, writer, subject, before, after)
      values (pg_current_xact_id(), pg_current_snapshot(), current_setting('application_name'), tg_table_name,
        case when tg_op = 'UPDATE' then to_jsonb(old) end, to_jsonb(new));
      return null;
    end $$;
    ${triggers.join('\n')}`,
  );
}

/** Whether a transaction was over at the moment of a snapshot, as `pg_visible_in_snapshot` has it. */
export function isOverIn(snapshot: string, xid: string): boolean {
  const [least, next, ...rest] = snapshot.split(':') as [string, string, string];
  if (BigInt(xid) < BigInt(least)) return true;
  if (BigInt(xid) >= BigInt(next)) return false;
  return !rest.join('').split(',').includes(xid);
}
