import { onServer } from '@galley/testing';

/** A row change, recorded by a trigger in the transaction of the change. */
export interface Note {
  /** Ordered by change; for changes that lock each other out, also by commit. */
  readonly id: number;
  readonly xid: string;
  /** The snapshot at the time of the change: which transactions had ended. */
  readonly snapshot: string;
  /** The connection's application name: a coordinator's begins with `coordinator-`. */
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

export type NoteTables = Readonly<
  Record<'coordination_notes', { [Column in keyof Note]: Note[Column] }>
>;

/** Lease renewals are not recorded. */
const events: Readonly<Partial<Record<Subject, string>>> = {
  run_leases: 'insert or update of epoch',
  run_events: 'insert',
  audit_entries: 'insert',
};

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

/** Whether a transaction had ended at the time of a snapshot, like `pg_visible_in_snapshot`. */
export function isOverIn(snapshot: string, xid: string): boolean {
  const [least, next, ...rest] = snapshot.split(':') as [string, string, string];
  if (BigInt(xid) < BigInt(least)) return true;
  if (BigInt(xid) >= BigInt(next)) return false;
  return !rest.join('').split(',').includes(xid);
}
